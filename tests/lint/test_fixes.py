"""Fixes edit spans of the text in the manner of what stands around them; everything else stays byte for byte."""

from __future__ import annotations

import re
from textwrap import indent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lint.jobs import TASKS, codes, findings, fixed, job
from vcplug.lint import fixes
from vcplug.lint.files import FIXABLE
from vcplug.lint.fixing import edited
from vcplug.lint.writing import diff
from vcplug.source.reader import parse

SCRIPT = TASKS.replace("image: busybox:1.36\n", 'image: busybox:1.36\n          command: [sh, -c, "echo $VK_TASK_INDEX"]\n', 1)


def test_the_engine_knows_which_codes_can_be_fixed() -> None:
    assert set(fixes.FIXES) == FIXABLE


ARGUMENTS = [
    # what is written, what it becomes
    ('["--prot=29500"]', '["--port=29500"]'),
    ("['--prot=29500']", "['--port=29500']"),
    ("[--prot=29500]", "[--port=29500]"),
    ('["--master=master --worker=worker"]', '["--master=master", "--worker=worker"]'),
    ("['--master=master --worker=worker', '--port=1']", "['--master=master', '--worker=worker', '--port=1']"),
    ('["--port 22"]', '["--port=22"]'),
    ('["port=22"]', '["--port=22"]'),
    ('["--wait-master-enabled", "false", "--port=22"]', '["--wait-master-enabled=false", "--port=22"]'),
    ('["--wait-master-enabled=yes"]', '["--wait-master-enabled=true"]'),
    ('["--port=022"]', '["--port=18"]'),
    ('["–port=22"]', '["--port=22"]'),
    ('["—port=22"]  # from the web', '["--port=22"]  # from the web'),
    ('"--port=22"', '["--port=22"]'),
    ("--port=22", "[--port=22]"),
    ('"--master=master --worker=worker"', '["--master=master", "--worker=worker"]'),
    ("{}", "[]"),
]


@pytest.mark.parametrize(("written", "wanted"), ARGUMENTS)
def test_arguments_are_corrected_in_their_own_style(written: str, wanted: str) -> None:
    before, after = job(f"  plugins:\n    pytorch: {written}\n"), job(f"  plugins:\n    pytorch: {wanted}\n")
    assert fixed(before) == after
    assert fixed(before.replace("\n", "\r\n")) == after.replace("\n", "\r\n")


BLOCKS = [
    ("    - --prot=1\n", "    - --port=1\n"),
    ("    - '--master=m --worker=w'  # two\n", "    - '--master=m'\n    - '--worker=w'  # two\n"),
    ("      - --master=m --worker=w\n      - --port=1\n", "      - --master=m\n      - --worker=w\n      - --port=1\n"),
    ('    - "--wait-master-enabled"\n    - "false"\n    - --port=1\n', '    - "--wait-master-enabled=false"\n    - --port=1\n'),
    ("    - --port=1\n    - 22\n", '    - --port=1\n    - "22"\n'),
]


@pytest.mark.parametrize(("written", "wanted"), BLOCKS)
def test_lists_in_block_style_keep_their_indentation_and_comments(written: str, wanted: str) -> None:
    assert fixed(job(f"  plugins:\n    pytorch:\n{written}")) == job(f"  plugins:\n    pytorch:\n{wanted}")


def test_ray_documented_port_is_renamed_to_the_one_that_controllers_know() -> None:
    assert '"--clientPort=10001"' in fixed(job('  plugins:\n    ray: ["--clientServerPort=10001"]\n'), "VCP114")


def test_a_comment_between_a_flag_and_its_value_is_not_lost() -> None:
    text = job('  plugins:\n    pytorch:\n    - "--wait-master-enabled"\n    # not yet\n    - "false"\n')
    assert "VCP105" in codes(text)
    assert fixed(text) == text


def test_json_stays_json() -> None:
    text = """{"apiVersion": "batch.volcano.sh/v1alpha1", "kind": "Job", "metadata": {"name": "a"}, "spec": {
\t"plugins": {
\t\t"ssh": null
\t},
\t"tasks": [{"name": "t", "replicas": "1", "template": {"spec": {"restartPolicy": "Never", "containers": [
\t\t{"name": "c", "image": "a:1", "env": [{"name": "A", "value": 5}]}]}}}]}}"""
    wanted = text.replace('"1"', "1").replace('"value": 5', '"value": "5"').replace('"ssh": null', '"ssh": [],\n\t\t"svc": []')
    assert fixed(text, unsafe=True) == wanted


TYPES = [
    ("value: 5", 'value: "5"'),
    ("value: yes  # really", 'value: "yes"  # really'),
    ("value: 0644", 'value: "0644"'),
    ("value: 1.50", 'value: "1.50"'),
]


@pytest.mark.parametrize(("written", "wanted"), TYPES)
def test_what_must_be_a_string_is_quoted_as_it_is_written(written: str, wanted: str) -> None:
    tasks = TASKS.replace(
        "image: busybox:1.36\n", f"image: busybox:1.36\n          env:\n          - name: A\n            {written}\n", 1
    )
    assert fixed(job("", tasks)) == job("", tasks.replace(written, wanted))


def test_a_fraction_of_a_cpu_is_quoted_and_a_quoted_number_is_not() -> None:
    tasks = TASKS.replace("image: busybox:1.36\n", "image: busybox:1.36\n          resources: {requests: {cpu: 0.5}}\n", 1)
    assert fixed(job("  minAvailable: '2'\n", tasks)) == job("  minAvailable: 2\n", tasks.replace("0.5", '"0.5"'))


def test_a_misspelt_plugin_event_and_action_are_corrected_but_a_field_only_when_asked() -> None:
    text = job("  plugins: {pytroch: []}\n  policies: [{event: PodEvictd, action: RestartJbo}]\n  minAvailabel: 2\n")
    safe = text.replace("pytroch", "pytorch").replace("PodEvictd", "PodEvicted").replace("RestartJbo", "RestartJob")
    assert fixed(text) == safe
    assert fixed(text, unsafe=True) == safe.replace("minAvailabel", "minAvailable")


def test_a_key_is_not_renamed_to_one_that_is_there_already() -> None:
    text = job("  minAvailabel: 2\n  minAvailable: 2\n")
    assert fixed(text, unsafe=True) == text


def test_a_duplicate_with_the_same_value_is_removed_and_one_with_another_value_is_not() -> None:
    assert fixed(job("  queue: a\n  minAvailable: 2\n  queue: a\n")) == job("  minAvailable: 2\n  queue: a\n")
    differs = job("  queue: a\n  minAvailable: 2\n  queue: b\n")
    assert fixed(differs, unsafe=True) == differs


def test_names_inside_scripts_are_replaced_where_they_stand() -> None:
    tasks = TASKS.replace(
        "image: busybox:1.36\n",
        "image: busybox:1.36\n          command:\n          - sh\n          - -c\n          - |\n"
        "            # VK_TASK_INDEX\n            cat /etc/volcano/my-task.host; echo ${VK_TASK_INDEX}x VK_TASK_INDEXES\n",
        1,
    ).replace("name: worker", "name: my-task")
    text = job("  plugins: {env: [], svc: []}\n", tasks)
    wanted = text.replace("VK_TASK_INDEX\n", "VC_TASK_INDEX\n").replace("{VK_", "{VC_").replace("my-task.host", "my_task.host")
    assert fixed(text) == wanted


PLUGINS = [
    # spec before, spec after adding svc
    ("  plugins:\n    ssh: []\n", "  plugins:\n    ssh: []\n    svc: []\n"),
    ("  plugins:\n    ssh: []  # keys\n    # more\n", "  plugins:\n    ssh: []  # keys\n    svc: []\n    # more\n"),
    (
        "  plugins:\n      ssh:\n      - --ssh-key-file-path=/x\n",
        "  plugins:\n      ssh:\n      - --ssh-key-file-path=/x\n      svc: []\n",
    ),
    ("  plugins: {ssh: []}\n", "  plugins: {ssh: [], svc: []}\n"),
    ('  plugins: {"ssh": []}\n', '  plugins: {"ssh": [], "svc": []}\n'),
    ("  plugins: {\n    ssh: []\n  }\n", "  plugins: {\n    ssh: [],\n    svc: []\n  }\n"),
]


@pytest.mark.parametrize(("written", "wanted"), PLUGINS)
def test_a_missing_plugin_is_added_in_the_style_of_the_others(written: str, wanted: str) -> None:
    assert fixed(job(written), "VCP205") == job(written)
    assert fixed(job(written), "VCP205", unsafe=True) == job(wanted)
    windows = job(written).replace("\n", "\r\n")
    assert fixed(windows, "VCP205", unsafe=True) == job(wanted).replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("", "  plugins:\n    env: []\n"),
        ("  queue: a  # b\n", "  queue: a  # b\n  plugins:\n    env: []\n"),
        ("  plugins:\n", "  plugins: {env: []}\n"),
        ("  plugins: {}\n", "  plugins: {env: []}\n"),
        ("  plugins: ~\n", "  plugins: {env: []}\n"),
    ],
)
def test_plugins_are_made_where_there_are_none(written: str, wanted: str) -> None:
    assert fixed(job(written, SCRIPT), "VCP206", unsafe=True) == job(wanted, SCRIPT)


def test_nothing_is_added_behind_a_key_that_has_a_mark_of_its_own() -> None:
    before = job("  plugins:\n    ? ssh\n    : []\n")
    assert [finding.fix for finding in findings(before) if finding.code == "VCP205"] == [None]
    assert fixed(before, unsafe=True) == before


@pytest.mark.parametrize(
    "written", ["    ssh: &n\n    svc: []\n", "    ssh: !!null\n    svc: []\n", "    ssh: # &n\n    svc: []\n"]
)
def test_a_null_behind_an_anchor_or_a_tag_has_no_fix(written: str) -> None:
    (finding,) = findings(job(f"  plugins:\n{written}"), "VCP201")
    assert (finding.fix is None) == ("#" not in written)


def test_what_an_alias_repeats_is_one_finding_with_its_fix() -> None:
    first = TASKS.replace("busybox:1.36\n", "busybox:1.36\n          env: &e [{name: A, value: 5}]\n", 1)
    text = job("", first + "          env: *e\n")
    assert [finding.fix is not None for finding in findings(text, "VCP802")] == [True]
    assert 'value: "5"' in fixed(text)


def test_a_text_with_a_tag_is_not_put_in_a_list() -> None:
    text = job("  plugins:\n    pytorch: !!str --port=1\n")
    assert [finding.fix for finding in findings(text, "VCP202")] == [None]


def test_several_plugins_are_added_one_after_the_other() -> None:
    tasks = SCRIPT.replace("$VK_TASK_INDEX", "$VC_TASK_INDEX $VC_WORKER_NUM")
    assert fixed(job("  plugins: {hcclrank: []}\n", tasks), "VCP206", unsafe=True) == job(
        "  plugins: {hcclrank: [], env: [], svc: []}\n", tasks
    )


def test_mpi_port_is_told_to_ssh_where_the_release_can() -> None:
    text = job('  plugins:\n    mpi: ["--port=2222"]\n')
    assert fixed(text, "VCP503", unsafe=True) == job('  plugins:\n    mpi: ["--port=2222"]\n    ssh: ["--ssh-port=2222"]\n')
    assert fixed(text, "VCP503", unsafe=True, volcano="1.14") == text
    given = job("  plugins:\n    mpi: ['--port=2222']\n    ssh:\n    - --ssh-key-file-path=/x\n")
    assert fixed(given, "VCP503", unsafe=True) == given.replace("=/x\n", "=/x\n    - --ssh-port=2222\n")


def test_nothing_is_edited_through_an_alias_or_a_merge_key() -> None:
    through_alias = job("  plugins:\n    ssh: &n ~\n    svc: *n\n")
    assert [one.fix is None for one in findings(through_alias, "VCP201")] == [False, True]
    assert fixed(through_alias, "VCP201", unsafe=True) == through_alias.replace("&n ~", "&n []")


def test_a_merged_list_of_plugins_is_mended_only_where_it_is_written() -> None:
    one = indent(job("  plugins: &p\n    ssh: []\n"), "    ")[4:]
    other = indent(job("  plugins:\n    <<: *p\n").replace("name: train", "name: other"), "    ")[4:]
    text = f"apiVersion: v1\nkind: List\nitems:\n  - {one}  - {other}"
    found = findings(text, "VCP205")
    assert [finding.fix is None for finding in found] == [False, True]
    assert fixed(text, "VCP205", unsafe=True) == text.replace("ssh: []\n", "ssh: []\n        svc: []\n")


def test_nothing_is_edited_in_a_helm_template() -> None:
    text = job('  plugins: {pytorch: ["--prot=1"]}\n').replace("name: train", 'name: "{{ .Release.Name }}"')
    assert [(one.code, one.fix) for one in findings(text)] == [("VCP902", None)]
    assert fixed(text, unsafe=True) == text


def test_a_private_key_is_in_no_fix() -> None:
    text = job('  plugins:\n    ssh: ["--ssh-private-kye=TOPSECRET"]\n')
    (finding,) = findings(text, "VCP101")
    assert finding.fix is not None
    assert "TOPSECRET" not in repr(finding)
    assert "--ssh-private-key=TOPSECRET" in fixed(text)


@pytest.mark.parametrize(
    "written", ['"--ssh-private-key=TOPSECRET"', "--ssh-private-key=TOPSECRET", "'--ssh-private-key=TOP,SECRET'"]
)
def test_what_is_put_in_a_list_is_not_in_the_fix(written: str) -> None:
    text = job(f"  plugins:\n    svc: []\n    ssh: {written}\n")
    (finding,) = findings(text, "VCP202")
    assert finding.fix is not None
    assert "SECRET" not in repr(finding)
    assert f"    ssh: [{written}]\n" in fixed(text)


@pytest.mark.parametrize(
    "flag", ["--ssh-private-kye", "--private-key", "--SSH-PRIVATE-KEY", "--ssh_private_key", "–ssh-private-key"]
)
@pytest.mark.parametrize("joint", ["=", '", "', " "])
def test_a_diff_shows_no_private_key_however_its_flag_is_written(flag: str, joint: str) -> None:
    text = job(f'  plugins:\n    ssh: ["{flag}{joint}TOPSECRET", "--ssh-prot=22"]\n')
    shown = diff("job.yaml", text, text.replace("prot", "port"))
    assert "\n+    ssh: [" in shown
    assert "TOPSECRET" not in shown


def test_one_fix_that_makes_it_worse_keeps_no_other_back() -> None:
    jobs = [
        job('  plugins:\n    svc: []\n    pytorch: ["--prot=1"]\n').replace("name: train", f"name: j{number}")
        for number in range(60)
    ]
    jobs[30] = jobs[30].replace("    svc: []\n", "    svc: []\n    ray:\n")  # with [] there would have to be a head task
    text = "---\n".join(jobs)
    assert fixed(text, unsafe=True) == text.replace("--prot", "--port")


items = st.lists(
    st.sampled_from(
        ["--prot=1", "--port 22", "port=22", "–port=3", "--master=a --worker=b", "--wait-master-enabled", "false",
         "--port=022", "--x", "-port", "--port", "9", "", "--wait-master-enabled=on", "--master=é🙂 --port=1", " --port=1",
         "--port=1,--master=a"]
    ),
    max_size=5,
)  # fmt: skip
quotes = st.sampled_from(["'{}'", '"{}"', "{}"])


@given(items, st.lists(quotes, min_size=5, max_size=5), st.booleans(), st.booleans(), st.booleans())
def test_fixing_twice_is_fixing_once_and_each_fix_is_sound_alone(
    texts: list[str], styles: list[str], flow: bool, windows: bool, unsafe: bool
) -> None:
    written = [style.format(text) for style, text in zip(styles, texts, strict=False)]
    if flow:
        listed = "    pytorch: [" + ", ".join(written) + "]  # end\n"
    else:
        listed = "    pytorch:" + "".join(f"\n    - {item}" for item in written) + "  # end\n"
    text = job("  plugins:\n    # first\n    ssh: []\n" + listed, SCRIPT)
    text = text.replace("\n", "\r\n") if windows else text
    once = fixed(text, unsafe=unsafe)
    assert fixed(once, unsafe=unsafe) == once
    each_fix_alone_is_sound(text)


ODD = st.lists(
    st.sampled_from(
        [
            "    ? ssh\n    : []\n",
            "    'ssh': &a []\n",
            "    ssh: !!seq []\n",
            "    ssh: &n\n",
            "    ssh: !!null\n",
            "    ssh: ~ # off\n",
            "    mpi: {}\n",
            "    mpi: !!str --prot=1\n",
            "    mpi: # why\n    - --prot=1 # one\n    # two\n    - --port\n    - '2'\n",
            "    pytorch: [--prot=1, # one\n      '--port 22', # two\n      ]\n",
            "    pytorch: [ !!str '--prot=1', &x \"port=2\" ]\n",
            "    pytorch:\n    -   '--master=m --worker=w'   # both\n",
            "    pytorch:\n    - |\n      --prot=1\n    - >-\n      port=22\n",
            "    scv: []\n",
            "    ? 'scv' # key\n    : - --x\n",
            '    "e\\x6ev": [a]\n',
        ]
    ),
    min_size=1,
    max_size=3,
)


@given(ODD, st.booleans())
def test_fixes_in_odd_layouts_leave_a_job_that_is_read_with_its_comments(plugins: list[str], windows: bool) -> None:
    text = job("  plugins:\n" + "".join(plugins) + "    hcclrank: [] # last\n", SCRIPT)
    text = text.replace("\n", "\r\n") if windows else text
    each_fix_alone_is_sound(text)
    once = fixed(text, unsafe=True)
    assert fixed(once, unsafe=True) == once
    assert re.findall(r"# \w+", once) == re.findall(r"# \w+", text)


def each_fix_alone_is_sound(text: str) -> None:
    """Editors offer fixes one by one: after each of them the file is still YAML, and holds the job and its tasks."""
    file = parse("job.yaml", text.encode())
    if file.problems:
        return
    tasks = [document.root.plain()["spec"]["tasks"][1] for document in file.documents]
    for finding in findings(text):
        if finding.fix is not None:
            after = parse("job.yaml", edited(file.lines, [finding.fix]).encode())
            assert not after.problems, finding
            assert [document.root.plain()["spec"]["tasks"][1] for document in after.documents] == tasks
