"""Files made of keys and fields: items of Secrets and ConfigMaps, the downward API, projected volumes."""

from __future__ import annotations

from vcplug import names
from vcplug.admission.pod.env import FILE_FIELDS, check_field_ref, check_resource_ref
from vcplug.admission.pod.reading import Struct, mapping, number, pairs, struct, structs, text
from vcplug.admission.pod.rules import (
    BAD_ANNOTATION,
    BAD_FIELD_REF,
    BAD_NAME,
    BAD_SOURCE,
    VOLUME_SOURCES,
    Problems,
    bounded,
    check_annotation_key,
    duplicate,
    file_name,
    label_selector,
    misnamed,
    missing,
    mode,
    required,
    shown,
    unsupported,
)
from vcplug.admission.pod.versions import CERTIFICATE_ANNOTATIONS, CHECKED_TOKEN_PATHS
from vcplug.model import Path, Problem

_KINDS = ("secret", "configMap", "downwardAPI", "serviceAccountToken", "clusterTrustBundle", "podCertificate")
_KEY_TYPES = ("RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519")
_CERTIFICATE_PATHS = ("credentialBundlePath", "keyPath", "certificateChainPath")
_DAYS_91 = 91 * 24 * 3600
_HOURS_24 = 24 * 3600


def check_items(source: Struct, path: Path) -> Problems:
    for index, item in structs(source, "items"):
        at = (*path, "items", index)
        yield from required(item, at, "key")
        yield from _path(item, at)
        yield from mode(item, "mode", at)


def _path(item: Struct, path: Path, key: str = "path") -> Problems:
    where = text(item, key)
    if not where:
        yield missing((*path, key), "write the file's path below the mount")
    else:
        yield from file_name((*path, key), where)


def check_files(source: Struct, path: Path) -> Problems:
    """The files of a downwardAPI volume."""
    for index, file in structs(source, "items"):
        at = (*path, "items", index)
        yield from _path(file, at)
        field, resource = struct(file, "fieldRef"), struct(file, "resourceFieldRef")
        if field is not None:
            yield from check_field_ref(field, (*at, "fieldRef"), FILE_FIELDS)
            if resource is not None:
                message = "fieldRef and resourceFieldRef exclude each other"
                yield Problem(BAD_FIELD_REF, message, (*at, "resourceFieldRef"), "key", "make two files")
        elif resource is not None:
            yield from check_resource_ref(resource, (*at, "resourceFieldRef"), in_file=True)
        else:
            yield Problem(BAD_FIELD_REF, "a file needs fieldRef or resourceFieldRef", at, hint="write one of them")
        yield from mode(file, "mode", at)


def check_projected(source: Struct, path: Path, kubernetes: int) -> Problems:
    yield from mode(source, "defaultMode", path)
    taken: set[str] = set()
    for index, item in structs(source, "sources"):
        at = (*path, "sources", index)
        written = [kind for kind in _KINDS if struct(item, kind) is not None]
        for extra in written[1:]:
            message = f"a source has one kind, this one has {written[0]} and {extra}"
            yield Problem(VOLUME_SOURCES, message, (*at, extra), "key", "make two sources")
        for kind in written:
            yield from _projection(kind, mapping(item, kind), (*at, kind), kubernetes)
            yield from _paths(kind, mapping(item, kind), taken, (*at, kind))


def _projection(kind: str, source: Struct, path: Path, kubernetes: int) -> Problems:
    if kind in ("secret", "configMap"):
        yield from required(source, path, "name")
        yield from check_items(source, path)
    elif kind == "downwardAPI":
        yield from check_files(source, path)
    elif kind == "serviceAccountToken":
        yield from _token(source, path, kubernetes)
    elif kind == "clusterTrustBundle":
        yield from _trust_bundle(source, path)
    else:
        yield from _certificate(source, path, kubernetes)


def _paths(kind: str, source: Struct, taken: set[str], path: Path) -> Problems:
    """No two files of the volume in one place; tokens are not looked at."""
    if kind in ("secret", "configMap", "downwardAPI"):
        places = [((*path, "items", index, "path"), text(item, "path")) for index, item in structs(source, "items")]
    elif kind == "clusterTrustBundle":
        places = [((*path, "path"), text(source, "path"))]
    elif kind == "podCertificate":
        places = [((*path, key), text(source, key)) for key in _CERTIFICATE_PATHS]
    else:
        places = []
    for at, where in places:
        if where and where in taken:
            yield duplicate(at, where)
        taken.add(where)


def _token(source: Struct, path: Path, kubernetes: int) -> Problems:
    seconds = number(source, "expirationSeconds")
    if seconds is not None:
        yield from bounded((*path, "expirationSeconds"), seconds, 600, 2**32)
    where = text(source, "path")
    if not where:
        yield missing((*path, "path"), "write the token's file name")
    elif kubernetes >= CHECKED_TOKEN_PATHS:
        yield from file_name((*path, "path"), where)


def _trust_bundle(source: Struct, path: Path) -> Problems:
    name, signer = source.get("name"), source.get("signerName")
    if isinstance(name, str) == isinstance(signer, str):
        message = "clusterTrustBundle needs either name or signerName"
        yield Problem(BAD_SOURCE, message, path, hint="write exactly one of them")
    elif isinstance(name, str):
        yield from _bundle_name(name, (*path, "name"))
        if struct(source, "labelSelector") is not None:
            hint = "drop it, or write signerName instead of name"
            yield Problem(BAD_SOURCE, "labelSelector does not go with name", (*path, "labelSelector"), "key", hint)
    elif isinstance(signer, str):
        yield from _signer(signer, (*path, "signerName"))
        yield from label_selector(source, "labelSelector", path)
    yield from _path(source, path)


def _bundle_name(name: str, path: Path) -> Problems:
    """`name`, or `example.com:signer:name` for a bundle that belongs to a signer."""
    signer, colon, own = name.rpartition(":")
    if not name:
        yield missing(path)
    elif colon and (not signer or "/" in signer):
        message = f"name {shown(name)} is not well formed"
        yield Problem(BAD_NAME, message, path, hint="write example.com:signer:name, or a name without :")
    else:
        yield from misnamed(path, own, names.check_dns_subdomain)


def _signer(name: str, path: Path) -> Problems:
    if not name:
        yield missing(path, "write a signer such as example.com/signer")
        return
    domain, slash, rest = name.partition("/")
    labels = domain.split(".")
    fine = (
        slash
        and "/" not in rest
        and len(domain) <= 253
        and len(labels) > 1
        and not any(names.check_dns_label(label) for label in labels)
        and not any(names.check_dns_subdomain(part) for part in rest.split("."))
        and len(name) <= 571
    )
    if not fine:
        yield Problem(
            BAD_NAME, f"{shown(name)} is not the name of a signer", path, hint="write a domain, / and a name: example.com/signer"
        )


def _certificate(source: Struct, path: Path, kubernetes: int) -> Problems:
    signer = text(source, "signerName")
    yield from _signer(signer, (*path, "signerName"))
    if text(source, "keyType") not in _KEY_TYPES:
        yield unsupported((*path, "keyType"), text(source, "keyType"), _KEY_TYPES)
    seconds = number(source, "maxExpirationSeconds")
    if seconds is not None:
        host = signer.partition("/")[0]
        own = host == "kubernetes.io" or host.endswith(".kubernetes.io")
        yield from bounded((*path, "maxExpirationSeconds"), seconds, 3600, _HOURS_24 if own else _DAYS_91)
    written = [key for key in _CERTIFICATE_PATHS if text(source, key)]
    if not written:
        message = "podCertificate writes no file"
        yield Problem(BAD_SOURCE, message, path, hint=f"write at least one of {', '.join(_CERTIFICATE_PATHS)}")
    for key in written:
        yield from file_name((*path, key), text(source, key))
    if kubernetes >= CERTIFICATE_ANNOTATIONS:
        yield from _user_annotations(source, (*path, "userAnnotations"))


def _user_annotations(source: Struct, path: Path) -> Problems:
    size = 0
    for key, value in pairs(source, "userAnnotations"):
        size += len((key + value).encode("utf-8", "surrogatepass"))
        if "/" not in key:
            message = f"key {shown(key)} has no domain"
            yield Problem(BAD_ANNOTATION, message, (*path, key), "key", "write example.com/name")
        yield from misnamed((*path, key), key, check_annotation_key, BAD_ANNOTATION, at_key=True)
    if size > 256 * 1024:
        yield Problem(BAD_ANNOTATION, "userAnnotations are too large together", path, "key", "keep them below 256 KiB")
