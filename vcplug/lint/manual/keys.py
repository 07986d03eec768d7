"""Room 6: keys given in the job. Each … stands for the body of a key."""

from vcplug.lint.manual import Entry

OWN = """\
plugins:
  ssh: []
  svc: []
"""

ENTRIES = (
    Entry(
        "VCP601",
        "A private key stands in the Job.",
        "Whoever may read Jobs can read it there, and so can whoever reads the file or its history. Left out, the "
        "controller makes a new pair for each job and keeps it in a Secret.",
        """\
plugins:
  ssh:
  - |-
    --ssh-private-key=-----BEGIN OPENSSH PRIVATE KEY-----
    …
    -----END OPENSSH PRIVATE KEY-----
  - --ssh-public-key=ssh-ed25519 …
  svc: []
""",
        OWN,
        line=3,
    ),
    Entry(
        "VCP602",
        "Only one half of the key pair is given.",
        "With a private key alone, id_rsa.pub and authorized_keys stay empty and nobody can log in. A public key alone is "
        "ignored: the controller makes a pair of its own.",
        """\
plugins:
  ssh: ["--ssh-public-key=ssh-ed25519 …"]
  svc: []
""",
        OWN,
        line=2,
    ),
    Entry(
        "VCP603",
        "The key cannot work.",
        "The controller writes both strings into the Secret as they are. A key that does not parse, that has \\n as two "
        "characters where its lines end, or whose halves do not match, makes every login fail.",
        """\
plugins:
  ssh: ['--ssh-private-key=-----BEGIN OPENSSH PRIVATE KEY-----\\n…', "--ssh-public-key=ssh-ed25519 …"]
  svc: []
""",
        OWN,
        line=2,
        also=("VCP601",),
    ),
    Entry(
        "VCP604",
        "The place of the keys does not fit the user.",
        "At /root/.ssh the keys are mounted with mode 0600, which only root can read. At any other --ssh-key-file-path they "
        "get mode 0644, so that other users can read them; but ssh refuses a private key of its own user that others can "
        "read.",
        """\
plugins:
  ssh: []
  svc: []
tasks:
- name: worker
  replicas: 2
  template:
    spec:
      securityContext:
        runAsUser: 1000
""",
        """\
plugins:
  ssh: ["--ssh-key-file-path=/home/me/.ssh"]
  svc: []
tasks:
- name: worker
  replicas: 2
  template:
    spec:
      securityContext:
        runAsUser: 1000
""",
        line=10,
    ),
    Entry(
        "VCP605",
        "A weak key.",
        "Today's ssh refuses DSA keys and RSA keys below its limit; RSA below 2048 bits is not safe. Volcano's own keys are "
        "RSA with 2048 bits.",
        """\
plugins:
  ssh:
  - |-
    --ssh-private-key=-----BEGIN RSA PRIVATE KEY-----
    …
    -----END RSA PRIVATE KEY-----
  - --ssh-public-key=ssh-rsa …
  svc: []
""",
        OWN,
        line=3,
        also=("VCP601",),
    ),
)
