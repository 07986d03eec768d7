"""Room 4: what the plugins' additions meet in the pods."""

from vcplug.lint.manual import Entry

ENTRIES = (
    Entry(
        "VCP401",
        "A mount path is taken twice.",
        "svc mounts its host lists at /etc/volcano, ssh its keys at /root/.ssh or --ssh-key-file-path, and job volumes are "
        "mounted in every container. Two mounts at one path are refused by the API server: no pod is created, and the job "
        "hangs.",
        """\
plugins:
  svc: []
tasks:
- name: worker
  replicas: 2
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        volumeMounts:
        - name: conf
          mountPath: /etc/volcano
      volumes:
      - name: conf
        configMap: {name: conf}
""",
        """\
plugins:
  svc: []
tasks:
- name: worker
  replicas: 2
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        volumeMounts:
        - name: conf
          mountPath: /etc/app
      volumes:
      - name: conf
        configMap: {name: conf}
""",
        line=13,
    ),
    Entry(
        "VCP402",
        "A port name is taken twice.",
        "pytorch, mpi and ray open a port under a name of their own, unless a port of that number is there already. A port "
        "of the same name on another number makes two of one name: the API server refuses the pods, and the job hangs.",
        """\
plugins:
  pytorch: []
tasks:
- name: master
  replicas: 1
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        ports:
        - name: pytorchjob-port
          containerPort: 29500
- name: worker
  replicas: 2
""",
        """\
plugins:
  pytorch: ["--port=29500"]
tasks:
- name: master
  replicas: 1
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        ports:
        - name: pytorchjob-port
          containerPort: 29500
- name: worker
  replicas: 2
""",
        line=12,
    ),
    Entry(
        "VCP403",
        "A variable is overridden by a plugin.",
        "Plugins append their variables and never look for one of the same name. Of two the last one counts, so the value "
        "written in the template has no effect.",
        """\
plugins:
  pytorch: []
tasks:
- name: master
  replicas: 1
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        env:
        - name: MASTER_PORT
          value: "29500"
- name: worker
  replicas: 2
""",
        """\
plugins:
  pytorch: ["--port=29500"]
tasks:
- name: master
  replicas: 1
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
- name: worker
  replicas: 2
""",
        line=12,
    ),
    Entry(
        "VCP404",
        "$(VAR) refers to a variable that comes later.",
        "Kubernetes replaces $(VAR) in a value only by variables that stand before it, and plugins append theirs at the "
        "end. The program gets the text $(VAR) itself. In command and args, $(VAR) works whatever the order.",
        """\
plugins:
  env: []
tasks:
- name: shard
  replicas: 3
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        env:
        - name: PART
          value: part-$(VC_TASK_INDEX)
        command: ["work", "$(PART)"]
""",
        """\
plugins:
  env: []
tasks:
- name: shard
  replicas: 3
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        command: ["work", "part-$(VC_TASK_INDEX)"]
""",
        line=13,
    ),
    Entry(
        "VCP405",
        "With hostNetwork, two containers open the same port.",
        "With hostNetwork every container port is a port of the node, and a pod may not have the same one twice. pytorch "
        "and mpi open theirs in every container, sidecars too.",
        """\
plugins:
  pytorch: []
tasks:
- name: master
  replicas: 1
  template:
    spec:
      hostNetwork: true
      containers:
      - name: main
        image: example/app:1.0
      - name: metrics
        image: example/metrics:1.0
- name: worker
  replicas: 2
""",
        """\
plugins:
  pytorch: []
tasks:
- name: master
  replicas: 1
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
      - name: metrics
        image: example/metrics:1.0
- name: worker
  replicas: 2
""",
        line=8,
    ),
    Entry(
        "VCP406",
        "With hostNetwork, a pod takes its ports from the node.",
        "A container port becomes a host port, so the scheduler puts only one pod of the task on each node. Port 22 is "
        "mostly the node's own ssh server: the pod's cannot listen there.",
        """\
plugins:
  mpi: []
tasks:
- name: master
  replicas: 1
- name: worker
  replicas: 2
  template:
    spec:
      hostNetwork: true
""",
        """\
plugins:
  mpi: []
tasks:
- name: master
  replicas: 1
- name: worker
  replicas: 2
""",
        line=10,
    ),
    Entry(
        "VCP407",
        "hostNetwork with dnsPolicy ClusterFirst.",
        "With hostNetwork, ClusterFirst falls back to the node's DNS: the names of the job's pods do not resolve. Where "
        "dnsPolicy is left out, Volcano's webhook sets ClusterFirstWithHostNet.",
        """\
hostNetwork: true
dnsPolicy: ClusterFirst
""",
        """\
hostNetwork: true
dnsPolicy: ClusterFirstWithHostNet
""",
        line=2,
    ),
    Entry(
        "VCP408",
        "All pods of a task share one hostname.",
        "A hostname in the template holds for every replica. svc, ssh and mpi then list that one host for all of them, and "
        "tensorflow lists the same address again and again. Left out, svc gives each pod its own name.",
        """\
plugins:
  svc: []
tasks:
- name: worker
  replicas: 2
  template:
    spec:
      hostname: box
""",
        """\
plugins:
  svc: []
tasks:
- name: worker
  replicas: 2
""",
        line=8,
    ),
    Entry(
        "VCP409",
        "The template's subdomain is not the job's name.",
        "svc makes one headless Service, called as the job, and pods resolve under a subdomain of that name only. With "
        "another subdomain the names in the host lists do not resolve, unless a Service of that name exists.",
        """\
plugins:
  svc: []
tasks:
- name: worker
  replicas: 2
  template:
    spec:
      subdomain: workers
""",
        """\
plugins:
  svc: []
tasks:
- name: worker
  replicas: 2
""",
        line=8,
    ),
    Entry(
        "VCP410",
        "A port of the Ray head has another name than its Service expects.",
        "The Service <job>-head-svc finds its targets by port name: gcs, dashboard, client-server. ray opens these ports "
        "unless the number is there already; under another name the Service finds no target for it.",
        """\
plugins:
  ray: []
  svc: ["--disable-network-policy=true"]
tasks:
- name: head
  replicas: 1
  template:
    spec:
      containers:
      - name: head
        image: rayproject/ray:2.35.0
        ports:
        - name: web
          containerPort: 8265
- name: worker
  replicas: 2
""",
        """\
plugins:
  ray: []
  svc: ["--disable-network-policy=true"]
tasks:
- name: head
  replicas: 1
  template:
    spec:
      containers:
      - name: head
        image: rayproject/ray:2.35.0
        ports:
        - name: dashboard
          containerPort: 8265
- name: worker
  replicas: 2
""",
        line=13,
        since="1.13",
    ),
    Entry(
        "VCP411",
        "A volume or init container has the name that a plugin uses.",
        "A second volume <job>-svc or <job>-ssh makes the API server refuse the pods. Where there is an init container "
        "called wait-for-master, pytorch adds none, and the workers wait only if that one does.",
        """\
plugins:
  svc: []
tasks:
- name: worker
  replicas: 2
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        volumeMounts:
        - name: train-svc
          mountPath: /etc/app
      volumes:
      - name: train-svc
        configMap: {name: app}
""",
        """\
plugins:
  svc: []
tasks:
- name: worker
  replicas: 2
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        volumeMounts:
        - name: app
          mountPath: /etc/app
      volumes:
      - name: app
        configMap: {name: app}
""",
        line=15,
    ),
)
