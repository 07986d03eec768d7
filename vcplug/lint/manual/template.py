"""Room 8: what the API server's schema and Kubernetes' own rules refuse of a pod template."""

from vcplug.lint.manual import Entry

ENTRIES = (
    Entry(
        "VCP801",
        "The pod template has no such field in this release's Kubernetes.",
        "kubectl asks the API server to be strict and is refused. Every other client loses the field without a word. Each "
        "Volcano release holds the pod template of one Kubernetes version: a newer field is unknown to it.",
        """\
containers:
- name: main
  image: example/app:1.0
  imagePullPolcy: Always
""",
        """\
containers:
- name: main
  image: example/app:1.0
  imagePullPolicy: Always
""",
        line=4,
    ),
    Entry(
        "VCP802",
        "A value in the pod template is of the wrong type.",
        "The API server refuses the Job. The values of env, labels and annotations are strings: numbers and booleans need "
        "quotes. A quantity may be a whole number or a string, so 0.5 needs quotes too, although a plain Pod would take it.",
        """\
containers:
- name: main
  image: example/app:1.0
  env:
  - name: EPOCHS
    value: 5
""",
        """\
containers:
- name: main
  image: example/app:1.0
  env:
  - name: EPOCHS
    value: "5"
""",
        line=6,
    ),
    Entry(
        "VCP803",
        "A field that the pod template must have is missing.",
        "The schema or the webhook refuses the Job: every container needs a name and an image, every mount a mountPath, "
        "every pod a container.",
        """\
containers:
- name: main
""",
        """\
containers:
- name: main
  image: example/app:1.0
""",
        line=2,
    ),
    Entry(
        "VCP804",
        "A word that is none of those the field knows.",
        "Kubernetes knows a fixed set of words for such a field, upper and lower case included. The webhook checks the "
        "template by Kubernetes' own rules and refuses the Job.",
        """\
containers:
- name: main
  image: example/app:1.0
  imagePullPolicy: always
""",
        """\
containers:
- name: main
  image: example/app:1.0
  imagePullPolicy: Always
""",
        line=4,
    ),
    Entry(
        "VCP805",
        "A name in the pod template is not well formed.",
        "Containers, volumes, hostnames and variables have rules for their names: containers and volumes are DNS labels, "
        "with lower-case letters, digits and - only. The webhook refuses anything else.",
        """\
containers:
- name: Main
  image: example/app:1.0
""",
        """\
containers:
- name: main
  image: example/app:1.0
""",
        line=2,
    ),
    Entry(
        "VCP806",
        "A port is out of range, or its name is not well formed.",
        "A port is a number from 1 to 65535. Its name has at most 15 lower-case letters, digits and single -, with at least "
        "one letter. The webhook refuses anything else.",
        """\
containers:
- name: main
  image: example/app:1.0
  ports:
  - containerPort: 70000
""",
        """\
containers:
- name: main
  image: example/app:1.0
  ports:
  - containerPort: 7000
""",
        line=5,
    ),
    Entry(
        "VCP807",
        "An amount is not a quantity, or is negative.",
        "Kubernetes knows the suffixes m, k, M, G, T, P, E and Ki, Mi, Gi, Ti, Pi, Ei, not GB. The Job is refused.",
        """\
containers:
- name: main
  image: example/app:1.0
  resources:
    limits:
      memory: 4GB
""",
        """\
containers:
- name: main
  image: example/app:1.0
  resources:
    limits:
      memory: 4G
""",
        line=6,
    ),
    Entry(
        "VCP808",
        "Something that must be unique is there twice.",
        "Containers, volumes, ports, mounts and the like are known by their name, number or path. The schema or the webhook "
        "refuses a second one.",
        """\
containers:
- name: main
  image: example/app:1.0
- name: main
  image: example/metrics:1.0
""",
        """\
containers:
- name: main
  image: example/app:1.0
- name: metrics
  image: example/metrics:1.0
""",
        line=4,
    ),
    Entry(
        "VCP809",
        "A mount of a volume that does not exist.",
        "The webhook checks the template before plugins and job volumes are added to it, so <job>-svc is unknown to it as "
        "well. The Job is refused.",
        """\
containers:
- name: main
  image: example/app:1.0
  volumeMounts:
  - name: data
    mountPath: /data
""",
        """\
containers:
- name: main
  image: example/app:1.0
  volumeMounts:
  - name: data
    mountPath: /data
volumes:
- name: data
  emptyDir: {}
""",
        line=5,
    ),
    Entry(
        "VCP810",
        "More is requested than the limit allows.",
        "A container cannot ask for more than it may have; the webhook refuses the Job.",
        """\
containers:
- name: main
  image: example/app:1.0
  resources:
    requests:
      memory: 8Gi
    limits:
      memory: 4Gi
""",
        """\
containers:
- name: main
  image: example/app:1.0
  resources:
    requests:
      memory: 4Gi
    limits:
      memory: 4Gi
""",
        line=6,
    ),
    Entry(
        "VCP811",
        "An extended resource must be whole, and request and limit equal.",
        "GPUs and other extended resources cannot be divided or over-committed: whole numbers only, a limit always, and a "
        "request, if any, that equals it. The webhook refuses the rest.",
        """\
containers:
- name: main
  image: example/app:1.0
  resources:
    requests:
      nvidia.com/gpu: 1
""",
        """\
containers:
- name: main
  image: example/app:1.0
  resources:
    limits:
      nvidia.com/gpu: 1
""",
        line=6,
    ),
    Entry(
        "VCP812",
        "There is no resource of this name.",
        "Kubernetes knows cpu, memory, ephemeral-storage and hugepages; every other resource has a domain before its name. "
        "The webhook refuses the Job.",
        """\
containers:
- name: main
  image: example/app:1.0
  resources:
    limits:
      gpu: 1
""",
        """\
containers:
- name: main
  image: example/app:1.0
  resources:
    limits:
      nvidia.com/gpu: 1
""",
        line=6,
    ),
    Entry(
        "VCP813",
        "Huge pages are not asked for as they must be.",
        "They need a CPU or memory request beside them, and a multiple of the page size. The webhook refuses the rest.",
        """\
containers:
- name: main
  image: example/app:1.0
  resources:
    limits:
      hugepages-2Mi: 64Mi
""",
        """\
containers:
- name: main
  image: example/app:1.0
  resources:
    limits:
      memory: 1Gi
      hugepages-2Mi: 64Mi
""",
        line=4,
    ),
    Entry(
        "VCP814",
        "A variable has no source, or more than one.",
        "A variable has a value or one source behind valueFrom, and an entry of envFrom names one ConfigMap or Secret. The "
        "webhook refuses the rest.",
        """\
containers:
- name: main
  image: example/app:1.0
  env:
  - name: TOKEN
    value: abc
    valueFrom:
      secretKeyRef: {name: hub, key: token}
""",
        """\
containers:
- name: main
  image: example/app:1.0
  env:
  - name: TOKEN
    valueFrom:
      secretKeyRef: {name: hub, key: token}
""",
        line=7,
    ),
    Entry(
        "VCP815",
        "A field or resource that a variable or file cannot refer to.",
        "fieldRef and resourceFieldRef know a fixed set of fields, fewer for variables than for files. The webhook refuses "
        "the rest.",
        """\
containers:
- name: main
  image: example/app:1.0
  env:
  - name: HOST
    valueFrom:
      fieldRef: {fieldPath: spec.hostname}
""",
        """\
containers:
- name: main
  image: example/app:1.0
  env:
  - name: NODE
    valueFrom:
      fieldRef: {fieldPath: spec.nodeName}
""",
        line=7,
    ),
    Entry(
        "VCP816",
        "A probe or lifecycle hook has no handler, or more than one.",
        "It does exactly one thing: exec, httpGet, tcpSocket or grpc (hooks: exec, httpGet, tcpSocket or sleep). The "
        "webhook refuses the rest.",
        """\
containers:
- name: main
  image: example/app:1.0
  livenessProbe:
    periodSeconds: 10
""",
        """\
containers:
- name: main
  image: example/app:1.0
  livenessProbe:
    periodSeconds: 10
    tcpSocket: {port: 8000}
""",
        line=4,
    ),
    Entry(
        "VCP817",
        "A number in the pod template is out of range.",
        "Seconds, thresholds, weights and user ids have bounds, and the webhook refuses what lies outside.",
        """\
activeDeadlineSeconds: 0
""",
        """\
activeDeadlineSeconds: 3600
""",
        line=1,
    ),
    Entry(
        "VCP818",
        "A volume has more than one source.",
        "A volume is one thing; the webhook refuses two.",
        """\
containers:
- name: main
  image: example/app:1.0
volumes:
- name: data
  emptyDir: {}
  hostPath: {path: /data}
""",
        """\
containers:
- name: main
  image: example/app:1.0
volumes:
- name: data
  hostPath: {path: /data}
""",
        line=7,
    ),
    Entry(
        "VCP819",
        "A volume's source does not fit together.",
        "Each kind of volume has rules of its own: an iSCSI name has a form, a Fibre Channel volume needs targets or an id, "
        "and so on. The webhook refuses the rest.",
        """\
containers:
- name: main
  image: example/app:1.0
volumes:
- name: data
  fc: {}
""",
        """\
containers:
- name: main
  image: example/app:1.0
volumes:
- name: data
  fc: {wwids: [3600508b400105e210000900000490000]}
""",
        line=6,
    ),
    Entry(
        "VCP820",
        "A path that leaves where it may go.",
        "subPath and the paths of a volume's items stay below their volume: relative, without a .. in them. NFS exports are "
        "absolute. The webhook refuses the rest.",
        """\
containers:
- name: main
  image: example/app:1.0
  volumeMounts:
  - name: data
    mountPath: /data
    subPath: ../runs
volumes:
- name: data
  emptyDir: {}
""",
        """\
containers:
- name: main
  image: example/app:1.0
  volumeMounts:
  - name: data
    mountPath: /data
    subPath: runs
volumes:
- name: data
  emptyDir: {}
""",
        line=7,
    ),
    Entry(
        "VCP821",
        "Not a file mode.",
        "A mode lies between 0 and 0777. YAML reads it as octal only behind a leading 0: 644 is the decimal number 644, "
        "beyond the largest mode, 511. The webhook refuses it.",
        """\
containers:
- name: main
  image: example/app:1.0
volumes:
- name: scripts
  configMap: {name: scripts, defaultMode: 755}
""",
        """\
containers:
- name: main
  image: example/app:1.0
volumes:
- name: scripts
  configMap: {name: scripts, defaultMode: 0755}
""",
        line=6,
    ),
    Entry(
        "VCP822",
        "Options of a mount that exclude each other.",
        "subPath and subPathExpr together, Bidirectional propagation in a container that is not privileged, or a recursive "
        "read-only mount that is not read-only. The webhook refuses them.",
        """\
containers:
- name: main
  image: example/app:1.0
  volumeMounts:
  - name: data
    mountPath: /data
    mountPropagation: Bidirectional
volumes:
- name: data
  emptyDir: {}
""",
        """\
containers:
- name: main
  image: example/app:1.0
  volumeMounts:
  - name: data
    mountPath: /data
    mountPropagation: HostToContainer
volumes:
- name: data
  emptyDir: {}
""",
        line=7,
    ),
    Entry(
        "VCP823",
        "With hostNetwork, hostPort differs from containerPort.",
        "With hostNetwork the container's port is the node's port; the webhook refuses another one.",
        """\
hostNetwork: true
containers:
- name: main
  image: example/app:1.0
  ports:
  - containerPort: 8000
    hostPort: 80
""",
        """\
hostNetwork: true
containers:
- name: main
  image: example/app:1.0
  ports:
  - containerPort: 8000
    hostPort: 8000
""",
        line=7,
    ),
    Entry(
        "VCP824",
        "A selector whose operator and values do not fit.",
        "In and NotIn need values, Exists and DoesNotExist take none, Gt and Lt take one number. The webhook refuses the "
        "rest, and operators that do not exist.",
        """\
affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
      - matchExpressions:
        - key: gpu
          operator: In
""",
        """\
affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
      - matchExpressions:
        - key: gpu
          operator: In
          values: [a100]
""",
        line=6,
    ),
    Entry(
        "VCP825",
        "A toleration that does not fit together.",
        "Exists takes no value, Equal needs a key, and tolerationSeconds is for NoExecute only. The webhook refuses the rest.",
        """\
tolerations:
- key: gpu
  operator: Exists
  value: a100
""",
        """\
tolerations:
- key: gpu
  operator: Equal
  value: a100
""",
        line=4,
    ),
    Entry(
        "VCP826",
        "A label of the pod template, or a selector's, is not well formed.",
        "A key has at most 63 characters behind an optional domain and /, a value at most 63 letters, digits, -, _ and . "
        "with a letter or digit at both ends. The webhook refuses the rest.",
        """\
nodeSelector:
  pool: gpu pool
""",
        """\
nodeSelector:
  pool: gpu-pool
""",
        line=2,
    ),
    Entry(
        "VCP827",
        "An annotation of the pod template is not well formed.",
        "Keys are like those of labels, all annotations together may have 256 KiB, and some that Kubernetes knows have "
        "rules of their own. The webhook refuses the rest.",
        """\
tasks:
- name: worker
  replicas: 1
  template:
    metadata:
      annotations:
        my note: hello
    spec:
""",
        """\
tasks:
- name: worker
  replicas: 1
  template:
    metadata:
      annotations:
        my-note: hello
    spec:
""",
        line=7,
    ),
    Entry(
        "VCP828",
        "Security settings that exclude each other.",
        "A privileged container can always gain privileges, an unmasked /proc needs users of its own, and shared processes "
        "are not the host's. The webhook refuses both together.",
        """\
containers:
- name: main
  image: example/app:1.0
  securityContext:
    privileged: true
    allowPrivilegeEscalation: false
""",
        """\
containers:
- name: main
  image: example/app:1.0
  securityContext:
    privileged: true
""",
        line=6,
    ),
    Entry(
        "VCP829",
        "A seccomp or AppArmor profile that does not fit together.",
        "localhostProfile names a file and goes with type Localhost only. The webhook refuses the rest.",
        """\
securityContext:
  seccompProfile:
    type: RuntimeDefault
    localhostProfile: profiles/a.json
""",
        """\
securityContext:
  seccompProfile:
    type: RuntimeDefault
""",
        line=4,
    ),
    Entry(
        "VCP830",
        "A sysctl that a pod cannot set.",
        "Its name is not well formed, or it belongs to the node, because the pod uses the node's network or processes. The "
        "webhook refuses it.",
        """\
securityContext:
  sysctls:
  - name: net.core.SoMaxConn
    value: "1024"
""",
        """\
securityContext:
  sysctls:
  - name: net.core.somaxconn
    value: "1024"
""",
        line=3,
    ),
    Entry(
        "VCP831",
        "A setting of another operating system.",
        "With os.name windows the settings of Linux are refused, and the other way round. A stopSignal needs os.name.",
        """\
os:
  name: windows
securityContext:
  runAsUser: 1000
""",
        """\
os:
  name: linux
securityContext:
  runAsUser: 1000
""",
        line=4,
    ),
    Entry(
        "VCP832",
        "A Windows option that is not well formed.",
        "runAsUserName is DOMAIN\\user, with limits for each half. The webhook refuses the rest.",
        """\
securityContext:
  windowsOptions:
    runAsUserName: a\\b\\c
""",
        """\
securityContext:
  windowsOptions:
    runAsUserName: a\\b
""",
        line=3,
    ),
    Entry(
        "VCP833",
        "DNS or hostname settings that are too many or exclude each other.",
        "A pod may have 3 nameservers, 32 search domains (6 in Volcano 1.8), and one way to set its hostname. The "
        "webhook refuses the rest.",
        """\
dnsConfig:
  nameservers: [10.0.0.1, 10.0.0.2, 10.0.0.3, 10.0.0.4]
""",
        """\
dnsConfig:
  nameservers: [10.0.0.1, 10.0.0.2, 10.0.0.3]
""",
        line=2,
    ),
    Entry(
        "VCP834",
        "Not an IP address.",
        "Nameservers and host aliases are addresses, not names. The webhook refuses the rest.",
        """\
hostAliases:
- ip: storage
  hostnames: [storage.local]
""",
        """\
hostAliases:
- ip: 10.0.0.7
  hostnames: [storage.local]
""",
        line=2,
    ),
    Entry(
        "VCP835",
        "A topology spread constraint that does not fit together.",
        "minDomains goes with DoNotSchedule only, and a label key stands either in the selector or in matchLabelKeys. The "
        "webhook refuses the rest.",
        """\
topologySpreadConstraints:
- maxSkew: 1
  topologyKey: zone
  whenUnsatisfiable: ScheduleAnyway
  minDomains: 2
""",
        """\
topologySpreadConstraints:
- maxSkew: 1
  topologyKey: zone
  whenUnsatisfiable: DoNotSchedule
  minDomains: 2
""",
        line=5,
    ),
    Entry(
        "VCP836",
        "A claim that does not fit together.",
        "A container's resource claim must be one of the pod's, and each of those names one source. The webhook refuses the "
        "rest.",
        """\
containers:
- name: main
  image: example/app:1.0
  resources:
    claims:
    - name: gpu
""",
        """\
containers:
- name: main
  image: example/app:1.0
  resources:
    claims:
    - name: gpu
resourceClaims:
- name: gpu
  resourceClaimName: gpu
""",
        line=6,
    ),
    Entry(
        "VCP837",
        "A field that a template cannot have.",
        "Ephemeral containers are added to running pods only, and a container has no restartPolicy of its own: from 1.9 "
        "on an init container may have one. The webhook refuses them.",
        """\
containers:
- name: main
  image: example/app:1.0
ephemeralContainers:
- name: debug
  image: example/debug:1.0
""",
        """\
containers:
- name: main
  image: example/app:1.0
""",
        line=4,
    ),
    Entry(
        "VCP838",
        "A field that an init container cannot have.",
        "An init container runs once, before the others: it has no probes and no lifecycle hooks, unless it is a sidecar "
        "(restartPolicy Always, from 1.9 on). The webhook refuses the rest.",
        """\
initContainers:
- name: fetch
  image: example/fetch:1.0
  readinessProbe:
    tcpSocket: {port: 8000}
""",
        """\
initContainers:
- name: fetch
  image: example/fetch:1.0
""",
        line=4,
    ),
    Entry(
        "VCP839",
        "Users of one's own beside the host's network, processes or IPC.",
        "With hostUsers false a pod cannot share other namespaces of the node. The webhook refuses both together.",
        """\
hostUsers: false
hostNetwork: true
""",
        """\
hostUsers: false
""",
        line=2,
    ),
    Entry(
        "VCP840",
        "Resources of the pod that do not fit its containers.",
        "Resources can be given for the pod as a whole: its requests must cover what its containers ask for together, its "
        "limits what each of them may have. The webhook refuses the rest.",
        """\
containers:
- name: main
  image: example/app:1.0
  resources:
    requests:
      cpu: 2
resources:
  requests:
    cpu: 1
""",
        """\
containers:
- name: main
  image: example/app:1.0
  resources:
    requests:
      cpu: 2
resources:
  requests:
    cpu: 2
""",
        line=9,
        since="1.15",
    ),
)
