"""A private key in a Job stays out of everything that findings show, the source line included."""

from __future__ import annotations

import pytest

from vcplug.admission import admit
from vcplug.findings import locate
from vcplug.model import Problem
from vcplug.releases import release
from vcplug.source.document import JobSource
from vcplug.source.jobs import items
from vcplug.source.reader import parse

JOB = """apiVersion: batch.volcano.sh/v1alpha1
kind: Job
metadata: {{name: a}}
spec:
  plugins:
    ssh: {}
  tasks: []
"""
ARGUMENTS = [
    '["--ssh-private-key=SECRET1", "x"]',
    '["--ssh-private-kye=SECRET1"]',
    '["--ssh-private-kye", "SECRET1"]',
    '["--ssh-private-key SECRET1"]',
    '["–ssh-private-key=SECRET1"]',
    '["--nothing", "--ssh-private-key=-----BEGIN RSA PRIVATE KEY-----\\nSECRET1\\nSECRET2\\n-----END RSA PRIVATE KEY-----\\n"]',
    '"--ssh-private-key=SECRET1"',
    "{ssh-private-key: SECRET1}",
    "{--ssh-private-key: SECRET1, --ssh-private-key: SECRET1}",
    "\n      - --nothing\n      - |\n        --ssh-private-key=SECRET1\n        SECRET2",
    '[]\n    svc: ["--ssh-private-key", "SECRET1"]',
    '[]\n    svc: ["--port", "--ssh-private-key", "SECRET1"]',
    '[]\n    own: ["--ssh-private-key", "SECRET1"]',
    '["--ssh-private-key", "SECRET1"]\n    ssh: []',
    '[]\n  plugins: {{ssh: ["--ssh-private-key", "SECRET1"], ssh: []}}'.format(),
]


@pytest.mark.parametrize("arguments", ARGUMENTS)
def test_no_finding_shows_a_private_key(arguments: str) -> None:
    file = parse("job.yaml", JOB.format(arguments).encode())
    (document,) = file.documents
    (source,) = items(document)
    assert isinstance(source, JobSource)
    problems = (*source.problems, *admit(source.data, release()).problems, Problem("VCP601", "", ("spec", "plugins", "ssh")))
    findings = [locate(problem, source) for problem in problems]
    findings += [locate(problem, document) for problem in document.problems]
    assert [finding for finding in findings if "SECRET" in repr(finding)] == []
    assert all(len(finding.line_text) == len(file.line(finding.span.line)) for finding in findings if finding.span)


def test_a_file_that_is_no_yaml_does_not_show_a_private_key_either() -> None:
    file = parse("job.yaml", JOB.format('["--ssh-private-key=SECRET1", "x" "y"').encode())
    assert file.problems
    assert "SECRET" not in repr([locate(problem, file) for problem in file.problems])


@pytest.mark.parametrize(
    "arguments",
    [
        '["--ssh-private-key", "SECRET1" "x"]',
        "\n    - --ssh-private-key\n    - SECRET1: x: y",
        "\n    - --ssh-private-key=|\n    - SECRET1: x: y",
        "\n    - --ssh-private-key\n    - |\n      -----BEGIN RSA PRIVATE KEY-----\n     SECRET1\n      -----END",
        "\n    - |\n      -----BEGIN OPENSSH PRIVATE KEY-----\n      abc\n      def\n     SECRET1: x: y",
    ],
)
def test_no_line_of_a_key_that_breaks_the_file_is_shown(arguments: str) -> None:
    file = parse("job.yaml", JOB.format(arguments).encode())
    assert file.problems
    assert "SECRET" not in repr([locate(problem, file) for problem in file.problems])


def test_the_line_behind_a_key_is_shown() -> None:
    key = "-----BEGIN RSA PRIVATE KEY-----\n      abc\n      -----END RSA PRIVATE KEY-----"
    file = parse("job.yaml", JOB.format(f"\n    - |\n      {key}\n    here: x: y").encode())
    assert "here: x: y" in repr([locate(problem, file) for problem in file.problems])
