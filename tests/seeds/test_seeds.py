"""Every whole job of the guides that vcplug comes from renders in strict mode, and gives what its "verify" section shows."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

import vcplug
from vcplug.api import Choices

JOBS = sorted((Path(__file__).parent / "jobs").glob("*.yaml"))


def objects(name: str, release: str = "1.14") -> dict[str, dict[str, Any]]:
    (file,) = (job for job in JOBS if job.name.startswith(name))
    made = vcplug.render(vcplug.load(str(file)), Choices(release, ssh_keys="placeholder"))
    return {f"{one['kind']}/{one['metadata']['name']}": one for one in made.objects()}


def env(pod: dict[str, Any], name: str) -> Any:
    return next(entry.get("value") for entry in pod["spec"]["containers"][0]["env"] if entry["name"] == name)


@pytest.mark.parametrize("file", JOBS, ids=lambda file: file.stem)
def test_every_job_renders_in_strict_mode_on_the_release_it_is_written_for(file: Path) -> None:
    result = vcplug.render(vcplug.load(str(file)), Choices("1.14", ssh_keys="placeholder"))
    assert len(result.jobs) == 1
    assert not [finding for finding in result.findings if finding.severity == "error"]


@pytest.mark.parametrize("name", ["000", "001", "002"])
def test_wait_master_guides_put_a_waiting_init_container_into_workers_only(name: str) -> None:
    made = objects(name)
    assert "initContainers" not in made["Pod/pytorch-job-master-0"]["spec"]
    (waiter,) = made["Pod/pytorch-job-worker-1"]["spec"]["initContainers"]
    assert (waiter["name"], waiter["image"]) == ("wait-for-master", "busybox:1.36.1")
    script = waiter["command"][2]
    assert script.index("nc -z") < script.index("timeout 2") < script.rindex('\n  $shell -c "exec 3<>/dev/tcp/')
    assert "limit=600" in script
    assert made["Service/pytorch-job"]["spec"]["clusterIP"] == "None"
    ports = made["Pod/pytorch-job-worker-0"]["spec"]["containers"][0]["ports"]
    assert ports == [{"name": "pytorchjob-port", "containerPort": 23456}]


def test_first_pytorch_guide_has_no_init_container() -> None:
    pods = [one for key, one in objects("003").items() if key.startswith("Pod/")]
    assert len(pods) == 3
    assert not any("initContainers" in pod["spec"] for pod in pods)


def test_ssh_config_lists_every_host() -> None:
    made = objects("004-1")
    config = base64.b64decode(made["Secret/mpi-job-ssh"]["data"]["config"]).decode()
    assert config == (
        "StrictHostKeyChecking no\n"
        "UserKnownHostsFile /dev/null\n"
        "Host mpi-job-mpimaster-0\n"
        "  HostName mpi-job-mpimaster-0.mpi-job\n"
        "Host mpi-job-mpiworker-0\n"
        "  HostName mpi-job-mpiworker-0.mpi-job\n"
        "Host mpi-job-mpiworker-1\n"
        "  HostName mpi-job-mpiworker-1.mpi-job\n"
    )


def test_svc_makes_service_variables_and_host_files() -> None:
    made = objects("004-2")
    service = made["Service/tensorflow-dist-mnist"]["spec"]
    assert service["clusterIP"] == "None"
    assert "ports" not in service
    hosts = [f"tensorflow-dist-mnist-worker-{index}.tensorflow-dist-mnist" for index in (0, 1)]
    assert made["ConfigMap/tensorflow-dist-mnist-svc"]["data"] == {
        "ps.host": "tensorflow-dist-mnist-ps-0.tensorflow-dist-mnist",
        "VC_PS_HOSTS": "tensorflow-dist-mnist-ps-0.tensorflow-dist-mnist",
        "VC_PS_NUM": "1",
        "worker.host": "\n".join(hosts),
        "VC_WORKER_HOSTS": ",".join(hosts),
        "VC_WORKER_NUM": "2",
    }
    assert "NetworkPolicy/tensorflow-dist-mnist" in made


def test_env_gives_each_pod_its_index_twice() -> None:
    made = objects("004-4")
    for pod, index in (("ps-0", "0"), ("worker-0", "0"), ("worker-1", "1")):
        for name in ("VK_TASK_INDEX", "VC_TASK_INDEX"):
            assert env(made[f"Pod/tensorflow-dist-mnist-{pod}"], name) == index


def test_pytorch_ranks_count_from_the_master_on() -> None:
    made = objects("004-5")
    for pod, rank in (("master-0", "0"), ("worker-0", "1"), ("worker-1", "2")):
        found = made[f"Pod/pytorch-job-{pod}"]
        assert env(found, "MASTER_ADDR") == "pytorch-job-master-0.pytorch-job"
        assert env(found, "MASTER_PORT") == "23456"
        assert env(found, "WORLD_SIZE") == "3"
        assert env(found, "RANK") == rank


def test_tf_config_is_the_one_shown() -> None:
    config = env(objects("004-6")["Pod/tensorflow-training-worker-0"], "TF_CONFIG")
    assert json.loads(config) == {
        "cluster": {
            "ps": [f"tensorflow-training-ps-{index}.tensorflow-training:2222" for index in range(2)],
            "worker": [f"tensorflow-training-worker-{index}.tensorflow-training:2222" for index in range(3)],
        },
        "task": {"type": "worker", "index": 0},
    }


def test_mpi_master_knows_its_workers_and_may_log_in() -> None:
    made = objects("004-7")
    hosts = "lm-mpi-job-mpiworker-0.lm-mpi-job,lm-mpi-job-mpiworker-1.lm-mpi-job"
    assert env(made["Pod/lm-mpi-job-mpimaster-0"], "MPI_HOST") == hosts
    assert made["Pod/lm-mpi-job-mpiworker-0"]["spec"]["hostname"] == "lm-mpi-job-mpiworker-0"
    assert {"Secret/lm-mpi-job-ssh", "Service/lm-mpi-job"} <= made.keys()


def test_ray_makes_two_services_and_three_pods() -> None:
    made = objects("004-8")
    head = made["Service/ray-cluster-job-head-svc"]["spec"]
    assert [(port["port"], port["protocol"]) for port in head["ports"]] == [(6379, "TCP"), (8265, "TCP"), (10001, "TCP")]
    assert made["Service/ray-cluster-job"]["spec"]["clusterIP"] == "None"
    pods = sorted(key for key in made if key.startswith("Pod/"))
    assert pods == ["Pod/ray-cluster-job-head-0", "Pod/ray-cluster-job-worker-0", "Pod/ray-cluster-job-worker-1"]


TABLES = {
    "ssh": [
        "--ssh-key-file-path=/home/user/.ssh",
        "--ssh-private-key=-----BEGIN RSA PRIVATE KEY-----...",
        "--ssh-public-key=ssh-rsa AAAAB3...",
    ],
    "svc": ["--publish-not-ready-addresses=true", "--disable-network-policy=true"],
    "pytorch": [
        "--master=main",
        "--worker=node",
        "--port=29500",
        "--wait-master-enabled=true",
        "--wait-master-timeout=600",
        "--wait-master-image=busybox:latest",
    ],
    "tensorflow": ["--ps=ps-role", "--worker=worker-role", "--chief=chief-role", "--evaluator=evaluator-role", "--port=3333"],
    "mpi": ["--master=main", "--worker=node", "--port=5000"],
    "ray": [
        "--head=main",
        "--worker=node",
        "--headContainer=main",
        "--workerContainer=main",
        "--port=6380",
        "--dashboardPort=8266",
        "--clientServerPort=10002",
    ],
}


def job_with(plugin: str, arguments: list[str]) -> str:
    tasks = [
        {
            "name": name,
            "replicas": 1,
            "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "app:1"}]}},
        }
        for name in ("main", "node")
    ]
    spec = {"plugins": {plugin: arguments}, "tasks": tasks}
    return json.dumps({"apiVersion": "batch.volcano.sh/v1alpha1", "kind": "Job", "metadata": {"name": "try"}, "spec": spec})


@pytest.mark.parametrize("plugin", TABLES)
def test_argument_tables_are_read_in_full(plugin: str) -> None:
    result = vcplug.render(vcplug.loads(job_with(plugin, TABLES[plugin])), Choices("1.14", ssh_keys="placeholder"))
    call = result.jobs[0].job.plugins[plugin]
    assert len(call.given) == len(TABLES[plugin])


def test_rays_documented_client_port_means_what_the_guide_says() -> None:
    result = vcplug.render(vcplug.loads(job_with("ray", TABLES["ray"])), Choices("1.14"))
    assert result.jobs[0].job.plugins["ray"].values["clientPort"] == 10002
    assert "VCP114" in [finding.code for finding in result.findings]


def test_dashes_that_a_web_page_made_long_are_refused_with_their_cure() -> None:
    with pytest.raises(vcplug.VcplugError) as refused:
        vcplug.render(vcplug.loads(job_with("pytorch", ["–master=main", "–port=23456"])), Choices("1.14"))
    codes = [finding.code for finding in refused.value.findings]
    assert "VCP115" in codes
    assert any("--master=main" in finding.hint for finding in refused.value.findings)
