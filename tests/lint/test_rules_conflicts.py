"""What plugins' additions meet in the pods (VCP401 to 411): found at the author's own token, quiet for ordinary jobs."""

from __future__ import annotations

import pytest

from tests.lint.parts import found, loud, pointed


def job(plugins: str, container: str = "", pod: str = "", replicas: int = 1, more: str = "") -> str:
    """A job with one task `worker`; container and pod are flow entries."""
    return (
        f"plugins:\n  {plugins}\n{more}tasks:\n- name: worker\n  replicas: {replicas}\n  template:\n    spec:\n"
        + (f"      {pod}\n" if pod else "")
        + "      containers:\n      - name: main\n        image: example/app:1.0\n"
        + (f"        {container}\n" if container else "")
    )


VOLUME = "volumes: [{name: v, emptyDir: {}}]"


@pytest.mark.parametrize(
    ("plugins", "path"),
    [("svc: []", "/etc/volcano"), ("{svc: [], ssh: []}", "/root/.ssh"), ('{svc: [], ssh: ["--ssh-key-file-path=/k"]}', "/k")],
)
def test_a_mount_where_a_plugin_mounts(plugins: str, path: str) -> None:
    part = job(plugins, f"volumeMounts: [{{name: v, mountPath: {path}}}]", VOLUME).replace("plugins:\n  {", "plugins: {")
    assert pointed(part, "VCP401") == [path]


def test_a_job_volume_where_a_plugin_mounts() -> None:
    part = job("svc: []", more="volumes:\n- mountPath: /etc/volcano\n  volumeClaimName: hosts\n")
    assert pointed(part, "VCP401") == ["/etc/volcano"]


def test_a_mount_below_or_beside_a_plugins_is_fine() -> None:
    mounts = "volumeMounts: [{name: v, mountPath: /etc/volcano2}, {name: v, mountPath: /root/.ssh/known}]"
    assert not loud(job("svc: []", mounts, VOLUME))


def test_a_port_that_the_author_opens_under_the_plugins_name_and_number_is_fine() -> None:
    part = """\
        plugins: {pytorch: []}
        tasks:
        - name: master
          replicas: 1
          template:
            spec:
              containers:
              - {name: main, image: "a:1", ports: [{name: pytorchjob-port, containerPort: 23456}, {containerPort: 80}]}
        - name: worker
          replicas: 2
        """
    assert not loud(part)


def test_a_variable_with_the_same_value_is_not_overridden() -> None:
    part = """\
        plugins: {pytorch: []}
        tasks:
        - name: master
          replicas: 1
          template:
            spec:
              containers:
              - {name: main, image: "a:1", env: [{name: MASTER_PORT, value: "23456"}, {name: WORLD_SIZE, value: "8"}]}
        - name: worker
          replicas: 2
        """
    assert pointed(part, "VCP403") == ["WORLD_SIZE"]


@pytest.mark.parametrize(
    "value",
    ["$(HOME_DIR)/x", "$(UNKNOWN)", "$$(VC_TASK_INDEX)", "$VC_TASK_INDEX", "a"],
)
def test_references_that_work_or_are_no_references_are_fine(value: str) -> None:
    part = job("env: []", f'env: [{{name: HOME_DIR, value: /h}}, {{name: OUT, value: "{value}"}}]')
    assert not loud(part)


def test_a_reference_forward_is_pointed_at_itself() -> None:
    part = job("env: []", 'env: [{name: OUT, value: "/out/$(VC_TASK_INDEX)/$(LATE)"}, {name: LATE, value: x}]')
    assert pointed(part, "VCP404") == ["$(VC_TASK_INDEX)", "$(LATE)"]
    assert [finding.hint for finding in found(part, "VCP404")] == [
        "use $(VC_TASK_INDEX) in command or args instead",
        "move LATE before it",
    ]


def test_what_envfrom_may_bring_is_not_late() -> None:
    part = job("env: []", 'env: [{name: OUT, value: "$(VC_TASK_INDEX)"}]\n        envFrom: [{configMapRef: {name: c}}]')
    assert not loud(part)


def test_two_ports_of_the_author_on_the_hosts_network_are_pointed_at() -> None:
    part = """\
        hostNetwork: true
        containers:
        - {name: one, image: "a:1", ports: [{containerPort: 80}]}
        - {name: two, image: "a:1", ports: [{containerPort: 80}, {containerPort: 80, protocol: UDP}]}
        """
    assert pointed(part, "VCP405") == ["80"]


def test_training_on_the_hosts_network_with_devices_of_its_own_is_fine() -> None:
    part = """\
        plugins: {pytorch: []}
        tasks:
        - name: master
          replicas: 1
          template: &pod
            spec:
              restartPolicy: OnFailure
              hostNetwork: true
              dnsPolicy: ClusterFirstWithHostNet
              containers:
              - name: main
                image: example/app:1.0
                resources: {limits: {nvidia.com/gpu: 8, rdma/hca: 1}}
        - name: worker
          replicas: 7
          template: *pod
        """
    assert not loud(part)


def test_ports_on_the_hosts_network_leave_one_pod_for_each_node() -> None:
    part = job("svc: []", "ports: [{containerPort: 8000}]", "hostNetwork: true", replicas=3)
    assert pointed(part, "VCP406") == ["true"]
    assert not found(job("svc: []", "ports: [{containerPort: 8000}]", "hostNetwork: true"), "VCP406")
    assert not found(job("svc: []", "", "hostNetwork: true", replicas=3), "VCP406")


def test_an_ssh_server_on_another_port_does_not_meet_the_nodes() -> None:
    part = """\
        plugins: {mpi: []}
        tasks:
        - name: master
          replicas: 1
          template:
            spec:
              hostNetwork: true
              containers: [{name: main, image: "a:1", command: [sh, -c, "mpirun --mca plm_rsh_args '-p 2222' -- ssh -p 2222"]}]
        - name: worker
          replicas: 1
          template:
            spec:
              hostNetwork: true
              containers: [{name: main, image: "a:1", command: [sh, -c, "/usr/sbin/sshd -D -p 2222"]}]
        """
    assert not found(part, "VCP406")


@pytest.mark.parametrize("policy", ["ClusterFirstWithHostNet", "Default"])
def test_another_dns_policy_on_the_hosts_network_is_the_authors_choice(policy: str) -> None:
    assert not loud(job("svc: []", pod=f"hostNetwork: true\n      dnsPolicy: {policy}"))


def test_a_hostname_is_fine_for_one_pod_or_where_nobody_lists_hosts() -> None:
    assert not loud(job("svc: []", pod="hostname: box"))
    assert not loud(job("env: []", pod="hostname: box", replicas=3))
    assert pointed(job("svc: []", pod="hostname: box", replicas=3), "VCP408") == ["box"]


def test_a_subdomain_is_fine_where_its_service_stands_beside_the_job() -> None:
    from vcplug.lint.files import Settings, examine
    from vcplug.lint.manual import example
    from vcplug.releases import release
    from vcplug.source.reader import parse

    text = example.whole(job("svc: []", pod="subdomain: nodes", replicas=2)).text
    service = "---\napiVersion: v1\nkind: Service\nmetadata:\n  name: nodes\nspec: {clusterIP: None}\n"
    for beside, codes in (("", ["VCP409"]), (service, []), (service.replace("nodes", "others"), ["VCP409"])):
        found_in = examine(parse("job.yaml", (text + beside).encode()), Settings(release())).findings
        assert [finding.code for finding in found_in if finding.severity != "info"] == codes


def test_a_subdomain_called_as_the_job_is_fine() -> None:
    assert not loud(job("svc: []", pod="subdomain: train", replicas=2))


def test_a_nameless_ray_port_is_pointed_at_by_its_number() -> None:
    part = """\
        plugins: {ray: [], svc: ["--disable-network-policy=true"]}
        tasks:
        - name: head
          replicas: 1
          template:
            spec:
              containers: [{name: head, image: "rayproject/ray:2.35.0", ports: [{containerPort: 6379}, {containerPort: 9090}]}]
        - name: worker
          replicas: 1
        """
    assert pointed(part, "VCP410") == ["6379"]


def test_an_init_container_of_the_plugins_name_is_fine_where_the_plugin_adds_none() -> None:
    part = """\
        plugins: {pytorch: []}
        tasks:
        - name: master
          replicas: 1
        - name: worker
          replicas: 1
          template:
            spec:
              initContainers: [{name: wait-for-master, image: "a:1"}]
        """
    assert not loud(part)
