"""Every option of `vcplug render`, through the entry point."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import JOB, SAMPLES, vcplug

UID = "0b5f4b0e-6a1c-4c8e-9a51-7c1d2e3f4a5b"
FOREIGN = """\
# of my own
apiVersion: v1
kind:   ConfigMap   # as I like it
metadata: {name: mine}
data:
    x:   "1"
"""


@pytest.fixture
def job(tmp_path: Path) -> Path:
    file = tmp_path / "job.yaml"
    file.write_text(JOB)
    return file


def objects(*arguments: str | Path, **options: Any) -> list[dict[str, Any]]:
    ran = vcplug("render", "-o", "json", *arguments, **options)
    assert ran.code == 0, ran.err
    items: list[dict[str, Any]] = json.loads(ran.out)["items"]
    return items


def names(*arguments: str | Path, **options: Any) -> list[str]:
    ran = vcplug("render", "-o", "name", *arguments, **options)
    assert ran.code == 0, ran.err
    return ran.out.split()


def test_helper_objects_come_first_and_pods_last() -> None:
    kinds = [found.split("/")[0].split(".")[0] for found in names(SAMPLES / "all-together.yaml", "--ssh-keys", "placeholder")]
    assert list(dict.fromkeys(kinds)) == ["networkpolicy", "configmap", "secret", "service", "podgroup", "pod"]


def test_the_summary_counts_objects_and_says_when_the_release_was_assumed(job: Path) -> None:
    said = "train: 1 NetworkPolicy, 1 ConfigMap, 1 Service, 1 PodGroup, 2 Pods (Volcano "
    assert vcplug("render", job).err == f"{said}1.15.1, assumed)\n"
    assert vcplug("render", job, "--volcano-version", "v1.14.2").err == f"{said}1.14.2)\n"


def test_quiet_says_nothing_when_all_is_well(job: Path) -> None:
    ran = vcplug("render", "-q", job)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == vcplug("render", job).out


def test_the_same_input_gives_the_same_bytes() -> None:
    for sample in sorted(SAMPLES.glob("*.yaml")):
        first, second = (vcplug("render", "--ssh-keys", "placeholder", sample) for _ in range(2))
        assert first == second


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_each_sample_renders_without_a_warning(sample: Path) -> None:
    ran = vcplug("render", sample)
    assert ran.code == 0
    assert "warning" not in ran.err


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("po", ["pod/train-main-0", "pod/train-main-1"]),
        ("Pods", ["pod/train-main-0", "pod/train-main-1"]),
        ("svc,cm", ["configmap/train-svc", "service/train"]),
        ("netpol", ["networkpolicy.networking.k8s.io/train"]),
        ("networkpolicies.networking.k8s.io", ["networkpolicy.networking.k8s.io/train"]),
        ("pg", ["podgroup.scheduling.volcano.sh/train"]),
        ("secret,pvc", []),
    ],
)
def test_only_takes_kubectls_names_of_kinds(job: Path, written: str, found: list[str]) -> None:
    assert names(job, "--only", written) == found


def test_exclude_leaves_kinds_out_and_both_can_be_repeated(job: Path) -> None:
    assert names(job, "--exclude", "po", "--exclude", "pg,netpol") == ["configmap/train-svc", "service/train"]
    assert names(job, "--only", "svc", "--only", "cm", "--exclude", "cm") == ["service/train"]


def test_an_unknown_kind_is_an_error_that_lists_the_known_ones(job: Path) -> None:
    ran = vcplug("render", job, "--only", "deploy")
    assert (ran.code, ran.out) == (2, "")
    assert "unknown kind 'deploy'" in ran.err
    assert "NetworkPolicy (netpol)" in ran.err


def test_task_and_index_pick_pods_and_nothing_else() -> None:
    sample = SAMPLES / "pytorch.yaml"
    assert names(sample, "--task", "worker", "--index", "1") == ["pod/train-worker-1"]
    assert names(sample, "--index", "0,2") == ["pod/train-master-0", "pod/train-worker-0", "pod/train-worker-2"]
    assert names(sample, "--task", "worker", "--index", "1-2") == ["pod/train-worker-1", "pod/train-worker-2"]
    assert names("-", "--task", "main", stdin=f"{FOREIGN}---\n{JOB}") == ["pod/train-main-0", "pod/train-main-1"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--task", "wroker"), "there is no task 'wroker'; did you mean worker?"),
        (("--index", "3"), "no pod has index 3; they go from 0 to 2"),
        (("--task", "master", "--index", "1"), "no pod has index 1; they go from 0 to 0"),
        (("--index", "a"), "'a' is no index"),
        (("--index", "2-1"), "'2-1' is no index"),
        (("--owner-uid", "A B"), "is no uid"),
        (("--origin", "-o", "json"), "--origin writes comments"),
        (("--claims",), "--claims is for --delete"),
        (("--only", "svc", "--task", "worker"), "--task and --index pick pods"),
        (("--exclude", "po", "--index", "0"), "--task and --index pick pods"),
        (("--only", ""), "unknown kind ''"),
        (("--stage", "admitted", "--only", "po"), "--stage admitted prints the Job"),
        (("--stage", "admitted", "--delete"), "exclude each other"),
        (("-d", "x", "-o", "name"), "nothing to write to --output-dir"),
        (("--config", "x", "--no-config"), "exclude each other"),
        (("--volcano-version", "1.7"), "unknown Volcano release '1.7'; known are 1.8, 1.9"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: tuple[str, ...], message: str) -> None:
    ran = vcplug("render", SAMPLES / "pytorch.yaml", *options)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_usage_errors_suggest_what_was_meant(job: Path) -> None:
    for arguments, message in (
        (("rendr",), "there is no command 'rendr'; did you mean render?"),
        (("render", "--jobs-onyl", job), "no such option: --jobs-onyl; did you mean --jobs-only?"),
        (("render", "-o", "xml", job), "'xml' is not one of 'yaml', 'json', 'name'"),
    ):
        ran = vcplug(*arguments)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("error: ")
        assert message in ran.err


def test_help_and_version_are_answered(job: Path) -> None:
    for flag in ("-h", "--help"):
        assert "--owner-uid" in vcplug("render", flag).out
        assert "Print the manifests" in vcplug(flag).out
    assert vcplug("--version").out.startswith("vcplug ")
    assert vcplug().code == 2


def test_foreign_documents_pass_through_in_place_byte_for_byte(job: Path) -> None:
    ran = vcplug("render", stdin=f"{FOREIGN}---\n{JOB}---\n{FOREIGN}")
    assert ran.out.startswith(FOREIGN + "---\n")
    assert ran.out.endswith("---\n" + FOREIGN)
    assert "kind: Pod\n" in ran.out


def test_foreign_documents_are_untouched_by_choices_that_are_about_jobs(job: Path) -> None:
    mixed = f"{FOREIGN}---\n{JOB}"
    assert names("-", "-n", "here", "--only", "po", stdin=mixed)[0] == "configmap/mine"
    assert "namespace" not in objects("-", "-n", "here", "--exclude", "cm", stdin=mixed)[0]["metadata"]
    assert "configmap/mine" not in names("-", "--jobs-only", stdin=mixed)


def test_without_a_job_all_passes_through_with_a_warning() -> None:
    ran = vcplug("render", stdin=FOREIGN)
    assert (ran.code, ran.out) == (0, FOREIGN)
    assert ran.err == "warning: no Volcano Job in the input; everything is passed through as it is\n"


@pytest.mark.parametrize(("options", "given"), [((), ""), ((), "# nothing\n"), (("--jobs-only",), FOREIGN)])
def test_nothing_to_render_is_an_error(options: tuple[str, ...], given: str) -> None:
    ran = vcplug("render", *options, stdin=given)
    assert (ran.code, ran.out) == (2, "")
    assert "nothing to render" in ran.err


def test_namespace_fills_in_what_is_missing_and_refuses_another(job: Path) -> None:
    assert {found["metadata"]["namespace"] for found in objects(job)} == {"default"}
    assert {found["metadata"]["namespace"] for found in objects(job, "-n", "team")} == {"team"}
    placed = JOB.replace("name: train", "name: train\n  namespace: other", 1)
    assert {found["metadata"]["namespace"] for found in objects("-", "-n", "other", stdin=placed)} == {"other"}
    ran = vcplug("render", "-n", "team", stdin=placed)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("<stdin>:5:14: error VCP904: ")


def test_generate_name_gets_a_steady_name_or_the_given_one() -> None:
    unnamed = JOB.replace("name: train", "generateName: train-", 1)
    first = names("-", "--only", "svc", stdin=unnamed)
    assert first == names("-", "--only", "svc", stdin=unnamed)
    assert len(first[0]) == len("service/train-12345")
    assert names("-", "--only", "svc", "--name", "mine", stdin=unnamed) == ["service/mine"]
    assert vcplug("render", "--name", "mine", stdin=JOB).code == 2


def test_two_jobs_of_one_name_and_namespace_are_refused(job: Path) -> None:
    ran = vcplug("render", job, "-", stdin=JOB)
    assert (ran.code, ran.out) == (2, "")
    assert f"<stdin>:4:9: error VCP905: a second job train in namespace default; the first one is {job}:4" in ran.err


def test_owner_uid_gives_exactly_the_controllers_objects(job: Path) -> None:
    found = objects(job, "--owner-uid", UID)
    assert all(one["metadata"]["ownerReferences"][0]["uid"] == UID for one in found)
    assert [one["metadata"]["name"] for one in found if one["kind"] == "PodGroup"] == [f"train-{UID}"]
    assert not any("ownerReferences" in one["metadata"] for one in objects(job))


def test_kubernetes_own_scheduler_gets_no_pod_group(job: Path) -> None:
    found = objects(job, "--scheduler-name", "default-scheduler")
    assert "PodGroup" not in {one["kind"] for one in found}
    pod = found[-1]
    assert pod["spec"]["schedulerName"] == "default-scheduler"
    assert "scheduling.k8s.io/group-name" not in pod["metadata"]["annotations"]


def test_stage_admitted_prints_the_job_as_the_webhook_leaves_it(job: Path) -> None:
    found = json.loads(vcplug("render", "--stage", "admitted", "-o", "json", job).out)
    assert found["kind"] == "Job"
    assert (found["spec"]["queue"], found["spec"]["minAvailable"]) == ("default", 2)
    forced = json.loads(vcplug("render", "--stage", "admitted", "-o", "json", SAMPLES / "mpi.yaml").out)
    assert {"mpi", "svc", "ssh"} <= forced["spec"]["plugins"].keys()


def test_origin_says_who_added_a_line_and_changes_nothing_else(job: Path) -> None:
    import yaml

    plain, told = vcplug("render", job).out, vcplug("render", "--origin", job).out
    assert list(yaml.safe_load_all(told)) == list(yaml.safe_load_all(plain))
    ported = vcplug("render", "--origin", SAMPLES / "pytorch.yaml").out
    assert f"# pytorch --port, {SAMPLES / 'pytorch.yaml'}:" in ported


def test_delete_leaves_claims_and_foreign_documents_alone() -> None:
    claimed = JOB.replace("spec:\n", "spec:\n  volumes:\n  - mountPath: /d\n    volumeClaim: {accessModes: [ReadWriteOnce]}\n", 1)
    mixed = f"{FOREIGN}---\n{claimed}"
    made = set(names("-", stdin=mixed))
    claims = {name for name in made if name.startswith("persistentvolumeclaim/")}
    assert len(claims) == 1
    assert set(names("-", "--delete", stdin=mixed)) == made - claims - {"configmap/mine"}
    assert set(names("-", "--delete", "--claims", stdin=mixed)) == made - {"configmap/mine"}


def test_a_template_passes_through_with_a_note_unless_asked_for() -> None:
    spec = JOB[JOB.index("spec:\n") :].removeprefix("spec:\n")
    template = f"apiVersion: flow.volcano.sh/v1alpha1\nkind: JobTemplate\nmetadata:\n  name: step\nspec:\n{spec}"
    ran = vcplug("render", stdin=template)
    assert (ran.code, ran.out) == (0, template)
    assert "<stdin>:1: this JobTemplate is passed through as it is; --from-template renders the job inside" in ran.err
    assert "pod/step-main-0" in names("-", "--from-template", stdin=template)


def test_a_resource_list_comes_out_as_one() -> None:
    inner = "".join(f"  {line}\n" for line in JOB.splitlines())
    given = f"apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nfunctionConfig: {{a: 1}}\nitems:\n- {inner[2:]}"
    found = json.loads(vcplug("render", "-o", "json", stdin=given).out)
    assert (found["kind"], found["functionConfig"], len(found["items"])) == ("ResourceList", {"a": 1}, 6)
    assert vcplug("render", stdin=given).out.startswith("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\n")
    assert vcplug("render", stdin=f"{given}---\n{FOREIGN}").code == 2


def test_what_manifests_cannot_carry_is_named_in_one_note() -> None:
    told = JOB.replace("spec:\n", "spec:\n  maxRetry: 5\n  policies: [{event: PodFailed, action: AbortJob}]\n", 1)
    notes = [line for line in vcplug("render", stdin=told).err.splitlines() if line.startswith("note")]
    assert notes == ["note: policies, maxRetry live in Volcano's controller; plain manifests cannot carry them"]
    assert "note" not in vcplug("render", stdin=JOB).err


def test_strict_refuses_what_compat_reads_as_the_controller_does() -> None:
    wrong = JOB.replace("svc: []", 'svc: ["--disable-network-policy=yes"]')
    ran = vcplug("render", stdin=wrong)
    assert (ran.code, ran.out) == (2, "")
    assert "error VCP107" in ran.err
    ran = vcplug("render", "--compat", stdin=wrong)
    assert ran.code == 0
    assert "warning VCP107" in ran.err


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("name: train", "name: train.big"), "VCP303"),
        (("name: train", f"name: {'t' * 56}"), "VCP301"),
        (("image: busybox:1.36", "image: a\n          volumeMounts: [{name: v, mountPath: /etc/volcano}]"), "VCP401"),
    ],
)
def test_what_the_api_server_would_refuse_of_the_result_stops_render_unless_compat(change: tuple[str, str], code: str) -> None:
    wrong = JOB.replace(*change, 1).replace("containers:", "volumes: [{name: v, emptyDir: {}}]\n        containers:")
    wrong = wrong.replace("replicas: 2", "replicas: 11")
    ran = vcplug("render", stdin=wrong)
    assert (ran.code, ran.out) == (2, "")
    assert f"error {code}: " in ran.err
    ran = vcplug("render", "--compat", stdin=wrong)
    assert ran.code == 0
    assert f"warning {code}: " in ran.err


def test_all_findings_come_at_once_and_end_in_a_summary() -> None:
    wrong = JOB.replace("svc: []", "svcc: []").replace("image:", "imgae:")
    ran = vcplug("render", stdin=wrong)
    assert (ran.code, ran.out) == (2, "")
    assert "did you mean svc?" in ran.err
    assert "did you mean image?" in ran.err
    assert ran.err.splitlines()[-1].endswith("in 1 job (<stdin>)")


def test_ssh_keys_are_kept_in_a_directory_made_on_first_use(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    sample = SAMPLES / "ssh.yaml"
    first = vcplug("render", sample, "--ssh-keys", keys)
    assert f"kept in {keys}" in first.err
    assert vcplug("render", sample, "--ssh-keys", keys).out == first.out
    assert stat.S_IMODE((keys / "id_rsa").stat().st_mode) == 0o600
    (keys / "id_rsa.pub").unlink()
    broken = vcplug("render", sample, "--ssh-keys", keys)
    assert (broken.code, broken.out) == (2, "")
    assert "half a key pair" in broken.err


def test_keys_kept_inside_a_repository_are_warned_about_when_they_are_made(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    keys = tmp_path / "keys"
    warning = f"warning: private keys inside a git work tree: {keys}"
    assert warning in vcplug("render", SAMPLES / "ssh.yaml", "--ssh-keys", keys).err
    assert warning not in vcplug("render", SAMPLES / "ssh.yaml", "--ssh-keys", keys).err


def test_every_path_that_is_missing_is_named() -> None:
    assert vcplug("render", "a", "b").err == "error: a: no such file or directory\nerror: b: no such file or directory\n"


def test_a_path_cannot_forge_a_line() -> None:
    assert vcplug("render", "a\nwarning: b").err == "error: a\\nwarning: b: no such file or directory\n"


def test_a_refused_job_leaves_no_keys_behind(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    good, bad = (SAMPLES / "ssh.yaml").read_text(), JOB.replace("image:", "imgae:")
    assert vcplug("render", "--ssh-keys", keys, stdin=f"{good}\n---\n{bad}").code == 2
    assert not keys.exists()


def test_new_keys_are_a_note_and_placeholders_are_none() -> None:
    sample = SAMPLES / "ssh.yaml"
    assert "a second run makes others" in vcplug("render", sample).err
    assert "keys" not in vcplug("render", sample, "--ssh-keys", "placeholder").err
    assert "keys" not in vcplug("render", sample, "--exclude", "secret").err


def test_output_dir_holds_one_file_per_object_and_warns_about_keys_in_a_repository(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    ran = vcplug("render", SAMPLES / "ssh.yaml", "-d", folder)
    assert (ran.code, ran.out) == (0, "")
    assert "git work tree" not in ran.err
    secret = folder / "secret-shell-ssh.yaml"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    (tmp_path / ".git").mkdir()
    assert f"private keys inside a git work tree: {secret}" in vcplug("render", SAMPLES / "ssh.yaml", "-d", folder).err


def test_flags_win_over_environment_and_environment_over_config(job: Path, tmp_path: Path) -> None:
    (tmp_path / ".vcplug.toml").write_text('volcano-version = "1.9"\n')
    env = {"VCPLUG_VOLCANO_VERSION": "1.10"}
    assert "(Volcano 1.9.1)" in vcplug("render", job, cwd=tmp_path).err
    assert "(Volcano 1.10.2)" in vcplug("render", job, cwd=tmp_path, env=env).err
    assert "(Volcano 1.11.0)" in vcplug("render", job, "--volcano-version", "1.11.0", cwd=tmp_path, env=env).err
    assert "assumed" in vcplug("render", job, "--no-config", cwd=tmp_path).err
    assert "(Volcano 1.9.1)" in vcplug("render", job, "--config", tmp_path / ".vcplug.toml").err


def test_a_wrong_release_in_the_environment_or_config_says_where_it_stands(job: Path, tmp_path: Path) -> None:
    assert "VCPLUG_VOLCANO_VERSION: unknown" in vcplug("render", job, env={"VCPLUG_VOLCANO_VERSION": "9"}).err
    (tmp_path / ".vcplug.toml").write_text('volcano-version = "9"\n')
    assert f"{tmp_path}/.vcplug.toml: volcano-version: unknown" in vcplug("render", job, cwd=tmp_path).err


def test_an_unknown_patch_and_a_pre_release_are_told_in_a_note(job: Path) -> None:
    assert (
        "note: Volcano 1.14.99 is not known to vcplug; taken as 1.14" in vcplug("render", job, "--volcano-version", "1.14.99").err
    )
    assert "is a pre-release" in vcplug("render", job, "--volcano-version", "1.16").err


def test_plugins_of_ones_own_cluster_are_accepted_with_a_note(tmp_path: Path) -> None:
    own = JOB.replace("svc: []", "mine: [--whatever]")
    assert vcplug("render", stdin=own, cwd=tmp_path).code == 2
    (tmp_path / ".vcplug.toml").write_text('extra-plugins = ["mine"]\n')
    ran = vcplug("render", stdin=own, cwd=tmp_path)
    assert ran.code == 0
    assert "note: train: your cluster's own plugins are accepted, not expanded: mine" in ran.err


def test_files_without_kubernetes_objects_in_a_directory_are_skipped_with_a_count(job: Path, tmp_path: Path) -> None:
    (tmp_path / "values.yaml").write_text("a: 1\n")
    (tmp_path / "package.json").write_text("{}")
    ran = vcplug("render", tmp_path)
    assert ran.code == 0
    assert "note: 2 files without a Kubernetes object skipped" in ran.err


@pytest.mark.parametrize("options", [("--delete",), ("--task", "main"), ("--index", "0")])
def test_what_concerns_only_jobs_is_an_error_without_one(options: tuple[str, ...]) -> None:
    ran = vcplug("render", *options, stdin=FOREIGN)
    assert (ran.code, ran.out) == (2, "")
    assert "the input holds no Volcano Job" in ran.err


def test_admitted_with_origin_says_which_lines_admission_added(job: Path) -> None:
    job.write_text(JOB.replace("    svc: []\n", "    pytorch: [--master=main]\n").replace("spec:\n", "spec:\n  maxRetry: 0\n", 1))
    lines = vcplug("render", job, "--stage", "admitted", "--origin").out.splitlines()
    commented = {line.split(":")[0].strip(): line.split("# ")[1] for line in lines if "# " in line}
    assert commented == {
        "maxRetry": "webhook: default",
        "svc": "webhook: pytorch needs it",
        "minAvailable": "webhook: default",
        "queue": commented["queue"],
        "schedulerName": "webhook: default",
    }
    assert commented["queue"].endswith(": default")
    assert [line.split("  #")[0].rstrip() for line in lines] == vcplug("render", job, "--stage", "admitted").out.splitlines()


@pytest.mark.parametrize("item", ["1", "null", "[a]", "text"])
@pytest.mark.parametrize("output", ["yaml", "json", "name"])
def test_a_list_item_that_is_no_object_is_refused_with_its_place(item: str, output: str) -> None:
    ran = vcplug("render", "-o", output, stdin=f"apiVersion: v1\nkind: List\nitems:\n- {item}\n")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("<stdin>:4:3: error VCP902: an item of a list must be an object\n")


def test_one_pod_of_very_many_comes_at_once() -> None:
    many = JOB.replace("replicas: 2", "replicas: 2147483647").replace("    svc: []\n", "")
    assert names("-", "--index", "5,999999999", stdin=many) == ["pod/train-main-5", "pod/train-main-999999999"]


@pytest.mark.parametrize("plugin", ["svc", "ssh", "pytorch", "tensorflow"])
@pytest.mark.parametrize("options", [(), ("--compat",), ("--stage", "admitted")])
def test_lists_of_very_many_hosts_are_refused_before_they_are_made(plugin: str, options: tuple[str, ...]) -> None:
    ran = vcplug("render", *options, stdin=JOB.replace("replicas: 2", "replicas: 2147483647").replace("svc: []", f"{plugin}: []"))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("<stdin>:11:15: error VCP306: ")


def test_more_files_than_a_directory_should_hold_are_refused(tmp_path: Path) -> None:
    many = JOB.replace("replicas: 2", "replicas: 2147483647").replace("    svc: []\n", "")
    ran = vcplug("render", "-d", tmp_path / "out", stdin=many)
    assert (ran.code, ran.out) == (2, "")
    assert "2,147,483,648 files" in ran.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "change",
    [
        ("replicas: 2", f'replicas: "{"9" * 5000}"'),
        ("replicas: 2", f"replicas: {'9' * 5000}"),
        ("name: train", f"name: {'a' * 100_000}"),
        ("svc: []", f"pytorch: [--port={'9' * 5000}]"),
        ("svc: []", f"{'a' * 100_000}: []"),
        ("replicas: 2", f"{'a' * 100_000}: 2"),
    ],
    ids=lambda change: change[1][:20],
)
def test_very_long_values_are_refused_in_few_words(change: tuple[str, str]) -> None:
    ran = vcplug("render", stdin=JOB.replace(*change, 1))
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err) < 8000


def test_a_port_of_very_many_digits_is_read_as_go_reads_it() -> None:
    stdin = JOB.replace("svc: []", f"pytorch: [--master=main, --port={'0' * 5000}7]")
    (variable,) = (
        one["value"]
        for one in objects("-", "--index", "0", stdin=stdin)[0]["spec"]["containers"][0]["env"]
        if one["name"] == "MASTER_PORT"
    )
    assert variable == "7"


def test_an_empty_output_dir_is_refused_and_prints_nothing(tmp_path: Path) -> None:
    job = tmp_path / "job.yaml"
    job.write_text(JOB)
    ran = vcplug("render", "-d", "", job)
    assert (ran.code, ran.out) == (2, "")
    assert "--output-dir needs the name of a directory" in ran.err
