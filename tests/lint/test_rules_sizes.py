"""Names and sizes (VCP301 to 307) at their limits."""

from __future__ import annotations

import pytest

from tests.lint.parts import found, loud, pointed, said


def named(name: str, plugins: str = "svc: []", task: str = "worker", replicas: int = 2) -> str:
    spec = f"spec:\n  plugins:\n    {plugins}\n  tasks:\n  - name: {task}\n    replicas: {replicas}\n"
    return f"metadata:\n  name: {name}\n{spec}"


@pytest.mark.parametrize(
    ("length", "replicas", "over"),
    [(52, 100, 0), (52, 101, 0), (53, 101, 1), (53, 100, 0), (53, 1001, 2)],
)
def test_the_hostname_of_the_last_pod_must_fit(length: int, replicas: int, over: int) -> None:
    part = named("j" * length, task="worker", replicas=replicas)
    assert bool(found(part, "VCP301")) is bool(over)
    if over:
        assert f"{over} character" in said(part, "VCP301")[0]
        assert pointed(part, "VCP301") == ["worker"]


def test_without_svc_a_long_pod_name_is_only_cut() -> None:
    (finding,) = found(named("j" * 53, "env: []", replicas=1000), "VCP301")
    assert (finding.severity, finding.stops) == ("warning", False)


def test_a_task_without_pods_has_no_name_that_is_too_long() -> None:
    assert not found(named("j" * 54, replicas=0), "VCP301")


@pytest.mark.parametrize(("length", "wrong"), [(54, False), (55, True)])
def test_the_name_of_rays_head_service_must_fit(length: int, wrong: bool) -> None:
    part = named("j" * length, 'ray: ["--worker=w"]', task="head", replicas=1)
    assert pointed(part, "VCP302") == (["j" * length] if wrong else [])


@pytest.mark.parametrize("plugins", ["svc: []", "ssh: []", "pytorch: []", "ray: []"])
def test_dots_are_refused_where_names_are_made_of_the_jobs(plugins: str) -> None:
    assert pointed(named("a.b", plugins, task="head"), "VCP303") == ["a.b"]


def test_a_name_with_dots_or_a_digit_is_fine_where_nothing_is_made_of_it() -> None:
    assert not loud(named("7.b", "env: []"))


@pytest.mark.parametrize(("replicas", "code"), [(4300, ""), (4800, "VCP307"), (5600, "VCP305")])
def test_host_lists_are_measured(replicas: int, code: str) -> None:
    part = f"plugins:\n  svc: []\ntasks:\n- name: worker\n  replicas: {replicas}\n- name: board\n  replicas: 1\n"
    assert [one for one, _ in loud(part)] == ([code] if code else [])
    if code:
        assert pointed(part, code) == [str(replicas)]


def test_tf_config_and_mpi_host_are_measured_too() -> None:
    tensorflow = "plugins:\n  tensorflow: []\ntasks:\n- name: ps\n  replicas: 1\n- name: worker\n  replicas: 5000\n"
    assert any("TF_CONFIG" in message for message in said(tensorflow, "VCP305"))
    mpi = "plugins:\n  mpi: []\ntasks:\n- name: master\n  replicas: 1\n- name: worker\n  replicas: 6000\n"
    assert any("MPI_HOST" in message for message in said(mpi, "VCP305"))


def test_the_ssh_secret_is_measured() -> None:
    part = "plugins:\n  ssh: []\n  svc: []\ntasks:\n- name: worker\n  replicas: 18000\n"
    assert any(message.startswith("Secret train-ssh") for message in said(part, "VCP306"))
