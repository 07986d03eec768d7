"""vcplug show: every "verify" step of the guides, and the kubelet's own rules, without a cluster."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.running import ROOT, SAMPLES, Ran, vcplug
from vcplug.explain.environment import expand

JOBS = ROOT / "tests" / "seeds" / "jobs"
SSH_CONFIG = """\
StrictHostKeyChecking no
UserKnownHostsFile /dev/null
Host mpi-job-mpimaster-0
  HostName mpi-job-mpimaster-0.mpi-job
Host mpi-job-mpiworker-0
  HostName mpi-job-mpiworker-0.mpi-job
Host mpi-job-mpiworker-1
  HostName mpi-job-mpiworker-1.mpi-job
"""


def show(job: str, *arguments: str) -> str:
    """As in the guides, which tell of a release whose ssh config has no Port lines."""
    (file,) = JOBS.glob(f"{job}-*.yaml")
    ran = vcplug("show", file, *arguments, "--volcano-version", "1.14", "-q")
    assert ran.code == 0, ran.err
    return ran.out


def grep(text: str, *words: str) -> list[str]:
    return [line for line in text.split("\n") if any(word in line for word in words)]


# the steps of seed 004, in its order; `env | grep`, `cat`, `hostname`


def test_cat_root_ssh_config_on_the_master() -> None:
    assert show("004-1", "mpi-job-mpimaster-0", "/root/.ssh/config") == SSH_CONFIG


def test_ssh_to_a_worker_finds_its_name() -> None:
    hosts = show("004-1", "mpi-job-mpimaster-0", "hosts")
    assert "mpi-job-mpiworker-0.mpi-job " in hosts
    assert "mpi-job-mpiworker-0.mpi-job.default.svc.cluster.local" in hosts


def test_env_grep_vc_on_a_parameter_server() -> None:
    assert grep(show("004-2", "tensorflow-dist-mnist-ps-0", "env"), "VC_PS", "VC_WORKER") == [
        "VC_PS_HOSTS=tensorflow-dist-mnist-ps-0.tensorflow-dist-mnist",
        "VC_PS_NUM=1",
        "VC_WORKER_HOSTS=tensorflow-dist-mnist-worker-0.tensorflow-dist-mnist,"
        "tensorflow-dist-mnist-worker-1.tensorflow-dist-mnist",
        "VC_WORKER_NUM=2",
    ]


@pytest.mark.parametrize(("task", "replicas"), [("ps", 1), ("worker", 2)])
def test_cat_etc_volcano_host(task: str, replicas: int) -> None:
    listed = show("004-2", "tensorflow-dist-mnist-ps-0", f"/etc/volcano/{task}.host").split("\n")
    assert listed == [f"tensorflow-dist-mnist-{task}-{index}.tensorflow-dist-mnist" for index in range(replicas)]


@pytest.mark.parametrize(("pod", "index"), [("ps-0", 0), ("worker-0", 0), ("worker-1", 1)])
def test_env_grep_task_index(pod: str, index: int) -> None:
    found = grep(show("004-4", f"tensorflow-dist-mnist-{pod}", "env"), "TASK_INDEX")
    assert found == [f"VK_TASK_INDEX={index}", f"VC_TASK_INDEX={index}"]


@pytest.mark.parametrize(("pod", "rank"), [("master-0", 0), ("worker-0", 1), ("worker-1", 2)])
def test_env_grep_master_world_rank(pod: str, rank: int) -> None:
    found = grep(show("004-5", f"pytorch-job-{pod}", "env"), "MASTER_ADDR", "MASTER_PORT", "WORLD", "RANK")
    assert found == ["MASTER_ADDR=pytorch-job-master-0.pytorch-job", "MASTER_PORT=23456", "WORLD_SIZE=3", f"RANK={rank}"]


def test_env_grep_tf_config() -> None:
    assert json.loads(show("004-6", "tensorflow-training-worker-0", "TF_CONFIG")) == {
        "cluster": {
            "ps": [f"tensorflow-training-ps-{index}.tensorflow-training:2222" for index in range(2)],
            "worker": [f"tensorflow-training-worker-{index}.tensorflow-training:2222" for index in range(3)],
        },
        "task": {"type": "worker", "index": 0},
    }


def test_env_grep_mpi_host_and_the_workers_hostname() -> None:
    assert grep(show("004-7", "lm-mpi-job-mpimaster-0", "env"), "MPI_HOST") == [
        "MPI_HOST=lm-mpi-job-mpiworker-0.lm-mpi-job,lm-mpi-job-mpiworker-1.lm-mpi-job"
    ]
    assert show("004-7", "lm-mpi-job-mpiworker-0", "hostname") == "lm-mpi-job-mpiworker-0\n"


def test_ray_services_and_head_ports() -> None:
    hosts = json.loads(show("004-8", "ray-cluster-job-worker-0", "hosts", "-o", "json"))
    names = {host["name"]: host["target"] for host in hosts}
    assert names["ray-cluster-job"] == "all pods of task head and task worker (3)"
    assert names["ray-cluster-job-head-svc"] == "Service ray-cluster-job-head-svc, any pod of task head (1)"
    ports = json.loads(show("004-8", "head", "ports", "-o", "json"))
    assert [(port["name"], port["port"]) for port in ports] == [("gcs", 6379), ("dashboard", 8265), ("client-server", 10001)]


# what else one sees


def test_a_pod_goes_by_its_name_its_task_and_index_or_its_task() -> None:
    answers = {vcplug("show", SAMPLES / "pytorch.yaml", pod, "RANK").out for pod in ("train-worker-0", "worker-0", "worker")}
    assert answers == {"1\n"}


@pytest.mark.parametrize("pod", ["worker-3", "nobody", "worker-01", "train", "worker--1", ""])
def test_a_pod_that_is_not_there_is_refused_with_those_that_are(pod: str) -> None:
    ran = vcplug("show", SAMPLES / "pytorch.yaml", pod, "env")
    assert (ran.code, ran.out) == (2, "")
    assert "job train has master-0, worker-0 to worker-2" in ran.err


def job(name: str, *tasks: str, spec: str = "", plugins: str = "svc: []") -> str:
    head = f"""\
apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {{name: {name}}}
spec:
  plugins: {{{plugins}}}
  tasks:
"""
    task = """\
  - name: {}
    replicas: 2
    template:
      spec:
        restartPolicy: Never
        containers:
        - name: main
          image: busybox:1.36.1
"""
    return head + "".join(task.format(one) for one in tasks) + spec


def test_more_than_one_candidate_is_refused_with_all_of_them(tmp_path: Path) -> None:
    file = tmp_path / "jobs.yaml"
    file.write_text(job("a", "worker") + "---\n" + job("b", "worker"))
    ran = vcplug("show", file, "worker-1", "hostname")
    assert (ran.code, ran.out) == (2, "")
    assert "pick one with --job" in ran.err
    assert "a-worker-1" in ran.err
    assert "b-worker-1" in ran.err
    assert vcplug("show", file, "worker-1", "hostname", "--job", "b").out == "b-worker-1\n"
    assert "there are a, b" in vcplug("show", file, "worker-1", "--job", "c").err


def test_a_task_called_like_a_pod_is_ambiguous_until_named_in_full(tmp_path: Path) -> None:
    file = tmp_path / "job.yaml"
    file.write_text(job("a", "worker", "worker-1"))
    ran = vcplug("show", file, "worker-1", "hostname")
    assert ran.code == 2
    assert "a-worker-1 (task worker" in ran.err
    assert "a-worker-1-0 (task worker-1" in ran.err
    assert vcplug("show", file, "a-worker-1-0", "hostname").out == "a-worker-1-0\n"


CONTAINERS = """\
          env:
          - {name: PLAIN, value: first}
          - {name: LATER, value: "$(PLAIN) $(AFTER) $$(PLAIN) $(HIDDEN)"}
          - {name: PLAIN, value: second}
          - {name: AFTER, value: after}
          - {name: HIDDEN, valueFrom: {secretKeyRef: {name: keys, key: token}}}
          - {name: USES_HIDDEN, value: "a $(HIDDEN)"}
          - {name: NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
          - {name: TASK, valueFrom: {fieldRef: {fieldPath: "metadata.labels['volcano.sh/task-spec']"}}}
          - {name: ADDRESS, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
          - {name: MODE, valueFrom: {configMapKeyRef: {name: settings, key: mode}}}
          - {name: MISSING, valueFrom: {configMapKeyRef: {name: elsewhere, key: x}}}
          - {name: LEFT_OUT, valueFrom: {configMapKeyRef: {name: settings, key: none, optional: true}}}
          envFrom:
          - prefix: S_
            configMapRef: {name: settings}
          - secretRef: {name: keys}
          command: [sh, -c, "echo $(PLAIN) $(NOBODY) $$HOME"]
          volumeMounts:
          - {name: settings, mountPath: /settings}
          - {name: keys, mountPath: /keys}
          - {name: scratch, mountPath: /scratch}
        volumes:
        - {name: settings, configMap: {name: settings, items: [{key: mode, path: deep/mode}]}}
        - {name: keys, secret: {secretName: keys}}
        - {name: scratch, emptyDir: {}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {mode: fast, level: "3"}
---
apiVersion: v1
kind: Secret
metadata: {name: keys}
stringData: {token: hush-hush}
data: {config: aHVzaC1odXNo}
"""


@pytest.fixture
def full(tmp_path: Path) -> Path:
    file = tmp_path / "full.yaml"
    file.write_text(job("full", "main", spec=CONTAINERS))
    return file


def ask(file: Path, *arguments: str) -> Ran:
    """On a release that lets two variables of one name pass."""
    return vcplug("show", file, *arguments, "--volcano-version", "1.9")


def variables(file: Path) -> dict[str, str]:
    ran = ask(file, "main-1", "env", "-o", "json")
    assert ran.code == 0, ran.err
    return {one["name"]: one["value"] for one in json.loads(ran.out)}


def test_the_last_of_two_variables_counts_and_references_see_what_came_before(full: Path) -> None:
    found = variables(full)
    assert found["PLAIN"] == "second"
    assert found["LATER"] == "first $(AFTER) $(PLAIN) $(HIDDEN)"


def test_references_to_config_maps_of_the_input_are_followed(full: Path) -> None:
    found = variables(full)
    assert (found["MODE"], found["S_mode"], found["S_level"]) == ("fast", "fast", "3")
    assert "LEFT_OUT" not in found
    assert found["VC_MAIN_NUM"] == "2"


def test_fields_of_the_pod_are_known_as_far_as_they_can_be(full: Path) -> None:
    found = variables(full)
    assert (found["NAME"], found["TASK"]) == ("full-main-1", "main")
    assert found["ADDRESS"] == "<set by the kubelet>"


def test_what_the_input_does_not_hold_is_said(full: Path) -> None:
    ran = ask(full, "main", "env")
    assert "MISSING=<ConfigMap elsewhere, key x>\n" in ran.out
    assert "note: MISSING: ConfigMap elsewhere is not in the input" in ran.err


@pytest.mark.parametrize(
    "what", [["env"], ["/keys/token"], ["/keys/config"], ["HIDDEN"], ["files"], [], ["USES_HIDDEN"], ["command"]]
)
@pytest.mark.parametrize("output", ["text", "json"])
def test_a_secret_is_never_shown(full: Path, what: list[str], output: str) -> None:
    ran = ask(full, "main", *what, "-o", output)
    assert ran.code == 0, ran.err
    assert "hush" not in ran.out + ran.err
    assert "aHVzaC1odXNo" not in ran.out + ran.err


def test_a_command_is_shown_as_the_kubelet_expands_it(full: Path) -> None:
    assert ask(full, "main", "command").out == "sh -c 'echo second $(NOBODY) $HOME'\n"


def test_without_a_command_the_images_own_runs(tmp_path: Path) -> None:
    file = tmp_path / "job.yaml"
    file.write_text(job("a", "main"))
    assert vcplug("show", file, "main", "command").out == "<the entrypoint of busybox:1.36.1>\n"


def test_a_directory_lists_and_items_have_their_own_paths(full: Path) -> None:
    assert ask(full, "main", "/settings").out == "deep/mode\n"
    assert ask(full, "main", "/settings/deep/mode").out == "fast"
    assert ask(full, "main", "/etc/volcano/").out == "VC_MAIN_HOSTS\nVC_MAIN_NUM\nmain.host\n"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("/scratch/x", "is in the volume scratch, emptyDir: what it holds is known only in the cluster"),
        ("/opt/x", "is not in a volume of container main: it is whatever the image holds; mounted are"),
        ("/etc/volcano/mian.host", "no such file in container main; there are /etc/volcano/VC_MAIN_HOSTS"),
    ],
)
def test_a_path_that_only_the_cluster_knows_is_said_so(full: Path, path: str, message: str) -> None:
    ran = ask(full, "main", path)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_the_private_key_is_masked_even_where_the_job_holds_it(tmp_path: Path) -> None:
    file = tmp_path / "job.yaml"
    keys = 'svc: [], ssh: ["--ssh-private-key=-----BEGIN KEY-----", "--ssh-public-key=ssh-rsa AAAA me"]'
    file.write_text(job("a", "main", plugins=keys))
    for arguments in (["/root/.ssh/id_rsa"], ["/root/.ssh/id_rsa", "-o", "json"], []):
        ran = vcplug("show", file, "main", *arguments, "--compat")
        assert ran.code == 0, ran.err
        assert "BEGIN KEY" not in ran.out + ran.err
    assert "not shown" in vcplug("show", file, "main", "/root/.ssh/id_rsa", "--compat").out
    assert vcplug("show", file, "main", "/root/.ssh/authorized_keys", "--compat").out == "ssh-rsa AAAA me"


def test_one_of_several_containers_must_be_named() -> None:
    sample = SAMPLES / "all-together.yaml"
    assert vcplug("show", sample, "follow-1", "VC_TASK_INDEX", "--container", "fetch").out == "1\n"
    ran = vcplug("show", sample, "follow-1", "RANK", "--container", "nobody")
    assert ran.code == 2
    assert "it has fetch, main" in ran.err


def test_without_a_question_all_is_shown_in_short() -> None:
    out = vcplug("show", SAMPLES / "all-together.yaml", "follow-1").out
    for text in (
        "Pod llm-follow-1 — task follow, index 1 of job llm",
        "  Init container fetch",
        "  Container main",
        "      RANK             2\n",
        "      /root/.ssh    authorized_keys, config, id_rsa, id_rsa.pub\n",
        "    29500/TCP  pytorchjob-port  main  by pytorch\n",
        "    llm-lead-0.llm    Pod llm-lead-0\n",
    ):
        assert text in out, text


def test_without_svc_nobody_resolves_and_that_is_said(tmp_path: Path) -> None:
    file = tmp_path / "job.yaml"
    file.write_text(job("a", "main", plugins="env: []"))
    ran = vcplug("show", file, "main", "hosts")
    assert ran.out.split() == ["a-main-0", "Pod", "a-main-0", "itself"]
    assert "no other pod can be reached by name" in ran.err


def test_an_unknown_question_lists_what_there_is() -> None:
    ran = vcplug("show", SAMPLES / "pytorch.yaml", "worker", "RNAK")
    assert (ran.code, ran.out) == (2, "")
    assert "did you mean RANK?" in ran.err


def test_a_job_inside_a_cron_job_is_looked_at(tmp_path: Path) -> None:
    inner = job("x", "main").split("spec:\n", 1)[1]
    head = "apiVersion: batch.volcano.sh/v1alpha1\nkind: CronJob\nmetadata: {name: nightly}\nspec:\n  schedule: '0 1 * * *'\n"
    body = "".join(f"      {line}\n" for line in inner.rstrip("\n").split("\n"))
    file = tmp_path / "cron.yaml"
    file.write_text(f"{head}  jobTemplate:\n    spec:\n{body}")
    ran = vcplug("show", file, "main-1", "hostname")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("nightly-")


@pytest.mark.parametrize(
    ("text", "expanded"),
    [
        ("$(A)", "a"),
        ("$(A)$(A)-$(EMPTY)-", "aa--"),
        ("$$(A)", "$(A)"),
        ("$$$(A)", "$a"),
        ("$$$$(A)", "$$(A)"),
        ("$(NOBODY)", "$(NOBODY)"),
        ("$(A", "$(A"),
        ("$($(A))", "$($(A))"),
        ("${A} $A $", "${A} $A $"),
        ("$(REF)", "$(A)"),
        ("\\$(A)", "\\a"),
        ("$()", "$()"),
        ("$($$A)", "$($$A)"),
        ("--$($($($", "--$($($($"),
    ],
)
def test_references_expand_as_kubernetes_expands_them(text: str, expanded: str) -> None:
    assert expand(text, {"A": "a", "EMPTY": "", "REF": "$(A)"}.get) == expanded
