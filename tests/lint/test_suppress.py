"""Comments that silence findings: on the line or alone above it, for a file, only where they are comments."""

from __future__ import annotations

import pytest

from tests.lint.jobs import TASKS, codes, findings, fixed, job

BAD = '  plugins:\n    pytorch: ["--prot=1"]'


def test_a_comment_on_the_line_silences_its_finding() -> None:
    assert codes(job(BAD + "\n"), "VCP101", "VCP9") == ["VCP101"]
    assert codes(job(BAD + "  # vcplug: ignore[VCP101] on purpose\n"), "VCP101", "VCP9") == []


@pytest.mark.parametrize(
    "comment",
    [
        "    # vcplug: ignore[VCP101] on purpose\n",
        "    #vcplug:ignore[101]\n",
        "    # vcplug: ignore[vcp1]\n",
        "    # vcplug: ignore[VCP101, VCP102]\n    # another word\n\n",
        "# vcplug: ignore[VCP101]\n",
    ],
)
def test_a_comment_alone_silences_the_next_line(comment: str) -> None:
    assert codes(job(BAD.replace("    pytorch", comment + "    pytorch") + "\n"), "VCP101") == []


def test_a_comment_above_does_not_reach_further_than_one_line() -> None:
    text = job("  # vcplug: ignore[VCP101]\n" + BAD + "\n")
    assert codes(text, "VCP101") == ["VCP101"]


def test_a_whole_file_can_be_silenced() -> None:
    text = job(BAD + "\n") + "# vcplug: ignore-file[VCP101] generated\n"
    assert codes(text, "VCP101", "VCP9") == []


def test_a_finding_of_a_text_over_many_lines_is_silenced_where_the_text_begins() -> None:
    script = TASKS.replace(
        "image: busybox:1.36\n",
        "image: busybox:1.36\n          command:\n          - sh\n          - |  # vcplug: ignore[VCP206] set by the image\n"
        "            # vcplug: ignore[VCP1]\n            echo $VC_TASK_INDEX '# vcplug: ignore[nonsense]'\n",
        1,
    )
    assert codes(job("", script), "VCP206", "VCP9") == []


def test_only_comments_count() -> None:
    text = job(
        "  plugins:\n    pytorch: ['--prot=1 # vcplug: ignore[VCP101]']\n  queue: a#vcplug:ignore[x]\n"
        '  schedulerName: "b # vcplug: ignore[y]"\n'
    )
    assert codes(text, "VCP101", "VCP9") == ["VCP101"]


def test_what_silences_nothing_is_told_with_its_place_and_removed_by_a_fix() -> None:
    text = job("  queue: a  # vcplug: ignore[VCP104, VCP758] why\n  # vcplug: ignore[VCP104]\n  minAvailable: 2\n")
    found = findings(text, "VCP104", "VCP758", "VCP9")
    assert [(one.code, one.span and one.span.line, one.span and one.span.column) for one in found] == [
        ("VCP901", 6, 30),
        ("VCP901", 6, 38),
        ("VCP901", 7, 20),
    ]
    assert fixed(text, "VCP104", "VCP758", "VCP9") == job("  queue: a\n  minAvailable: 2\n")


def test_one_code_of_several_is_taken_out_of_the_brackets() -> None:
    text = job(BAD + "  # vcplug: ignore[VCP104, VCP101, VCP2] why\n").replace("--prot=1", "--prot=1 ")
    wanted = text.replace("[VCP104, VCP101, VCP2]", "[VCP101]")
    sound = text.replace('"--prot=1 "', '"--port=23456"').replace("VCP101", "VCP112")
    assert codes(text, "VCP9") == []  # the job is refused, so that not every rule was asked
    assert codes(sound, "VCP1", "VCP2", "VCP9") == ["VCP901"]
    assert "[VCP112, VCP2]" in fixed(sound, "VCP1", "VCP2", "VCP9")
    assert wanted != text


def test_a_code_that_is_not_selected_is_not_called_unused() -> None:
    assert codes(job("  queue: a  # vcplug: ignore[VCP104]\n"), "VCP2", "VCP9") == []


def test_unknown_codes_and_empty_comments_are_told() -> None:
    found = findings(
        job("  queue: a  # vcplug: ignore[VCP999, nope, unknown-flag]\n  minAvailable: 2  # vcplug: ignore\n"), "VCP1"
    )
    assert [(one.code, one.message) for one in found] == [
        ("VCP903", "there is no code VCP999"),
        ("VCP903", "there is no code nope"),
        ("VCP903", "there is no code unknown-flag"),
        ("VCP903", "this comment ignores nothing: it names no code"),
    ]
    assert found[2].hint == "write VCP101"


def test_a_template_can_be_left_alone() -> None:
    text = "# vcplug: ignore-file[VCP902] rendered by CI\n" + job("{{- if .Values.gpu }}\n")
    assert codes(text) == []
    assert codes(text.partition("\n")[2]) == ["VCP902"]
