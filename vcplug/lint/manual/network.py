"""Room 5: who can reach whom, and when."""

from vcplug.lint.manual import Entry

ENTRIES = (
    Entry(
        "VCP501",
        "The job's NetworkPolicy shuts out what the job offers.",
        "svc makes a NetworkPolicy that lets only pods of the same job in. Ray clients, the Ray dashboard and TensorBoard, "
        "asked from elsewhere in the cluster, do not answer where the network plugin enforces policies. kubectl "
        "port-forward still works.",
        """\
plugins:
  svc: []
tasks:
- name: worker
  replicas: 1
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        ports:
        - name: tensorboard
          containerPort: 6006
""",
        """\
plugins:
  svc: ["--disable-network-policy=true"]
tasks:
- name: worker
  replicas: 1
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        ports:
        - name: tensorboard
          containerPort: 6006
""",
        line=13,
    ),
    Entry(
        "VCP502",
        "Peers are needed before pods are ready.",
        "The job's Service publishes a pod's name only once the pod is ready. An init container that looks for its peers, "
        "or a probe on the pod that all others connect to first, may wait for itself.",
        """\
plugins:
  svc: []
tasks:
- name: worker
  replicas: 2
  template:
    spec:
      initContainers:
      - name: wait
        image: example/app:1.0
        command: ["sh", "-c", "for h in $(cat /etc/volcano/worker.host); do until nslookup $h; do sleep 1; done; done"]
""",
        """\
plugins:
  svc: ["--publish-not-ready-addresses=true"]
tasks:
- name: worker
  replicas: 2
  template:
    spec:
      initContainers:
      - name: wait
        image: example/app:1.0
        command: ["sh", "-c", "for h in $(cat /etc/volcano/worker.host); do until nslookup $h; do sleep 1; done; done"]
""",
        line=11,
    ),
    Entry(
        "VCP503",
        "mpi opens another port than ssh dials.",
        "mpi's --port only opens a container port. The ssh config names its own port from 1.15 on (--ssh-port, 22 by "
        "default), and none before; mpiexec goes by that.",
        """\
plugins:
  mpi: ["--port=2222"]
  ssh: []
""",
        """\
plugins:
  mpi: ["--port=2222"]
  ssh: ["--ssh-port=2222"]
""",
        line=2,
    ),
    Entry(
        "VCP504",
        "Two of ray's ports are equal.",
        "The Service <job>-head-svc would have one port twice, which the API server refuses; the head's container would too.",
        """\
plugins:
  ray: ["--dashboardPort=10001"]
  svc: ["--disable-network-policy=true"]
""",
        """\
plugins:
  ray: ["--dashboardPort=8266"]
  svc: ["--disable-network-policy=true"]
""",
        line=2,
        since="1.13",
    ),
)
