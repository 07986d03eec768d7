"""vcplug lint as a command: paths, choices, formats, fixes, exit codes."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.running import JOB, vcplug

BAD = JOB.replace("env: []", 'env: []\n    pytorch: ["--prot=29500"]')
MENDED = BAD.replace("--prot", "--port")
WARNS = JOB.replace("        restartPolicy: Never\n", "")
FORMATS = ("text", "json", "github", "sarif", "junit")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "good.yaml").write_text(JOB)
    (tmp_path / "bad.yaml").write_text(BAD)
    return tmp_path


def test_a_finding_has_its_line_a_caret_and_a_cure(place: Path) -> None:
    ran = vcplug("lint", "--select", "VCP101", "bad.yaml", cwd=place)
    assert ran == (
        1,
        """\
bad.yaml:8:15: error VCP101: pytorch has no flag --prot
   |
 8 |     pytorch: ["--prot=29500"]
   |               ^^^^^^^^^^^^^^ did you mean --port?
   |
   = Volcano 1.15 only logs this, and drops it
   = vcplug explain pytorch.port
1 error in 1 job (bad.yaml); 1 can be fixed with --fix; Volcano 1.15.1 assumed
""",
        "",
    )


def test_no_paths_mean_this_directory_and_files_without_a_job_are_only_counted(place: Path) -> None:
    (place / "values.yaml").write_text("a: 1\n")
    (place / "deployment.yaml").write_text("apiVersion: apps/v1\nkind: Deployment\n")
    (place / "package.json").write_text("{}")
    (place / ".hidden.yaml").write_text(BAD)
    (place / "chart").mkdir()
    (place / "chart" / "other.yaml").write_text("kind: ConfigMap\nname: {{ .Values.x }}\n")
    ran = vcplug("lint", cwd=place)
    assert ran.code == 1
    assert "bad.yaml:8:15" in ran.out
    assert "4 files without a Volcano Job skipped" in ran.out.splitlines()[-1]
    assert vcplug("lint", "values.yaml", cwd=place).code == 0


def test_a_helm_template_of_a_job_is_one_finding(place: Path) -> None:
    for text in (BAD.replace("name: train", "name: {{ .Release.Name }}"), BAD.replace("name: train", 'name: "{{ .Values.a }}"')):
        (place / "job.yaml").write_text("{{- if .Values.on }}\n" + text if "Release" in text else text)
        ran = vcplug("lint", "-o", "json", "job.yaml", cwd=place)
        (found,) = json.loads(ran.out)
        assert (ran.code, found["code"], found["fix"]) == (1, "VCP902", None)
        assert "Helm template" in found["message"]


def test_what_is_not_yaml_is_a_finding_and_what_is_not_there_is_an_error(place: Path) -> None:
    (place / "broken.yaml").write_text("a: [\n")
    ran = vcplug("lint", "broken.yaml", "good.yaml", cwd=place)
    assert ran.code == 1
    assert re.match(r"broken.yaml:\d:\d: error VCP902: ", ran.out)
    ran = vcplug("lint", "bad.yaml", "nowhere.yaml", "none", cwd=place)
    assert (ran.code, ran.out) == (2, "")
    assert "nowhere.yaml: no such file" in ran.err
    assert "none: no such file" in ran.err


def test_stdin_is_read_when_asked(place: Path) -> None:
    ran = vcplug("lint", "-", stdin=BAD, cwd=place)
    assert ran.code == 1
    assert ran.out.startswith("<stdin>:8:15: error VCP101")


def test_jobs_in_lists_cron_jobs_and_templates_are_found(place: Path) -> None:
    spec = BAD.partition("spec:\n")[2]
    indented = "".join(f"    {line}\n" for line in spec.splitlines())
    cron = "apiVersion: batch.volcano.sh/v1alpha1\nkind: CronJob\nmetadata: {name: a}\nspec:\n  schedule: '* * * * *'\n"
    template = "apiVersion: flow.volcano.sh/v1alpha1\nkind: JobTemplate\nmetadata: {name: b}\nspec:\n"
    listed = "apiVersion: v1\nkind: List\nitems:\n- " + BAD.replace("\n", "\n  ").rstrip() + "\n"
    (place / "all.yaml").write_text(f"{cron}  jobTemplate:\n    spec:\n{indented}---\n{template}{spec}---\n{listed}")
    ran = vcplug("lint", "-o", "json", "--select=VCP101", "all.yaml", cwd=place)
    assert [found["line"] for found in json.loads(ran.out)] == [10, 28, 50]


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize(
    ("text", "arguments", "code"),
    [
        (JOB, [], 0),
        (BAD, [], 1),
        (WARNS, [], 1),
        (WARNS, ["--fail-on=error"], 0),
        (BAD, ["--fail-on=error"], 1),
        (JOB.replace("busybox:1.36", "busybox"), [], 0),
        (JOB.replace("busybox:1.36", "busybox"), ["--fail-on=info"], 1),
        (BAD, ["--ignore=VCP1"], 0),
        (BAD, ["--select=VCP2"], 0),
        (BAD, ["-q"], 1),
        (BAD, ["--fix"], 1),
        (BAD, ["--fix", "--select=VCP1"], 0),
        ("a: [", [], 1),
        (BAD, ["--diff"], 1),
        (WARNS, ["--diff"], 0),
    ],
)
def test_the_exit_code_does_not_depend_on_the_format(
    tmp_path: Path, format: str, text: str, arguments: list[str], code: int
) -> None:
    (tmp_path / "job.yaml").write_text(text)
    assert vcplug("lint", "-o", format, *arguments, "job.yaml", cwd=tmp_path).code == code
    (tmp_path / "job.yaml").write_text(text)
    assert vcplug("lint", "-o", format, *arguments, "--output-file=report", "job.yaml", cwd=tmp_path).code == code


def test_json_has_exactly_the_promised_fields(place: Path) -> None:
    ran = vcplug("lint", "-q", "-o", "json", "--select=VCP101", "bad.yaml", cwd=place)
    assert json.loads(ran.out) == [
        {
            "code": "VCP101",
            "name": "unknown-flag",
            "severity": "error",
            "message": "pytorch has no flag --prot",
            "file": "bad.yaml",
            "line": 8,
            "column": 15,
            "end_line": 8,
            "end_column": 29,
            "fix": {
                "summary": 'Write "--port=29500"',
                "safe": True,
                "edits": [{"line": 8, "column": 19, "end_line": 8, "end_column": 21, "text": "or"}],
            },
            "url": "docs/rules.md#vcp101",
        }
    ]
    assert json.loads(vcplug("lint", "-o", "json", "good.yaml", cwd=place).out) == []


def test_other_formats_leave_stdout_to_the_report(place: Path) -> None:
    for format in ("json", "github", "sarif", "junit"):
        ran = vcplug("lint", "-o", format, "--statistics", "bad.yaml", cwd=place)
        assert ran.err.startswith("1  VCP101  error    unknown-flag  (1 with --fix)\n")
        assert "can be fixed" not in ran.out
    json.loads(vcplug("lint", "-o", "sarif", "bad.yaml", cwd=place).out)
    ElementTree.fromstring(vcplug("lint", "-o", "junit", "bad.yaml", cwd=place).out)


def test_a_report_can_go_to_a_file(place: Path) -> None:
    ran = vcplug("lint", "-o", "sarif", "--output-file", "report.sarif", "bad.yaml", cwd=place)
    assert (ran.code, ran.out) == (1, "")
    assert json.loads((place / "report.sarif").read_text())["version"] == "2.1.0"
    assert [path.name for path in place.iterdir() if "vcplug" in path.name] == []
    ran = vcplug("lint", "--output-file", "none/report.txt", "bad.yaml", cwd=place)
    assert (ran.code, ran.out) == (2, "")
    assert "cannot write to" in ran.err


@pytest.mark.parametrize("paths", [["bad.yaml"], ["."], ["link.yaml"]])
@pytest.mark.parametrize("output_file", ["bad.yaml", "./bad.yaml", "link.yaml"])
def test_a_report_replaces_no_job(place: Path, paths: list[str], output_file: str) -> None:
    (place / "link.yaml").symlink_to("bad.yaml")
    ran = vcplug("lint", "--fix", "-o", "json", "--output-file", output_file, *paths, cwd=place)
    assert (ran.code, ran.out) == (2, "")
    assert f"error: --output-file: {output_file} is what is to be linted; the report would replace it\n" in ran.err
    assert (place / "bad.yaml").read_text() == BAD


def test_a_report_may_replace_the_last_one_in_the_same_directory(place: Path) -> None:
    for _ in range(2):
        assert vcplug("lint", "-o", "json", "--output-file", "lint.json", cwd=place).code == 1
    (place / "lint.json").write_text("[{")
    assert vcplug("lint", "-o", "json", "--output-file", "lint.json", cwd=place).code == 1


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_a_report_can_be_sent_to_stdout_by_name(place: Path, name: str) -> None:
    command = [sys.executable, "-m", "vcplug", "lint", "-o", "json", "--output-file", name, "bad.yaml"]
    ran = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    assert (ran.returncode, json.loads(ran.stdout)[0]["code"]) == (1, "VCP101")
    assert not (place / "-").exists()


def test_a_file_that_is_read_only_is_not_replaced(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)  # chmod stops nobody who is root
    ran = vcplug("lint", "--fix", "bad.yaml", cwd=place)
    assert (ran.code, ran.err) == (2, "error: cannot write to bad.yaml: it is read-only\n")
    assert (place / "bad.yaml").read_text() == BAD


def test_fix_mends_files_and_what_is_left_counts(place: Path) -> None:
    ran = vcplug("lint", "--fix", ".", cwd=place)
    assert (place / "bad.yaml").read_text() == MENDED
    assert (place / "good.yaml").read_text() == JOB
    assert ran.code == 1  # pytorch finds no master task: nothing to mend
    assert "1 fixed" in ran.out.splitlines()[-1]
    assert "VCP101" not in ran.out


def test_unsafe_fixes_are_only_made_when_asked(place: Path) -> None:
    text = JOB.replace("env: []", "ssh: []").replace("    svc: []\n", "")
    (place / "ssh.yaml").write_text(text)
    assert vcplug("lint", "--fix", "ssh.yaml", cwd=place).code == 1
    assert (place / "ssh.yaml").read_text() == text
    assert vcplug("lint", "--fix", "--unsafe-fixes", "ssh.yaml", cwd=place).code == 0
    assert (place / "ssh.yaml").read_text() == text.replace("ssh: []\n", "ssh: []\n    svc: []\n")


def test_stdin_is_mended_to_stdout_and_the_words_go_to_stderr(place: Path) -> None:
    ran = vcplug("lint", "--fix", "-", stdin=BAD, cwd=place)
    assert ran.out == MENDED
    assert "1 fixed" in ran.err
    assert vcplug("lint", "--fix", "-q", "-", stdin=JOB, cwd=place) == (0, JOB, "")
    broken = "a: [\n"
    assert vcplug("lint", "--fix", "-", stdin=broken, cwd=place)[:2] == (1, broken)


def test_diff_shows_what_would_change_and_writes_nothing(place: Path) -> None:
    ran = vcplug("lint", "--diff", ".", cwd=place)
    assert ran.code == 1
    assert ran.out == (
        "--- bad.yaml\n+++ bad.yaml\n@@ -5,7 +5,7 @@\n spec:\n   plugins:\n     env: []\n"
        '-    pytorch: ["--prot=29500"]\n+    pytorch: ["--port=29500"]\n     svc: []\n   tasks:\n   - name: main\n'
    )
    assert "1 would be fixed" in ran.err
    assert (place / "bad.yaml").read_text() == BAD
    subprocess.run(["patch", "-p0"], input=ran.out, text=True, cwd=place, check=True, capture_output=True)
    assert (place / "bad.yaml").read_text() == MENDED


def test_files_are_replaced_whole_through_links_with_mode_and_line_ends_kept(place: Path) -> None:
    real = place / "real"
    real.mkdir()
    raw = b"\xef\xbb\xbf" + BAD.replace("\n", "\r\n").encode()
    (real / "job.yaml").write_bytes(raw)
    (real / "job.yaml").chmod(0o640)
    (place / "bad.yaml").unlink()
    (place / "bad.yaml").symlink_to("real/job.yaml")
    vcplug("lint", "--fix", "bad.yaml", cwd=place)
    assert (place / "bad.yaml").is_symlink()
    assert (real / "job.yaml").read_bytes() == raw.replace(b"--prot", b"--port")
    assert stat.S_IMODE((real / "job.yaml").stat().st_mode) == 0o640
    assert os.listdir(real) == ["job.yaml"]


def test_utf_16_stays_utf_16(place: Path) -> None:
    raw = b"\xff\xfe" + BAD.encode("utf-16-le")
    (place / "bad.yaml").write_bytes(raw)
    vcplug("lint", "--fix", "bad.yaml", cwd=place)
    assert (place / "bad.yaml").read_bytes() == b"\xff\xfe" + MENDED.encode("utf-16-le")


def test_nothing_is_written_when_a_path_is_missing(place: Path) -> None:
    assert vcplug("lint", "--fix", "bad.yaml", "nowhere.yaml", cwd=place).code == 2
    assert (place / "bad.yaml").read_text() == BAD


def test_config_chooses_codes_files_and_severity(place: Path) -> None:
    (place / ".git").mkdir()
    config = place / ".vcplug.toml"
    config.write_text('[lint]\nignore = ["VCP1"]\n')
    assert vcplug("lint", "bad.yaml", cwd=place).code == 0
    assert vcplug("lint", "--ignore=VCP2", "bad.yaml", cwd=place).code == 1
    assert vcplug("lint", "--no-config", "bad.yaml", cwd=place).code == 1
    config.write_text('[lint]\nselect = ["VCP2"]\n')
    assert vcplug("lint", "bad.yaml", cwd=place).code == 0
    config.write_text('[lint.per-file-ignores]\n"b*.yaml" = ["VCP101"]\n')
    (place / "sub").mkdir()
    (place / "sub" / "other.yaml").write_text(BAD)
    assert vcplug("lint", "../bad.yaml", cwd=place / "sub").code == 0
    assert vcplug("lint", "other.yaml", cwd=place / "sub").code == 1
    (place / "warns.yaml").write_text(WARNS)
    config.write_text('[lint]\nfail-on = "error"\n')
    assert vcplug("lint", "warns.yaml", cwd=place).code == 0
    assert vcplug("lint", "--fail-on=warning", "warns.yaml", cwd=place).code == 1


def test_unknown_codes_are_told_in_the_config_and_refused_on_the_command_line(place: Path) -> None:
    (place / ".git").mkdir()
    (place / "pyproject.toml").write_text('[tool.vcplug.lint]\nignore = ["VCP1", "VCP999"]\n')
    ran = vcplug("lint", "good.yaml", cwd=place)
    assert ran.code == 1
    assert "pyproject.toml:2:20: error VCP903: there is no code VCP999" in ran.out
    ran = vcplug("lint", "--select", "VCP1O1", "good.yaml", cwd=place)
    assert (ran.code, ran.out) == (2, "")
    assert "--select: there is no code VCP1O1" in ran.err


def test_many_files_give_the_same_report_as_each_alone(tmp_path: Path) -> None:
    for number in range(150):
        (tmp_path / f"{number:03}.yaml").write_text((BAD, JOB, WARNS)[number % 3])
    ran = vcplug("lint", "-q", cwd=tmp_path)
    alone = "".join(vcplug("lint", "-q", f"{number:03}.yaml", cwd=tmp_path).out for number in range(150))
    assert ran == (1, alone, "")
    vcplug("lint", "--fix", cwd=tmp_path)
    assert (tmp_path / "000.yaml").read_text() == MENDED


def test_colours_only_where_they_are_wanted(place: Path) -> None:
    assert "\x1b[" not in vcplug("lint", "bad.yaml", cwd=place).out
    assert "\x1b[1;31merror VCP101\x1b[0m" in vcplug("lint", "--color=always", "bad.yaml", cwd=place).out
    assert "\x1b[32m+    pytorch" in vcplug("lint", "--color=always", "--diff", "bad.yaml", cwd=place).out


def test_a_closed_pipe_ends_quietly(place: Path) -> None:
    for number in range(300):
        (place / f"{number}.yaml").write_text(BAD)
    lint = subprocess.Popen([sys.executable, "-m", "vcplug", "lint"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=place)
    assert lint.stdout is not None
    assert lint.stderr is not None
    lint.stdout.read(10)
    lint.stdout.close()
    assert lint.stderr.read() == b""
    lint.stderr.close()
    assert lint.wait() not in (0, 3)


def test_it_is_the_same_from_python(place: Path) -> None:
    import vcplug as package

    bad = str(place / "bad.yaml")
    for _ in range(2):
        (found, *_) = package.lint(bad)
        assert (found.code, found.file, found.severity) == ("VCP101", bad, "error")
    assert package.lint(package.loads(BAD), select=["VCP101"])[0].file == "<text>"
    assert package.lint(package.loads(BAD), ignore=["VCP"]) == ()
    with pytest.raises(package.VcplugError):
        package.lint(bad, select=["VCP999"])


def test_render_stops_at_the_same_findings(place: Path) -> None:
    text = JOB.replace(
        "name: main\n          image", "name: main\n          volumeMounts: [{name: a, mountPath: /etc/volcano}]\n          image"
    )
    text += "        volumes: [{name: a, emptyDir: {}}]\n"
    (place / "taken.yaml").write_text(text)
    linted = vcplug("lint", "-q", "--select=VCP4", "taken.yaml", cwd=place)
    rendered = vcplug("render", "taken.yaml", cwd=place)
    assert "VCP401" in linted.out
    assert (rendered.code, rendered.out) == (2, "")
    assert linted.out in rendered.err


def test_render_only_warns_of_errors_that_stop_nothing(place: Path) -> None:
    text = JOB.replace("env: []", "pytorch: []")
    (place / "no-master.yaml").write_text(text)
    ran = vcplug("render", "no-master.yaml", cwd=place)
    assert ran.code == 0
    assert "warning VCP208: no task is called master" in ran.err
    assert "error VCP208" in vcplug("lint", "no-master.yaml", cwd=place).out
