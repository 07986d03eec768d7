"""A job becomes its objects: what plugins make, claims, the PodGroup, and one series of pods per task."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from vcplug.expand import claims, pods
from vcplug.expand.podgroup import pod_group
from vcplug.model import Job, Manifest
from vcplug.plugins import ORDER, KeyPair, plugin

KUBERNETES_SCHEDULER = "default-scheduler"


def placeholder_keys() -> KeyPair:
    """Stand-ins for reviews and tests, where real keys would only be noise."""
    return KeyPair("<private key made by Volcano>\n", "<public key made by Volcano>\n")


class Options(NamedTuple):
    """How to expand, beyond what the job says."""

    owner_uid: str = ""
    """uid of the stored Job: owner references and the PodGroup's own name, exactly as the controller makes them"""
    scheduler_name: str = ""
    make_keys: Callable[[], KeyPair] = placeholder_keys
    priorities: Mapping[str, int] = MappingProxyType({})
    """values of the PriorityClasses that are known"""


def expand(job: Job, options: Options | None = None) -> tuple[Manifest, ...]:
    """Every object that Volcano's controller would make, helpers first, pods last."""
    options = options or Options()
    made = [_owned(manifest, job, options) for manifest in _helpers(job, options)]
    group = has_pod_group(job, options)
    if group:
        made.append(_owned(pod_group(job, group_name(job, options), options.priorities), job, options))
    for task in job.tasks:
        series = pods.series(job, task, group_name(job, options) if group else "", options.scheduler_name)
        made.append(_owned(series, job, options))
    return tuple(made)


def _helpers(job: Job, options: Options) -> Iterator[Manifest]:
    for name in ORDER:
        if name in job.plugins:
            yield from plugin(name).helpers(job, job.plugins[name], options.make_keys)
    yield from claims.claims(job)


def has_pod_group(job: Job, options: Options) -> bool:
    """Kubernetes' own scheduler knows no PodGroups; the controller makes one all the same."""
    scheduler = options.scheduler_name or job.spec.get("schedulerName")
    return bool(options.owner_uid) or scheduler != KUBERNETES_SCHEDULER


def group_name(job: Job, options: Options) -> str:
    return f"{job.name}-{options.owner_uid}" if options.owner_uid else job.name


def _owned(manifest: Manifest, job: Job, options: Options) -> Manifest:
    if options.owner_uid:
        reference: dict[str, Any] = {
            "apiVersion": "batch.volcano.sh/v1alpha1",
            "kind": "Job",
            "name": job.name,
            "uid": options.owner_uid,
            "controller": True,
            "blockOwnerDeletion": True,
        }
        manifest.object["metadata"]["ownerReferences"] = [reference]
    return manifest
