"""Who can reach whom, and when (VCP501 to 504)."""

from __future__ import annotations

import pytest

from tests.lint.parts import found, loud, pointed, said


def test_ray_is_shut_in_where_svc_came_along_or_was_written() -> None:
    assert pointed("plugins:\n  ray: []\n", "VCP501") == ["ray"]
    assert pointed("plugins:\n  ray: []\n  svc: []\n", "VCP501") == ["svc"]
    assert not found("plugins:\n  ray: []\n", "VCP501", "1.12")


@pytest.mark.parametrize("port", ["{containerPort: 8000}", "{containerPort: 8888, name: jupyter}"])
def test_other_ports_are_not_taken_for_tensorboard(port: str) -> None:
    part = f"""\
        plugins: {{svc: []}}
        tasks:
        - name: worker
          replicas: 1
          template:
            spec:
              containers: [{{name: main, image: "a:1", ports: [{port}]}}]
        """
    assert not loud(part)


def waiting(*commands: str, svc: str = "[]", plugins: str = "", replicas: int = 2) -> str:
    """Tasks master, worker, … whose init containers run these commands."""
    parts = [f"plugins:\n  svc: {svc}\n{plugins}tasks:\n"]
    for name, command in zip(("master", "worker"), commands, strict=False):
        parts.append(f"- name: {name}\n  replicas: {replicas}\n")
        if command:
            parts.append(
                "  template:\n    spec:\n      initContainers:\n      - name: wait\n        image: example/wait:1.0\n"
                f"        command:\n        - sh\n        - -c\n        - {command}\n"
            )
    return "".join(parts)


@pytest.mark.parametrize(
    ("command", "word"),
    [
        ("until nslookup ${VC_MASTER_HOSTS%%,*}; do sleep 1; done", "VC_MASTER_HOSTS"),
        ("for h in $(cat /etc/volcano/master.host); do nc -z $h 22; done", "/etc/volcano/master.host"),
        ("until ping -c1 train-master-1.train; do sleep 1; done", "train-master-"),
    ],
)
def test_an_init_container_that_waits_for_its_own_task_waits_for_itself(command: str, word: str) -> None:
    assert pointed(waiting(command), "VCP502") == [word]
    assert not loud(waiting(command, svc='["--publish-not-ready-addresses=true"]'))


def test_tasks_whose_init_containers_wait_for_each_other_are_found() -> None:
    part = waiting("nc -z train-worker-0.train 22", "nc -z train-master-0.train 22")
    assert pointed(part, "VCP502") == ["train-worker-", "train-master-"]


@pytest.mark.parametrize(
    "part",
    [
        waiting("", "until nslookup train-master-0.train; do sleep 1; done"),
        waiting("", "until nc -z ${VC_MASTER_HOSTS%%,*} 6379; do sleep 1; done"),
        waiting("wc -l /etc/volcano/master.host"),
        waiting("curl -fsS https://example.com/data.tgz  # for train-master-0"),
        waiting("nc -z train-master-0.train 22", replicas=1),
    ],
    ids=["another task by name", "another task by list", "counting", "a comment", "the only pod"],
)
def test_init_containers_that_can_be_served_are_fine(part: str) -> None:
    assert not loud(part)


PROBED = """\
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
            readinessProbe: {probe}
    - name: worker
      replicas: {workers}
    """


@pytest.mark.parametrize(
    ("probe", "workers", "wrong"),
    [
        ("{httpGet: {port: 8080, path: /ready}}", 2, True),
        ("{exec: {command: [test, -f, /ready]}}", 2, True),
        ("{tcpSocket: {port: 23456}}", 2, False),
        ("{httpGet: {port: 8080, path: /ready}}", 0, False),
    ],
)
def test_a_probe_must_not_hide_the_pod_that_others_connect_to(probe: str, workers: int, wrong: bool) -> None:
    part = PROBED.format(probe=probe, workers=workers)
    assert bool(found(part, "VCP502")) is wrong


def test_a_probe_of_any_other_pod_is_fine() -> None:
    part = (
        PROBED.format(probe="{httpGet: {port: 8080}}", workers=2)
        .replace("- name: master", "- name: x")
        .replace("worker", "master")
    )
    assert not found(part.replace("- name: x", "- name: worker").replace("replicas: 2", "replicas: 1"), "VCP502")


MPI = """\
    plugins:
      mpi: {mpi}
      ssh: {ssh}
    tasks:
    - name: master
      replicas: 1
      template:
        spec:
          containers:
          - name: main
            image: example/app:1.0
            {run}
    - name: worker
      replicas: 2
    """


@pytest.mark.parametrize(
    ("mpi", "ssh", "word", "hint"),
    [
        ('["--port=2222"]', "[]", '"--port=2222"', 'write ssh: ["--ssh-port=2222"]'),
        ("[]", '["--ssh-port=2222"]', '"--ssh-port=2222"', 'write mpi: ["--port=2222"]'),
    ],
)
def test_ports_of_mpi_and_ssh_must_agree(mpi: str, ssh: str, word: str, hint: str) -> None:
    part = MPI.format(mpi=mpi, ssh=ssh, run="command: [mpiexec, work]")
    assert pointed(part, "VCP503") == [word]
    assert [finding.hint for finding in found(part, "VCP503")] == [hint]


def test_before_1_15_ssh_cannot_be_told_by_the_plugin() -> None:
    part = MPI.format(mpi='["--port=2222"]', ssh="[]", run="command: [mpiexec, work]")
    (finding,) = found(part, "VCP503", "1.14")
    assert finding.fix is None
    assert "-p 2222" in finding.hint


@pytest.mark.parametrize(
    "run",
    [
        'command: [sh, -c, "mpirun --mca plm_rsh_args \\"-p 2222\\" work"]',
        'command: [sh, -c, "echo Port 2222 >> ~/.ssh/config; mpirun work"]',
        'args: [mpirun, -mca, plm_rsh_args, "-p 2222", work]',
        'env: [{name: HYDRA_LAUNCHER_EXTRA_ARGS, value: "-p 2222"}]',
    ],
)
def test_a_master_that_tells_ssh_its_port_is_fine(run: str) -> None:
    assert not loud(MPI.format(mpi='["--port=2222"]', ssh="[]", run=run))


def test_all_three_ports_of_ray_differ() -> None:
    part = 'plugins:\n  ray: ["--port=1", "--dashboardPort=1", "--clientPort=1"]\n  svc: ["--disable-network-policy=true"]\n'
    assert pointed(part, "VCP504") == ['"--dashboardPort=1"', '"--clientPort=1"']
    assert said(part, "VCP504")[0] == "--port and --dashboardPort are both 1"
