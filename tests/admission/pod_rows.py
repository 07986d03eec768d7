"""Short ways to write a pod template with one thing in it, and the row of a table about it."""

from __future__ import annotations

from typing import Any, NamedTuple

Template = dict[str, Any]

ALL = (8, 9, 10, 11, 12, 13, 14, 15, 16)
"""Volcano minors"""


class Row(NamedTuple):
    """In the releases `on` the template is refused with this code at this path (from the template).

    In all others it is fine, or refused `otherwise`, because what it is about is not known yet.
    """

    what: str
    template: Template
    code: str
    path: str
    on: tuple[int, ...] = ALL
    otherwise: tuple[str, str] | None = None


def since(minor: int) -> tuple[int, ...]:
    return tuple(each for each in ALL if each >= minor)


def until(minor: int) -> tuple[int, ...]:
    return tuple(each for each in ALL if each < minor)


def pod(**spec: Any) -> Template:
    return {"spec": {"containers": [{"name": "main", "image": "app:1"}], **spec}}


def container(**fields: Any) -> Template:
    return pod(containers=[{"name": "main", "image": "app:1", **fields}])


def init(**fields: Any) -> Template:
    return pod(initContainers=[{"name": "init", "image": "app:1", **fields}])


def volume(**source: Any) -> Template:
    return pod(volumes=[{"name": "v", **source}])


def variable(**source: Any) -> Template:
    return container(env=[{"name": "X", "valueFrom": source}])


def mount(privileged: bool = False, **fields: Any) -> Template:
    context = {"securityContext": {"privileged": True}} if privileged else {}
    mounting = {"name": "main", "image": "app:1", "volumeMounts": [{"name": "v", "mountPath": "/v", **fields}], **context}
    return pod(containers=[mounting], volumes=[{"name": "v"}])
