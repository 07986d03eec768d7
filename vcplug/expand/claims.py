"""Job volumes: the claims that the controller makes, and the names it would draw at random."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vcplug.admission.rewriting import rewrite
from vcplug.model import Job, Manifest, Origin

ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"


def suffix(*identity: object) -> str:
    """Twelve characters that the controller draws at random; here the same identity gives the same ones."""
    from hashlib import blake2b

    digest = blake2b("\0".join(map(str, identity)).encode(), digest_size=12).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest)


def volumes(job: Job) -> Iterator[tuple[int, dict[str, Any], str]]:
    """Position, job volume and claim name; a claim named twice is taken once, as the controller does."""
    seen: set[str] = set()
    for position, volume in enumerate(job.spec.get("volumes") or ()):
        name = volume.get("volumeClaimName") or f"{job.name}-pvc-{suffix(job.namespace, job.name, 'claim', position)}"
        if name not in seen:
            seen.add(name)
            yield position, volume, name


def volume_name(job: Job, position: int) -> str:
    return f"{job.name}-{suffix(job.namespace, job.name, 'volume', position)}"


def claims(job: Job) -> Iterator[Manifest]:
    for position, volume, name in volumes(job):
        if volume.get("volumeClaim") is None or volume.get("volumeClaimName"):
            continue
        made = {
            "apiVersion": "v1",
            "kind": "PersistentVolumeClaim",
            "metadata": {"name": name, "namespace": job.namespace},
            "spec": rewrite(volume["volumeClaim"]),
        }
        yield Manifest(made, {(): Origin("job", "claim of a job volume", path=("spec", "volumes", position))})
