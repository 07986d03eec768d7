"""Room 2: plugins, the tasks they speak of, and the scripts that rely on them."""

from vcplug.lint.manual import Entry

ENTRIES = (
    Entry(
        "VCP201",
        "A plugin with nothing behind its colon.",
        "Nothing is null in YAML, and the API server drops a null entry: the plugin is off, and nobody says so. A plugin "
        "without arguments is written with an empty list.",
        """\
plugins:
  svc:
""",
        """\
plugins:
  svc: []
""",
        line=2,
    ),
    Entry(
        "VCP202",
        "The arguments of a plugin are not a list of strings.",
        "The API server refuses the Job: each plugin takes a list, and each item must be a string. An item that YAML reads "
        "as a number or boolean needs quotes.",
        """\
plugins:
  svc: --publish-not-ready-addresses=true
""",
        """\
plugins:
  svc: [--publish-not-ready-addresses=true]
""",
        line=2,
    ),
    Entry(
        "VCP203",
        "There is no plugin of this name.",
        "Volcano's webhook refuses the Job. Plugins of one's own cluster can be named in the config: `extra-plugins = "
        '["name"]`.',
        """\
plugins:
  envs: []
""",
        """\
plugins:
  env: []
""",
        line=2,
    ),
    Entry(
        "VCP204",
        "A plugin is brought along by another one.",
        "Volcano's webhook adds svc, without arguments, where tensorflow, mpi, pytorch or (from 1.13 on) ray is used, and "
        "ssh where mpi is. Write it out only to give it arguments, or to make it plain.",
        """\
plugins:
  pytorch: []
""",
        """\
plugins:
  pytorch: []
  svc: []
""",
        line=2,
    ),
    Entry(
        "VCP205",
        "ssh without svc.",
        "The ssh config points at names such as train-worker-0.train. Only svc makes the Service and the hostnames that let "
        "them resolve; with ssh alone, every connection by those names fails.",
        """\
plugins:
  ssh: []
""",
        """\
plugins:
  ssh: []
  svc: []
""",
        line=2,
    ),
    Entry(
        "VCP206",
        "A script uses what only a missing plugin provides.",
        "VC_TASK_INDEX comes from env, VC_*_HOSTS, VC_*_NUM and the files in /etc/volcano from svc, MPI_HOST from mpi. "
        "Without the plugin the variable is empty and the file is not there; shells carry on silently with nothing.",
        """\
tasks:
- name: shard
  replicas: 3
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        command: ["sh", "-c", "work --part $VC_TASK_INDEX"]
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
        command: ["sh", "-c", "work --part $VC_TASK_INDEX"]
""",
        line=9,
    ),
    Entry(
        "VCP207",
        "VK_TASK_INDEX, the old name of VC_TASK_INDEX.",
        "The env plugin sets both to the same number. The old name is kept only for jobs written long ago, and is to be dropped.",
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
        command:
        - sh
        - -c
        - |
          cd /data
          work --part $VK_TASK_INDEX
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
        command:
        - sh
        - -c
        - |
          cd /data
          work --part $VC_TASK_INDEX
""",
        line=16,
    ),
    Entry(
        "VCP208",
        "The task that a plugin depends on is missing.",
        "Without its master task pytorch does nothing at all to any pod; mpi without one is refused by the webhook; ray "
        "without a head task never gets a pod created, and the job hangs.",
        """\
plugins:
  pytorch: []
tasks:
- name: leader
  replicas: 1
- name: worker
  replicas: 2
""",
        """\
plugins:
  pytorch: ["--master=leader"]
tasks:
- name: leader
  replicas: 1
- name: worker
  replicas: 2
""",
        line=2,
    ),
    Entry(
        "VCP209",
        "A role that must be one pod has more, or none.",
        "Every pod of pytorch's master task gets RANK 0, and every pod of ray's head task starts a cluster of its own that "
        "the workers do not join.",
        """\
plugins:
  pytorch: []
tasks:
- name: master
  replicas: 2
- name: worker
  replicas: 2
""",
        """\
plugins:
  pytorch: []
tasks:
- name: master
  replicas: 1
- name: worker
  replicas: 3
""",
        line=5,
    ),
    Entry(
        "VCP210",
        "A task without a role in the framework, or a framework without workers.",
        "The plugin knows its tasks by name. tensorflow leaves a task with another name out of the cluster in TF_CONFIG; "
        "pytorch gives it MASTER_ADDR, MASTER_PORT and WORLD_SIZE, but no RANK.",
        """\
plugins:
  tensorflow: []
tasks:
- name: ps
  replicas: 1
- name: trainer
  replicas: 2
""",
        """\
plugins:
  tensorflow: ["--worker=trainer"]
tasks:
- name: ps
  replicas: 1
- name: trainer
  replicas: 2
""",
        line=6,
    ),
    Entry(
        "VCP211",
        "WORLD_SIZE counts a task that does not train.",
        "Before Volcano 1.12 WORLD_SIZE is the number of all pods of the job, whatever their task. torch.distributed then "
        "waits for ranks that never come.",
        """\
plugins:
  pytorch: []
tasks:
- name: master
  replicas: 1
- name: worker
  replicas: 2
- name: monitor
  replicas: 1
""",
        """\
plugins:
  pytorch: []
tasks:
- name: master
  replicas: 1
- name: worker
  replicas: 2
""",
        line=8,
        release="1.11",
        until="1.12",
    ),
    Entry(
        "VCP212",
        "ray finds no container of the name it looks for.",
        "ray puts `ray start` into one container of each role, by name: `head` and `worker`, or what --headContainer and "
        "--workerContainer say. Where there is none, it changes nothing: Ray is not started there.",
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
      - name: main
        image: rayproject/ray:2.35.0
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
- name: worker
  replicas: 2
""",
        line=10,
        since="1.13",
    ),
    Entry(
        "VCP213",
        "ray replaces this command, or leaves these args behind.",
        'ray sets the command of its containers to `sh -c "ray start …"`: a command of one\'s own never runs. args stay '
        "behind that command, where sh takes them for parameters of the script and nothing reads them.",
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
        command: ["python", "train.py"]
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
- name: worker
  replicas: 2
""",
        line=12,
        since="1.13",
    ),
    Entry(
        "VCP214",
        "One task with one pod gets no TF_CONFIG.",
        "The tensorflow plugin does nothing where there is nothing to distribute. TensorFlow then runs on its own, which is "
        "mostly what is wanted; a program that reads TF_CONFIG without asking fails.",
        """\
plugins:
  tensorflow: []
tasks:
- name: worker
  replicas: 1
""",
        """\
plugins:
  tensorflow: []
tasks:
- name: worker
  replicas: 2
""",
        line=2,
    ),
    Entry(
        "VCP215",
        "mpi with a worker task of no replicas crashes the controller.",
        "Before Volcano 1.12 the controller crashes on such a job, and with it the work on every other job stops.",
        """\
plugins:
  mpi: []
tasks:
- name: master
  replicas: 1
- name: worker
  replicas: 0
""",
        """\
plugins:
  mpi: []
tasks:
- name: master
  replicas: 1
- name: worker
  replicas: 1
""",
        line=6,
        release="1.11",
        until="1.12",
    ),
    Entry(
        "VCP216",
        "The result depends on the random order of the plugins.",
        "Volcano keeps plugins in a Go map, whose order is random on every call. hcclrank takes over pytorch's RANK only if "
        "pytorch came first; where two plugins open one port, the first one names it. Two pods of one job may differ.",
        """\
plugins:
  pytorch: []
  hcclrank: ["--master=worker", "--worker=master"]
tasks:
- name: master
  replicas: 1
- name: worker
  replicas: 2
""",
        """\
plugins:
  pytorch: []
  hcclrank: []
tasks:
- name: master
  replicas: 1
- name: worker
  replicas: 2
""",
        line=3,
        since="1.12.3",
    ),
    Entry(
        "VCP217",
        "A script asks for the host list of a task that does not exist.",
        "svc writes /etc/volcano/<task>.host, VC_<TASK>_HOSTS and VC_<TASK>_NUM for every task of the job, with _ where the "
        "task's name has -. Any other file is not there, any other variable is empty.",
        """\
plugins:
  svc: []
tasks:
- name: data-node
  replicas: 3
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        command: ["sh", "-c", "serve --peers-from /etc/volcano/data-node.host"]
""",
        """\
plugins:
  svc: []
tasks:
- name: data-node
  replicas: 3
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        command: ["sh", "-c", "serve --peers-from /etc/volcano/data_node.host"]
""",
        line=11,
    ),
    Entry(
        "VCP218",
        "The job may start with fewer pods than it needs.",
        "Volcano starts a job as soon as minAvailable pods fit. torch.distributed waits until WORLD_SIZE processes have "
        "joined, and mpiexec needs every host in MPI_HOST: pods that came early may hold their GPUs and wait for ever.",
        """\
minAvailable: 1
plugins:
  pytorch: []
""",
        """\
minAvailable: 3
plugins:
  pytorch: []
""",
        line=1,
    ),
)
