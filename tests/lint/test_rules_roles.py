"""Plugins and the tasks they speak of (VCP112, 113, 204 to 218): beyond the manual's examples."""

from __future__ import annotations

import pytest

from tests.lint.parts import found, loud, pointed, said


def tasks(*names: str, replicas: int = 1) -> str:
    return "tasks:\n" + "".join(f"- name: {name}\n  replicas: {replicas}\n" for name in names)


def test_every_flag_at_its_default_is_pointed_at() -> None:
    part = (
        'plugins:\n  pytorch: ["--port", "23456", "--master=master", "--worker=worker"]\n  svc: ["--disable-network-policy=f"]\n'
    )
    assert pointed(part, "VCP112") == ['"--port"', '"--master=master"', '"--worker=worker"', '"--disable-network-policy=f"']


@pytest.mark.parametrize("release", ["1.12", "1.13", "1.16"])
def test_ray_brings_svc_along_only_since_1_13(release: str) -> None:
    part = f"plugins:\n  ray: []\n{tasks('head', 'worker')}"
    assert said(part, "VCP204", release) == (["ray brings svc along"] if release != "1.12" else [])


def test_mpi_brings_two_plugins_along_unless_they_are_written() -> None:
    assert said("plugins:\n  mpi: []\n", "VCP204") == ["mpi brings ssh along", "mpi brings svc along"]
    assert not found("plugins:\n  mpi: []\n  ssh: []\n  svc: []\n", "VCP204")


def test_ssh_under_a_subdomain_of_ones_own_needs_no_svc() -> None:
    part = "plugins:\n  ssh: []\ntasks:\n- name: worker\n  replicas: 2\n  template:\n    spec:\n      subdomain: nodes\n"
    assert not loud(part)


@pytest.mark.parametrize(("release", "stops"), [("1.13", True), ("1.15", True)])
def test_ray_without_head_and_mpi_without_master_stop_render(release: str, stops: bool) -> None:
    for plugin, role in (("ray", "head"), ("mpi", "master")):
        part = f'plugins:\n  {plugin}: ["--{role}=boss"]\n{tasks("one", "worker")}'
        (finding,) = found(part, "VCP208", release)
        assert finding.stops is stops
        assert pointed(part, "VCP208", release) == [f'"--{role}=boss"']


def test_pytorch_without_master_does_not_stop_render() -> None:
    part = f"plugins:\n  pytorch: []\n{tasks('one', 'two')}"
    (finding,) = found(part, "VCP208")
    assert not finding.stops
    assert loud(part) == [("VCP208", "no task is called master: pytorch injects nothing at all")]


@pytest.mark.parametrize(
    ("replicas", "trouble"), [(0, "nobody is there"), (2, "a cluster of its own"), (10000, "a cluster of its own")]
)
def test_ray_takes_one_head(replicas: int, trouble: str) -> None:
    part = f'plugins:\n  ray: []\n  svc: ["--disable-network-policy=true"]\ntasks:\n- name: head\n  replicas: {replicas}\n'
    assert trouble in said(part, "VCP209")[0]
    assert pointed(part, "VCP209") == [str(replicas)]


def test_replicas_that_an_overlay_fills_in_are_no_error() -> None:
    part = "plugins:\n  pytorch: []\ntasks:\n- name: master\n- name: worker\n  replicas: 1\n"
    assert [code for code, _ in loud(part)] == ["VCP753"]


def test_a_framework_of_one_task_is_only_noted() -> None:
    for plugin, task in (("pytorch", "master"), ("ray", "head")):
        part = f'plugins:\n  {plugin}: []\n  svc: ["--disable-network-policy=true"]\n{tasks(task)}'
        assert not loud(part)
        assert [finding.severity for finding in found(part, "VCP210")] == ["info"]


@pytest.mark.parametrize("plugin", ["pytorch", "mpi", "ray"])
def test_a_worker_task_that_was_named_but_is_not_there_is_warned_of(plugin: str) -> None:
    leader = "head" if plugin == "ray" else "master"
    part = f'plugins:\n  {plugin}: ["--worker=hands"]\n  svc: ["--disable-network-policy=true"]\n{tasks(leader, "hand")}'
    assert pointed(part, "VCP210")[0] == '"--worker=hands"'
    assert found(part, "VCP210")[0].severity == "warning"


@pytest.mark.parametrize(("release", "code"), [("1.8", "VCP211"), ("1.11", "VCP211"), ("1.12", "VCP210"), ("1.16", "VCP210")])
def test_a_third_task_beside_pytorch_is_said_once_in_every_release(release: str, code: str) -> None:
    part = f"plugins:\n  pytorch: []\n{tasks('master', 'worker', 'board')}"
    assert [found_code for found_code, _ in loud(part, release)] == [code]
    assert pointed(part, code, release) == ["board"]


def test_rays_containers_may_be_named_by_flags() -> None:
    part = """\
        plugins:
          ray: ["--headContainer=main", "--workerContainer=main"]
          svc: ["--disable-network-policy=true"]
        tasks:
        - name: head
          replicas: 1
          template:
            spec:
              containers: [{name: main, image: "rayproject/ray:2.35.0"}, {name: log, image: "example/log:1", command: [tail]}]
        - name: worker
          replicas: 1
          template:
            spec:
              containers: [{name: other, image: "rayproject/ray:2.35.0"}]
        """
    assert pointed(part, "VCP212") == ['"--workerContainer=main"']
    assert not found(part, "VCP213")


def test_args_beside_ray_are_pointed_at() -> None:
    part = """\
        plugins:
          ray: []
        tasks:
        - name: head
          replicas: 1
          template:
            spec:
              containers: [{name: head, image: "rayproject/ray:2.35.0", args: [--num-cpus=4]}]
        """
    assert pointed(part, "VCP213") == ["args"]


@pytest.mark.parametrize(
    ("hccl", "differs"),
    [("[]", False), ('["--worker=master"]', True), ('["--master=master", "--worker=worker"]', False)],
)
def test_hcclrank_and_pytorch_count_alike_or_by_chance(hccl: str, differs: bool) -> None:
    part = f"plugins:\n  pytorch: []\n  hcclrank: {hccl}\n{tasks('master', 'worker')}"
    assert bool(found(part, "VCP216")) is differs


def test_plugins_that_open_one_port_name_it_by_chance() -> None:
    part = (
        f'plugins:\n  pytorch: ["--port=2222"]\n  mpi: ["--port=2222"]\n  ssh: ["--ssh-port=2222"]\n{tasks("master", "worker")}'
    )
    assert pointed(part, "VCP216") == ['"--port=2222"']


@pytest.mark.parametrize(
    ("minimum", "word"),
    [("minAvailable: 2\n", "2"), ("", "1")],
)
def test_a_minimum_below_what_must_start_is_noted_where_it_is_written(minimum: str, word: str) -> None:
    own = "" if minimum else "  minAvailable: 1\n"
    part = f"{minimum}plugins:\n  pytorch: []\ntasks:\n- name: master\n  replicas: 1\n- name: worker\n  replicas: 3\n{own}"
    assert pointed(part, "VCP218") == [word]


def test_ten_thousand_replicas_are_no_more_work_than_one() -> None:
    from time import perf_counter

    start = perf_counter()
    assert not loud(
        'plugins:\n  pytorch: ["--master=m"]\n  svc: []\ntasks:\n- name: m\n  replicas: 1\n- name: worker\n  replicas: 4000\n'
    )
    assert perf_counter() - start < 5


@pytest.mark.parametrize(
    ("plugin", "names", "severity", "hint"),
    [
        ("tensorflow", ("ps", "worker", "tensorboard"), "info", ""),
        ("pytorch", ("master", "worker", "tensorboard"), "warning", ""),
        ("tensorflow", ("ps", "worker", "eval"), "warning", "give it one: --evaluator=eval"),
        ("tensorflow", ("ps", "worker", "chief-0"), "warning", "give it one: --chief=chief-0"),
        ("tensorflow", ("ps", "trainer"), "warning", "give it one: --worker=trainer, --chief=trainer, --evaluator=trainer"),
    ],
)
def test_a_task_beside_tensorflows_workers_is_only_noted_unless_it_sounds_like_a_role(
    plugin: str, names: tuple[str, ...], severity: str, hint: str
) -> None:
    (finding,) = found(f"plugins:\n  {plugin}: []\n{tasks(*names)}", "VCP210")
    assert (finding.severity, finding.hint) == (severity, hint)
