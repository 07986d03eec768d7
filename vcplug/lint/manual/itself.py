"""Room 9: vcplug itself."""

from vcplug.lint.manual import Entry

ENTRIES = (
    Entry(
        "VCP901",
        "A suppression that silences nothing.",
        "The mistake is gone, or was never there. Left in place, the comment would hide the next one. Suppressions are "
        "counted as unused only when all rules that they name were asked.",
        """\
plugins:
  svc: []  # vcplug: ignore[VCP104] not yet
""",
        """\
plugins:
  svc: []
""",
        line=2,
    ),
    Entry(
        "VCP902",
        "The file cannot be read.",
        "It is not YAML, not JSON, not UTF-8, too deep or too large, or it is a Helm template that has not been rendered. "
        "Nothing else is said of such a file.",
        """\
plugins:
\tsvc: []
""",
        """\
plugins:
  svc: []
""",
        line=2,
    ),
    Entry(
        "VCP903",
        "There is no code of this name.",
        "A suppression, an option or the config names a code that vcplug does not have, so it does nothing.",
        """\
plugins:
  # vcplug: ignore[VCP2055] no names needed
  ssh: []
  svc: []
""",
        """\
plugins:
  # vcplug: ignore[VCP205] no names needed
  ssh: []
""",
        line=2,
    ),
    Entry(
        "VCP904",
        "The job names another namespace than the command.",
        "As kubectl does, `-n` fills in a missing namespace and refuses a different one: the job would land where nobody looks.",
        """\
metadata:
  name: train
  namespace: research
""",
        """\
metadata:
  name: train
""",
        line=3,
        options=("-n", "default"),
    ),
    Entry(
        "VCP905",
        "Two jobs of one name and namespace in one input.",
        "The objects that they become would have the same names, and the second would overwrite the first.",
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
---
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata:
  name: train
spec:
  tasks:
  - name: worker
    replicas: 2
    template:
      spec:
        restartPolicy: OnFailure
        containers:
        - name: main
          image: example/app:2.0
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
---
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata:
  name: train-2
spec:
  tasks:
  - name: worker
    replicas: 2
    template:
      spec:
        restartPolicy: OnFailure
        containers:
        - name: main
          image: example/app:2.0
""",
        line=19,
        options=("-o", "name"),
    ),
    Entry(
        "VCP906",
        "The job has a name, and the command gives it another.",
        "`--name` is for jobs that have only generateName. A job's own name is not changed behind its back.",
        """\
metadata:
  name: train
""",
        """\
metadata:
  generateName: train-
""",
        line=2,
        options=("--name", "train-42"),
    ),
)
