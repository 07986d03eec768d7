"""Room 3: names and sizes, with the last index, where names are longest."""

from vcplug.lint.manual import Entry

ENTRIES = (
    Entry(
        "VCP301",
        "The name of a pod is too long for a hostname.",
        "The last pod of a task has the longest name, <job>-<task>-<index>. svc makes it the hostname, which may have 63 "
        "characters: beyond that the API server refuses the pod, and the job hangs. Volcano's webhook tests only the task's "
        "position as index, so it lets such a job in.",
        """\
metadata:
  name: language-model-pretraining-with-eight-thousand-long-tokens
spec:
  plugins:
    svc: []
  tasks:
  - name: node
    replicas: 200
""",
        """\
metadata:
  name: language-model-pretraining-16k
spec:
  plugins:
    svc: []
  tasks:
  - name: node
    replicas: 200
""",
        line=7,
    ),
    Entry(
        "VCP302",
        "A name made from the job's name is too long.",
        "Services (<job>, <job>-head-svc) and pod volumes (<job>-svc, <job>-ssh, <job>- and 12 characters for a job volume) "
        "may have 63 characters. The API server refuses what is longer: no Service, or no pods.",
        """\
metadata:
  name: language-model-pretraining-with-eight-thousand-tokens
spec:
  volumes:
  - mountPath: /data
    volumeClaimName: corpus
""",
        """\
metadata:
  name: language-model-pretraining-8k
spec:
  volumes:
  - mountPath: /data
    volumeClaimName: corpus
""",
        line=2,
    ),
    Entry(
        "VCP303",
        "The job's name has dots.",
        "A Job may be called so. But svc, ssh, ray and job volumes make Services, hostnames and volumes of its name, and "
        "those take no dots: the API server refuses them, and the job hangs.",
        """\
metadata:
  name: train.v2
spec:
  plugins:
    svc: []
""",
        """\
metadata:
  name: train-v2
spec:
  plugins:
    svc: []
""",
        line=2,
    ),
    Entry(
        "VCP304",
        "The job's name starts with a digit.",
        "svc and ray make a Service of the job's name. Most Kubernetes versions want a letter at the beginning of a "
        "Service's name and refuse it otherwise.",
        """\
metadata:
  name: 7b-train
spec:
  plugins:
    svc: []
""",
        """\
metadata:
  name: train-7b
spec:
  plugins:
    svc: []
""",
        line=2,
    ),
    Entry(
        "VCP305",
        "An injected variable is too large for Linux.",
        "One variable may have 128 KiB, its name included. VC_*_HOSTS, MPI_HOST and TF_CONFIG list every host; beyond that "
        "size the kernel refuses to start any program in the container.",
        """\
plugins:
  svc: []
tasks:
- name: worker
  replicas: 6000
""",
        """\
plugins:
  svc: []
tasks:
- name: worker
  replicas: 4000
""",
        line=5,
    ),
    Entry(
        "VCP306",
        "A ConfigMap or Secret is too large for the API server.",
        "The data of a ConfigMap or Secret may have 1 MiB. svc's ConfigMap holds every host twice, ssh's Secret two lines "
        "or more for each host. The API server refuses a larger one, and the job never gets its pods.",
        """\
plugins:
  svc: ["--inject-hosts-env=false"]
tasks:
- name: worker
  replicas: 25000
""",
        """\
plugins:
  svc: ["--inject-hosts-env=false"]
tasks:
- name: worker
  replicas: 15000
""",
        line=5,
        release="1.16",
    ),
    Entry(
        "VCP307",
        "A variable or object is near its limit.",
        "It is above 80 % of what Linux or the API server takes (VCP305, VCP306): a few replicas more, or a longer name, "
        "and the job does not start.",
        """\
plugins:
  svc: []
tasks:
- name: worker
  replicas: 5000
""",
        """\
plugins:
  svc: []
tasks:
- name: worker
  replicas: 4000
""",
        line=5,
    ),
)
