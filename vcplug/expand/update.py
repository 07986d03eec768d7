"""What is there after a job was edited in place (volcano.md, section 6, "Update")."""

from __future__ import annotations

from collections.abc import Iterator

from vcplug.expand import Options, expand
from vcplug.model import Job, Manifest
from vcplug.plugins import plugin

FOLLOWS = ("priorityClassName", "minMember", "minResources", "minTaskMember", "subGroupPolicy")
"""the fields of a PodGroup that the controller keeps up to date"""


def updated(old: Job, new: Job, options: Options | None = None) -> tuple[Manifest, ...]:
    """The objects after `new` replaced `old`: running pods stay as they were made, only new ones have new values."""
    before = {_identity(manifest): manifest for manifest in expand(old, options)}
    after = {_identity(manifest): manifest for manifest in expand(new, options)}
    rewritten = {key for name, call in new.plugins.items() for key in plugin(name).rewritten(new, call)}
    return tuple(_merged(before, after, rewritten))


def _merged(before: dict[str, Manifest], after: dict[str, Manifest], rewritten: set[str]) -> Iterator[Manifest]:
    for identity, old in before.items():
        new = after.get(identity, old)
        if old.indexes is not None and new.indexes is not None:
            yield old.of(range(min(len(old), len(new))))
            if len(new) > len(old):
                yield new.of(range(len(old), len(new)))
        elif old.kind == "PodGroup":
            yield _followed(old, new)
        else:
            yield new if identity in rewritten else old


def _identity(manifest: Manifest) -> str:
    return f"{manifest.kind}/{manifest.task or manifest.object['metadata']['name']}"


def _followed(old: Manifest, new: Manifest) -> Manifest:
    spec = {key: value for key, value in old.object["spec"].items() if key not in FOLLOWS}
    spec |= {key: value for key, value in new.object["spec"].items() if key in FOLLOWS}
    return Manifest({**old.object, "spec": spec}, old.origins)
