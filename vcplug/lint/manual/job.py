"""Room 7: what admission refuses of a Job, and what is accepted and then does not do what was meant."""

from vcplug.lint.manual import Entry

ENTRIES = (
    Entry(
        "VCP701",
        "A value of the Job is of the wrong type.",
        "The API server checks types by the CRD's schema and refuses the Job: a text where a number is due, a list where a "
        "mapping is due, a number where a string is due.",
        """\
tasks:
- name: worker
  replicas: "2"
""",
        """\
tasks:
- name: worker
  replicas: 2
""",
        line=3,
    ),
    Entry(
        "VCP702",
        "The Job has no such field in this release.",
        "kubectl asks the API server to be strict and is refused. Every other client loses the field without a word, so "
        "that what it was to say holds by default.",
        """\
minavailable: 2
""",
        """\
minAvailable: 2
""",
    ),
    Entry(
        "VCP703",
        "A field that the Job must have is missing.",
        "The API server refuses the Job: it has no name, or a job volume has no mountPath, or the like.",
        """\
volumes:
- volumeClaimName: corpus
""",
        """\
volumes:
- volumeClaimName: corpus
  mountPath: /data
""",
        line=2,
    ),
    Entry(
        "VCP704",
        "A number of the Job is out of range.",
        "Counts may not be negative, minSuccess must be at least 1, and every number must fit its field. The webhook (up to "
        "1.13) or the schema (from 1.14 on) refuses the Job.",
        """\
tasks:
- name: worker
  replicas: -1
""",
        """\
tasks:
- name: worker
  replicas: 1
""",
        line=3,
    ),
    Entry(
        "VCP705",
        "A name or path in the Job is not well formed.",
        "The Job's name must be a DNS subdomain that fits a label; tasks are DNS labels; queues, claims and priority "
        "classes are DNS subdomains. Otherwise the API server or the webhook refuses the Job.",
        """\
tasks:
- name: Worker_1
  replicas: 1
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
""",
        """\
tasks:
- name: worker-1
  replicas: 1
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
""",
        line=2,
    ),
    Entry(
        "VCP706",
        "A word that is none of those the field knows.",
        "Events of policies, topology policies and modes are fixed sets of words, upper and lower case included. The schema "
        "or the webhook refuses any other, and an event that the release does not know yet.",
        """\
policies:
- event: TaskComplete
  action: CompleteJob
""",
        """\
policies:
- event: TaskCompleted
  action: CompleteJob
""",
        line=2,
    ),
    Entry(
        "VCP707",
        "A label or annotation of the Job is not well formed.",
        "The API server refuses the Job. Keys are at most 63 characters behind an optional domain and /; label values have "
        "at most 63 letters, digits, -, _ and .; all annotations together may have 256 KiB.",
        """\
metadata:
  name: train
  labels:
    owner: Jane Doe
""",
        """\
metadata:
  name: train
  labels:
    owner: jane-doe
""",
        line=4,
    ),
    Entry(
        "VCP708",
        "The job has no tasks.",
        "The webhook, or from 1.14 on the schema, refuses it: there would be no pod.",
        """\
tasks: []
""",
        """\
tasks:
- name: worker
  replicas: 1
""",
    ),
    Entry(
        "VCP709",
        "A field that the cluster sets itself.",
        "status, uid, creationTimestamp and the like come from `kubectl get -o yaml`. They are dropped when the Job is created.",
        """\
metadata:
  name: train
  uid: 5f0c6f9e-2f4c-4c0e-8a0e-0f6b9c1d2e3f
""",
        """\
metadata:
  name: train
""",
        line=3,
    ),
    Entry(
        "VCP710",
        "minAvailable is more than there are pods.",
        "The webhook refuses a task with minAvailable above its replicas, and a job with minAvailable above all replicas: "
        "it could never start.",
        """\
minAvailable: 3
tasks:
- name: worker
  replicas: 2
""",
        """\
minAvailable: 2
tasks:
- name: worker
  replicas: 2
""",
    ),
    Entry(
        "VCP711",
        "Two tasks have the same name.",
        "The webhook refuses the Job: pods are called by their task, <job>-<task>-<index>.",
        """\
tasks:
- name: worker
  replicas: 1
- name: worker
  replicas: 2
""",
        """\
tasks:
- name: worker
  replicas: 3
""",
        line=4,
    ),
    Entry(
        "VCP712",
        "A policy has an event and an exitCode.",
        "The webhook refuses it: a policy waits for one or the other.",
        """\
policies:
- event: PodFailed
  exitCode: 3
  action: RestartJob
""",
        """\
policies:
- exitCode: 3
  action: RestartJob
""",
        line=2,
    ),
    Entry(
        "VCP713",
        "A policy has neither an event nor an exitCode.",
        "The webhook refuses it: nothing says when the action is due.",
        """\
policies:
- action: RestartJob
""",
        """\
policies:
- event: PodEvicted
  action: RestartJob
""",
        line=2,
    ),
    Entry(
        "VCP714",
        "A policy's action is missing, unknown, or Volcano's own.",
        "The webhook refuses it. It knows AbortJob, RestartJob, RestartTask, RestartPod (from 1.11 on), RestartPartition "
        "(from 1.14 on), TerminateJob, CompleteJob and ResumeJob. Beside an exitCode the action is not checked.",
        """\
policies:
- event: PodFailed
  action: restartJob
""",
        """\
policies:
- event: PodFailed
  action: RestartJob
""",
        line=3,
    ),
    Entry(
        "VCP715",
        "The same event has two policies.",
        "The webhook refuses it: within one list an event has one action.",
        """\
policies:
- event: PodFailed
  action: RestartTask
- event: PodFailed
  action: AbortJob
""",
        """\
policies:
- event: PodFailed
  action: RestartTask
""",
        line=4,
    ),
    Entry(
        "VCP716",
        "A policy waits for exitCode 0.",
        "The webhook refuses it: 0 is success, not an error to act upon. The event TaskCompleted is what is meant.",
        """\
policies:
- exitCode: 0
  action: CompleteJob
""",
        """\
policies:
- event: TaskCompleted
  action: CompleteJob
""",
        line=2,
    ),
    Entry(
        "VCP717",
        "The same exitCode has two policies.",
        "The webhook refuses it: within one list an exit code has one action.",
        """\
policies:
- exitCode: 3
  action: RestartTask
- exitCode: 3
  action: AbortJob
""",
        """\
policies:
- exitCode: 3
  action: RestartTask
""",
        line=4,
    ),
    Entry(
        "VCP718",
        "The event * stands beside another event.",
        "* means every event, so the webhook refuses any other one in the same list.",
        """\
policies:
- event: "*"
  action: RestartJob
- event: PodFailed
  action: AbortJob
""",
        """\
policies:
- event: "*"
  action: RestartJob
""",
        line=2,
    ),
    Entry(
        "VCP719",
        "A NUMA topologyPolicy needs whole CPUs.",
        "With a topologyPolicy other than none, every container and init container must ask for a whole number of CPUs, at "
        "least 1; limits stand in where there are no requests at all. The webhook refuses anything else.",
        """\
tasks:
- name: worker
  replicas: 1
  topologyPolicy: single-numa-node
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        resources:
          requests:
            cpu: 1500m
""",
        """\
tasks:
- name: worker
  replicas: 1
  topologyPolicy: single-numa-node
  template:
    spec:
      containers:
      - name: main
        image: example/app:1.0
        resources:
          requests:
            cpu: 2
""",
        line=12,
    ),
    Entry(
        "VCP720",
        "The partitions do not add up to the replicas.",
        "The webhook refuses a task whose replicas are not totalPartitions × partitionSize.",
        """\
tasks:
- name: worker
  replicas: 7
  partitionPolicy:
    totalPartitions: 2
    partitionSize: 4
    minPartitions: 1
""",
        """\
tasks:
- name: worker
  replicas: 8
  partitionPolicy:
    totalPartitions: 2
    partitionSize: 4
    minPartitions: 1
""",
        line=4,
        since="1.14",
    ),
    Entry(
        "VCP721",
        "minAvailable does not fit the partitions.",
        "A task with a partitionPolicy starts whole partitions, so the webhook wants minAvailable to be minPartitions × "
        "partitionSize (1.14.0 to 1.14.2 and 1.15.0 always, later releases where minPartitions is above 0). Left out, it "
        "is.",
        """\
tasks:
- name: worker
  replicas: 8
  minAvailable: 6
  partitionPolicy:
    totalPartitions: 2
    partitionSize: 4
    minPartitions: 1
""",
        """\
tasks:
- name: worker
  replicas: 8
  minAvailable: 4
  partitionPolicy:
    totalPartitions: 2
    partitionSize: 4
    minPartitions: 1
""",
        line=4,
        since="1.14",
    ),
    Entry(
        "VCP722",
        "networkTopology has a highest tier by number and by name.",
        "The webhook refuses both together: they say the same in two ways.",
        """\
networkTopology:
  mode: hard
  highestTierAllowed: 2
  highestTierName: rack
""",
        """\
networkTopology:
  mode: hard
  highestTierAllowed: 2
""",
        since="1.14",
    ),
    Entry(
        "VCP723",
        "Two job volumes are mounted at the same path.",
        "The webhook refuses the Job: every container gets every job volume, and a path holds one.",
        """\
volumes:
- mountPath: /data
  volumeClaimName: corpus
- mountPath: /data
  volumeClaimName: models
""",
        """\
volumes:
- mountPath: /data
  volumeClaimName: corpus
- mountPath: /models
  volumeClaimName: models
""",
        line=4,
    ),
    Entry(
        "VCP724",
        "A job volume has no claim.",
        "The webhook refuses it: a job volume is a claim that exists (volumeClaimName) or one that the controller is to "
        "make (volumeClaim).",
        """\
volumes:
- mountPath: /data
""",
        """\
volumes:
- mountPath: /data
  volumeClaimName: corpus
""",
        line=2,
    ),
    Entry(
        "VCP725",
        "A job volume names a claim and describes one.",
        "The webhook refuses both together: volumeClaimName is for a claim that exists, volumeClaim for one that the "
        "controller is to make.",
        """\
volumes:
- mountPath: /data
  volumeClaimName: corpus
  volumeClaim:
    accessModes: [ReadWriteMany]
    resources:
      requests:
        storage: 10Gi
""",
        """\
volumes:
- mountPath: /data
  volumeClaimName: corpus
""",
        line=2,
    ),
    Entry(
        "VCP726",
        "The job asks for the root queue.",
        "From 1.11 on queues form a tree, and the webhook refuses jobs in its root. Whether any other queue exists and is "
        "open only the cluster knows.",
        """\
queue: root
""",
        """\
queue: default
""",
        since="1.11",
    ),
    Entry(
        "VCP727",
        "Tasks wait for each other in a circle.",
        "The webhook refuses it: none of them could ever start.",
        """\
minAvailable: 1
tasks:
- name: load
  replicas: 1
  dependsOn:
    name: [train]
- name: train
  replicas: 1
  dependsOn:
    name: [load]
""",
        """\
minAvailable: 1
tasks:
- name: load
  replicas: 1
- name: train
  replicas: 1
  dependsOn:
    name: [load]
""",
        line=10,
    ),
    Entry(
        "VCP728",
        "A task depends on one that does not exist.",
        "The webhook refuses the Job.",
        """\
minAvailable: 1
tasks:
- name: load
  replicas: 1
- name: train
  replicas: 1
  dependsOn:
    name: [loads]
""",
        """\
minAvailable: 1
tasks:
- name: load
  replicas: 1
- name: train
  replicas: 1
  dependsOn:
    name: [load]
""",
        line=8,
    ),
    Entry(
        "VCP729",
        "A task names another one twice in dependsOn.",
        "The webhook counts it twice but finds it once, takes the tasks for a circle, and refuses the Job.",
        """\
minAvailable: 1
tasks:
- name: load
  replicas: 1
- name: train
  replicas: 1
  dependsOn:
    name: [load, load]
""",
        """\
minAvailable: 1
tasks:
- name: load
  replicas: 1
- name: train
  replicas: 1
  dependsOn:
    name: [load]
""",
        line=8,
    ),
    Entry(
        "VCP730",
        "A field that cannot be changed in a job that exists.",
        "The webhook lets an edit change minAvailable, the tasks' replicas and minAvailable, and priorityClassName, and "
        "nothing else in spec. Defaults are filled in only on creation: an edit that leaves a defaulted field out is "
        "refused as a change.",
        """\
minAvailable: 2
queue: urgent
""",
        """\
minAvailable: 1
queue: default
""",
        line=2,
        before="""\
minAvailable: 2
queue: default
""",
    ),
    Entry(
        "VCP731",
        "Tasks cannot come or go in a job that exists.",
        "The webhook refuses an edit that adds or removes a task. Replicas may change, to 0 too.",
        """\
minAvailable: 2
tasks:
- name: worker
  replicas: 2
- name: monitor
  replicas: 1
""",
        """\
minAvailable: 2
tasks:
- name: worker
  replicas: 3
""",
        line=2,
        before="""\
minAvailable: 2
tasks:
- name: worker
  replicas: 2
""",
    ),
    Entry(
        "VCP732",
        "A task with partitions cannot be scaled.",
        "The webhook refuses an edit that changes the replicas of a task with a partitionPolicy.",
        """\
tasks:
- name: worker
  replicas: 12
  minAvailable: 4
  partitionPolicy:
    totalPartitions: 2
    partitionSize: 4
    minPartitions: 1
""",
        """\
tasks:
- name: worker
  replicas: 8
  minAvailable: 4
  partitionPolicy:
    totalPartitions: 2
    partitionSize: 4
    minPartitions: 1
""",
        line=3,
        since="1.14",
        before="""\
tasks:
- name: worker
  replicas: 8
  minAvailable: 4
  partitionPolicy:
    totalPartitions: 2
    partitionSize: 4
    minPartitions: 1
""",
    ),
    Entry(
        "VCP751",
        "No restartPolicy.",
        "Kubernetes takes Always: a container that ends, even well, is started again, so its pod never completes, and "
        "neither does the job.",
        """\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata:
  name: train
spec:
  tasks:
  - name: worker
    replicas: 1
    template:
      spec:
        containers:
        - name: main
          image: example/app:1.0
""",
        """\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata:
  name: train
spec:
  tasks:
  - name: worker
    replicas: 1
    template:
      spec:
        restartPolicy: OnFailure
        containers:
        - name: main
          image: example/app:1.0
""",
        line=10,
    ),
    Entry(
        "VCP752",
        "No policy ends the job when its leading task ends.",
        "When mpi's master, ray's head or pytorch's master is done, the job is: but workers such as sshd or `ray start "
        "--block` never end by themselves. Without a policy for TaskCompleted they run on, and hold their GPUs.",
        """\
plugins:
  mpi: []
policies:
- event: PodEvicted
  action: RestartJob
tasks:
- name: master
  replicas: 1
- name: worker
  replicas: 2
""",
        """\
plugins:
  mpi: []
policies:
- event: PodEvicted
  action: RestartJob
tasks:
- name: master
  replicas: 1
  policies:
  - event: TaskCompleted
    action: CompleteJob
- name: worker
  replicas: 2
""",
        line=7,
    ),
    Entry(
        "VCP753",
        "A task says nothing of replicas.",
        "Volcano takes 0, not 1 as Deployments do: the task has no pods.",
        """\
tasks:
- name: worker
  replicas: 2
- name: monitor
""",
        """\
tasks:
- name: worker
  replicas: 2
- name: monitor
  replicas: 1
""",
        line=4,
    ),
    Entry(
        "VCP754",
        "A 0 that does not mean none.",
        "Volcano's webhook takes 0 for absent: minAvailable 0 becomes the sum over the tasks, and maxRetry 0 becomes 3.",
        """\
maxRetry: 0
""",
        """\
maxRetry: 1
""",
    ),
    Entry(
        "VCP755",
        "dependsOn and minAvailable wait for each other.",
        "A task that depends on others gets no pods before they are there, and Volcano starts no pod before minAvailable of "
        "them fit. Where minAvailable counts pods that must wait, nothing starts at all.",
        """\
minAvailable: 3
tasks:
- name: load
  replicas: 1
- name: train
  replicas: 2
  dependsOn:
    name: [load]
""",
        """\
minAvailable: 1
tasks:
- name: load
  replicas: 1
- name: train
  replicas: 2
  dependsOn:
    name: [load]
""",
    ),
    Entry(
        "VCP756",
        "A job volume is not mounted where it is needed.",
        "The controller mounts job volumes in containers, never in init containers. A claim that is named twice is taken "
        "once: the second mountPath is not mounted at all.",
        """\
volumes:
- mountPath: /data
  volumeClaimName: corpus
- mountPath: /backup
  volumeClaimName: corpus
""",
        """\
volumes:
- mountPath: /data
  volumeClaimName: corpus
""",
        line=5,
    ),
    Entry(
        "VCP757",
        "partitionPolicy without minPartitions, in a release that takes 0 as the minimum.",
        "Volcano 1.14.0 to 1.14.2 and 1.15.0 set the task's minAvailable to minPartitions × partitionSize even when "
        "minPartitions is not given: to 0. The job then starts without waiting for this task. Later releases take the "
        "replicas.",
        """\
tasks:
- name: worker
  replicas: 8
  partitionPolicy:
    totalPartitions: 2
    partitionSize: 4
""",
        """\
tasks:
- name: worker
  replicas: 8
  partitionPolicy:
    totalPartitions: 2
    partitionSize: 4
    minPartitions: 2
""",
        line=4,
        release="1.15.0",
        since="1.14",
        until="1.15.1",
    ),
    Entry(
        "VCP758",
        "An image without a version.",
        "No tag means latest, and latest may be another image tomorrow, or differ between the nodes of one job.",
        """\
containers:
- name: main
  image: example/app
""",
        """\
containers:
- name: main
  image: example/app:1.0
""",
        line=3,
    ),
    Entry(
        "VCP759",
        "WORLD_SIZE counts pods, not GPUs.",
        "pytorch sets WORLD_SIZE to the number of pods and RANK to the pod's number. A pod with several GPUs runs several "
        "processes: torchrun counts those, when it is told the number of pods and the pod's place.",
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
        command: ["python", "train.py"]
        resources:
          limits:
            nvidia.com/gpu: 8
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
        command: ["sh", "-c", "torchrun --nnodes=$WORLD_SIZE --node-rank=$RANK --nproc-per-node=8 train.py"]
        resources:
          limits:
            nvidia.com/gpu: 8
- name: worker
  replicas: 2
""",
        line=14,
    ),
    Entry(
        "VCP760",
        "A key is written twice.",
        "Of two equal keys the last one counts, and the first is lost without a word. It is an error where the two values "
        "differ, a warning where they are the same.",
        """\
queue: urgent
minAvailable: 2
queue: urgent
""",
        """\
minAvailable: 2
queue: urgent
""",
    ),
    Entry(
        "VCP761",
        "A field is null.",
        "The API server drops it, as if it had not been written: a key with nothing behind its colon says nothing.",
        """\
minAvailable: 2
queue:
""",
        """\
minAvailable: 2
""",
        line=2,
    ),
)
