"""What Kubernetes' own validation refuses of a task's pod template, on top of the schema.

Volcano's validating webhook hands every template, with Kubernetes' defaults set and before plugins and job volumes are
added, to ValidatePodTemplate of the Kubernetes version that the release is built with, all options off and feature gates
at their defaults. The rules here are those of that call, version by version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vcplug.admission.pod.metadata import check_metadata
from vcplug.admission.pod.reading import mapping
from vcplug.admission.pod.spec import check_spec
from vcplug.model import Path, Problem
from vcplug.releases import Release


def check(template: Mapping[str, Any], release: Release, path: Path) -> Iterator[Problem]:
    """Everything that makes the webhook refuse this template; `path` is where it stands in the Job."""
    kubernetes = release.kubernetes
    yield from check_metadata(template, path, kubernetes)
    pod_resources = release.at_least(POD_RESOURCES_SINCE)
    yield from check_spec(mapping(template, "spec"), (*path, "spec"), kubernetes, pod_resources)


POD_RESOURCES_SINCE = "1.15"
"""before, the webhook does not pass the gate PodLevelResources on, and spec.resources is not looked at"""
