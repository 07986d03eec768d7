"""What scripts ask of plugins (VCP206, 207, 217): found where it is a mistake, and only there."""

from __future__ import annotations

import pytest

from tests.lint.parts import found, loud, pointed, said, script

ASKING = {
    "a shell variable": "work $VC_TASK_INDEX",
    "in braces": "work ${VC_TASK_INDEX}",
    "cut": "work ${VC_TASK_INDEX%%0}",
    "required": "work ${VC_TASK_INDEX:?no index}",
    "replaced by Kubernetes": "work $(VC_TASK_INDEX)",
    "in double quotes": 'work "part-$VC_TASK_INDEX"',
    "environ": "python -c \"import os; print(os.environ['VC_TASK_INDEX'])\"",
    "getenv": "python -c \"import os; print(int(os.getenv('VC_TASK_INDEX')))\"",
    "environ.get": "python -c \"import os; print(os.environ.get('VC_TASK_INDEX'))\"",
    "node": "node -e 'console.log(process.env.VC_TASK_INDEX)'",
    "printenv": "work $(printenv VC_TASK_INDEX)",
    "after a comment": "# the index\nwork $VC_TASK_INDEX",
}
QUIET = {
    "a comment": "# needs VC_TASK_INDEX, see $VC_TASK_INDEX\nwork",
    "a comment behind a command": "work  # not $VC_TASK_INDEX",
    "a message": "echo VC_TASK_INDEX is not used here",
    "a longer name": "work $VC_TASK_INDEX_FILE $MY_VC_TASK_INDEX",
    "a default": "work ${VC_TASK_INDEX:-0}",
    "another default": "work ${VC_TASK_INDEX-0}",
    "a default further up": "INDEX=${VC_TASK_INDEX:-0}\nwork $VC_TASK_INDEX",
    "a test for it": 'if [ -n "$VC_TASK_INDEX" ]; then work $VC_TASK_INDEX; fi',
    "set by the script": "VC_TASK_INDEX=${HOSTNAME##*-}\nwork $VC_TASK_INDEX",
    "exported by the script": "export VC_TASK_INDEX=3; work $VC_TASK_INDEX",
    "read by the script": "read VC_TASK_INDEX < /index; work $VC_TASK_INDEX",
    "a loop's own": "for VC_TASK_INDEX in 1 2; do work $VC_TASK_INDEX; done",
    "a default in Python": "python -c \"import os; print(os.environ.get('VC_TASK_INDEX', 0))\"",
    "or in Python": "python -c \"import os; print(os.environ.get('VC_TASK_INDEX') or 0)\"",
    "set in Python": "python -c \"import os; os.environ['VC_TASK_INDEX'] = '1'\"",
    "escaped for Kubernetes": "echo $$(VC_TASK_INDEX)",
    "escaped for the shell": 'echo "\\$VC_TASK_INDEX"',
}


@pytest.mark.parametrize("text", ASKING.values(), ids=list(ASKING))
def test_a_script_that_asks_for_the_index_needs_env(text: str) -> None:
    assert pointed(script(text), "VCP206") == ["VC_TASK_INDEX"]
    assert not loud(script(text, "env: []"))


@pytest.mark.parametrize("text", QUIET.values(), ids=list(QUIET))
def test_a_script_that_does_without_the_index_needs_no_env(text: str) -> None:
    assert not loud(script(text))


@pytest.mark.parametrize(
    "extra",
    [
        'env: [{name: VC_TASK_INDEX, value: "7"}]',
        "env: [{name: VC_TASK_INDEX, valueFrom: {fieldRef: {fieldPath: \"metadata.labels['volcano.sh/task-index']\"}}}]",
        "envFrom: [{configMapRef: {name: settings}}]",
    ],
)
def test_a_container_may_bring_the_variable_itself(extra: str) -> None:
    assert not loud(script("work $VC_TASK_INDEX", extra=extra))


@pytest.mark.parametrize(
    ("text", "plugin", "word"),
    [
        ("work $VC_WORKER_HOSTS", "svc", "VC_WORKER_HOSTS"),
        ("work ${VC_WORKER_NUM}", "svc", "VC_WORKER_NUM"),
        ("cat /etc/volcano/worker.host", "svc", "/etc/volcano/worker.host"),
        ("ls /etc/volcano/", "svc", "/etc/volcano/"),
        ("mpiexec --host $MPI_HOST work", "mpi", "MPI_HOST"),
        ("work $VK_TASK_INDEX", "env", "VK_TASK_INDEX"),
    ],
)
def test_each_plugin_is_missed_by_what_it_provides(text: str, plugin: str, word: str) -> None:
    assert pointed(script(text), "VCP206") == [word]
    assert f"only the {plugin} plugin" in said(script(text), "VCP206")[0]


@pytest.mark.parametrize(
    ("text", "extra"),
    [
        ("cat /etc/volcano/worker.host", "volumeMounts: [{name: hosts, mountPath: /etc/volcano}]"),
        ("cat /etc/volcano/worker.host", "volumeMounts: [{name: hosts, mountPath: /etc/volcano/worker.host, subPath: x}]"),
        ("cat /etc/volcano/worker.host", "volumeMounts: [{name: hosts, mountPath: /etc}]"),
    ],
)
def test_files_that_the_author_mounts_need_no_svc(text: str, extra: str) -> None:
    volume = "      volumes: [{name: hosts, emptyDir: {}}]\n"
    assert not loud(script(text, extra=extra) + volume)


@pytest.mark.parametrize(
    "text",
    [
        "mkdir -p /etc/volcano; echo a > /etc/volcano/x.host",
        "if [ -f /etc/volcano/worker.host ]; then work --hosts-from /etc/volcano/worker.host; fi",
        "work --config /opt/etc/volcano/worker.host",
        "work $VC_CACHE_NUM",
        "MPI_HOST=$(paste -sd, /hosts); mpiexec --host $MPI_HOST work",
    ],
)
def test_scripts_that_bring_their_own_files_and_lists_need_no_svc_and_no_mpi(text: str) -> None:
    assert not loud(script(text))


def test_a_missing_plugin_is_said_once_for_each_container() -> None:
    text = "work $VC_TASK_INDEX $VC_TASK_INDEX $VC_WORKER_HOSTS $VC_WORKER_NUM /etc/volcano/worker.host"
    assert pointed(script(text), "VCP206") == ["VC_TASK_INDEX", "VC_WORKER_HOSTS"]


def test_values_in_env_probes_and_hooks_are_looked_at() -> None:
    extra = """\
        env:
        - name: PART
          value: part-$(VC_TASK_INDEX)
        readinessProbe: {exec: {command: [sh, -c, "check $VC_WORKER_NUM"]}}
        """
    assert pointed(script("work", extra=extra), "VCP206") == ["VC_TASK_INDEX", "VC_WORKER_NUM"]


def test_init_containers_are_looked_at() -> None:
    part = """\
        initContainers:
        - name: fetch
          image: example/fetch:1.0
          command: [sh, -c, fetch $VC_TASK_INDEX]
        """
    assert pointed(part, "VCP206") == ["VC_TASK_INDEX"]


def test_lists_that_svc_was_told_not_to_inject_are_missed() -> None:
    part = script("work $VC_WORKER_HOSTS", 'svc: ["--inject-hosts-env=false"]')
    assert "--inject-hosts-env=false" in said(part, "VCP206", "1.16")[0]
    assert not loud(script("cat /etc/volcano/VC_WORKER_HOSTS", 'svc: ["--inject-hosts-env=false"]'), "1.16")


STYLES = {
    "literal": "command:\n        - sh\n        - -c\n        - |\n          first\n          work $VK_TASK_INDEX",
    "literal with a comment": "command:\n        - sh\n        - -c\n        - |-  # the work\n\n          work $VK_TASK_INDEX",
    "folded": "command:\n        - sh\n        - -c\n        - >\n          first;\n          work\n          $VK_TASK_INDEX",
    "double quotes": 'command: ["sh", "-c", "first;\\nwork $VK_TASK_INDEX"]',
    "double quotes over lines": 'command: ["sh", "-c", "first;\n          work $VK_TASK_INDEX"]',
    "single quotes": "command: ['sh', '-c', 'work ''part'' $VK_TASK_INDEX']",
    "plain": "command: [sh, -c, work $VK_TASK_INDEX]",
    "plain over lines": "command:\n        - sh\n        - -c\n        - work\n          $VK_TASK_INDEX",
    "behind CJK and emoji": 'command: ["sh", "-c", "echo 你好 🚀 $VK_TASK_INDEX"]',
}


@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_the_very_word_is_pointed_at_in_every_style(style: str) -> None:
    part = script("x", "env: []").split("        command:")[0] + f"        {style}\n"
    assert pointed(part, "VCP207") == ["VK_TASK_INDEX"]


def test_where_the_word_cannot_be_told_apart_the_whole_text_is_pointed_at() -> None:
    part = script("x", "env: []").split("        command:")[0] + '        command: ["sh", "-c", "work $VK_TASK\\x5fINDEX"]\n'
    assert pointed(part, "VCP207") == ['"work $VK_TASK\\x5fINDEX"']


def test_of_two_words_the_one_that_is_used_is_pointed_at() -> None:
    part = script("# VK_TASK_INDEX is old\necho first\nwork $VK_TASK_INDEX", "env: []")
    (finding,) = found(part, "VCP207")
    assert finding.line_text.strip() == "work $VK_TASK_INDEX"


@pytest.mark.parametrize(
    "text", ["work ${VC_TASK_INDEX:-$VK_TASK_INDEX}", "VK_TASK_INDEX=1; work $VK_TASK_INDEX", "# VK_TASK_INDEX"]
)
def test_scripts_that_know_both_names_are_not_told_about_the_old_one(text: str) -> None:
    assert not loud(script(text, "env: []"))


@pytest.mark.parametrize(
    ("text", "word", "hint"),
    [
        ("cat /etc/volcano/workers.host", "/etc/volcano/workers.host", "there are worker.host"),
        ("work $VC_WORKERS_HOSTS", "VC_WORKERS_HOSTS", "there are VC_WORKER_HOSTS, VC_WORKER_NUM"),
    ],
)
def test_a_list_of_no_task_is_pointed_at(text: str, word: str, hint: str) -> None:
    part = script(text, "svc: []")
    assert pointed(part, "VCP217") == [word]
    assert found(part, "VCP217")[0].hint == hint


@pytest.mark.parametrize(
    "text",
    [
        "cat /etc/volcano/*.host",
        "cat /etc/volcano/${TASK}.host",
        "cat /etc/volcano/worker.host",
        "cat /etc/volcano/VC_WORKER_HOSTS",
        "work $VC_WORKER_HOSTS ${VC_WORKER_NUM}",
        "[ -f /etc/volcano/chief.host ] && cat /etc/volcano/chief.host",
        "VC_CHIEF_HOSTS=a; work $VC_CHIEF_HOSTS",
        "# cat /etc/volcano/chief.host",
        "work ${VC_CHIEF_NUM:-0}",
    ],
)
def test_lists_that_are_there_or_may_be_missing_are_no_mistake(text: str) -> None:
    assert not loud(script(text, "svc: []"))
