"""Names and addresses of the pod: hostname, DNS, host aliases."""

from __future__ import annotations

from vcplug import names
from vcplug.admission.pod.reading import Struct, flag, mapping, sequence, struct, structs, text, texts
from vcplug.admission.pod.rules import (
    BAD_ADDRESS,
    BAD_DNS,
    BAD_NAME,
    Problems,
    misnamed,
    missing,
    named_if_set,
    one_of,
    shown,
)
from vcplug.admission.pod.versions import HOSTNAME_OVERRIDE, LONG_DNS_SEARCHES, STRICT_ADDRESSES
from vcplug.model import Path, Problem

_DNS_POLICIES = ("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None")
_NAMESERVERS = 3


def check_network(spec: Struct, path: Path, kubernetes: int) -> Problems:
    yield from one_of(spec, "dnsPolicy", path, _DNS_POLICIES)
    yield from named_if_set(spec, "hostname", path, names.check_dns_label)
    yield from named_if_set(spec, "subdomain", path, names.check_dns_label)
    yield from _dns(spec, path, kubernetes)
    for index, alias in structs(spec, "hostAliases"):
        at = (*path, "hostAliases", index)
        yield from _address(text(alias, "ip"), (*at, "ip"), strict=kubernetes >= STRICT_ADDRESSES)
        for place, name in texts(alias, "hostnames"):
            yield from misnamed((*at, "hostnames", place), name, names.check_dns_subdomain)
    override = spec.get("hostnameOverride")
    if kubernetes >= HOSTNAME_OVERRIDE and isinstance(override, str):
        yield from _override(override, spec, (*path, "hostnameOverride"))


def _override(name: str, spec: Struct, path: Path) -> Problems:
    for key in ("setHostnameAsFQDN", "hostNetwork"):
        if flag(spec, key):
            yield Problem(BAD_DNS, f"hostnameOverride does not go with {key}", path, "key", "drop one of them")
    if len(name) > 64:
        yield Problem(BAD_NAME, f"hostnameOverride has {len(name)} characters, more than 64", path, hint="shorten it")
    else:
        yield from misnamed(path, name, names.check_dns_subdomain)


def _dns(spec: Struct, path: Path, kubernetes: int) -> Problems:
    config, at = mapping(spec, "dnsConfig"), (*path, "dnsConfig")
    servers = sequence(config, "nameservers")
    if text(spec, "dnsPolicy") == "None" and not servers:
        where = at if struct(spec, "dnsConfig") is None else (*at, "nameservers")
        yield missing(where, "dnsPolicy None needs dnsConfig with a nameserver")
    if len(servers) > _NAMESERVERS:
        message = f"{len(servers)} nameservers are more than {_NAMESERVERS}"
        yield Problem(BAD_DNS, message, (*at, "nameservers"), "key", f"keep {_NAMESERVERS}")
    for index, server in texts(config, "nameservers"):
        yield from _address(server, (*at, "nameservers", index), strict=kubernetes >= STRICT_ADDRESSES)
    yield from _searches(config, (*at, "searches"), kubernetes)
    for index, option in structs(config, "options"):
        if not text(option, "name"):
            yield missing((*at, "options", index, "name"), "write the option's name, such as ndots")


def _searches(config: Struct, path: Path, kubernetes: int) -> Problems:
    searches = [search for _, search in texts(config, "searches")]
    most, size = (6, 256) if kubernetes < LONG_DNS_SEARCHES else (32, 2048)
    if len(searches) > most or len(" ".join(searches).encode("utf-8", "surrogatepass")) > size:
        message = f"searches are more than {most} domains or {size} characters"
        yield Problem(BAD_DNS, message, path, "key", "drop some of them")
    for index, search in enumerate(searches):
        yield from misnamed((*path, index), search.removesuffix("."), names.check_dns_subdomain, BAD_DNS)


def _address(value: str, path: Path, strict: bool) -> Problems:
    hint = "write an address such as 10.9.8.7 or 2001:db8::1"
    if not _is_address(value):
        yield Problem(BAD_ADDRESS, f"{shown(value)} is not an IP address", path, hint=hint)
    elif strict and not _is_plain_address(value):
        message = f"{shown(value)} has leading zeros or is an IPv4 address written as IPv6"
        yield Problem(BAD_ADDRESS, message, path, hint=hint)


def _is_address(value: str) -> bool:
    """As Go read addresses before 1.17 (netutils.ParseIPSloppy): leading zeros are let pass, zones are not."""
    first = next((character for character in value if character in ".:"), "")
    if first == ".":
        return _is_ipv4(value)
    if first != ":" or ":::" in value or value.count("::") > 1:
        return False
    left, double, right = value.partition("::")
    groups = (left.split(":") if left else []) + (right.split(":") if right else [])
    count = len(groups)
    if groups and "." in groups[-1] and (right or not double):
        if not _is_ipv4(groups.pop()):
            return False
        count += 1
    return all(_is_group(group) for group in groups) and (count < 8 if double else count == 8)


def _is_ipv4(value: str) -> bool:
    parts = value.split(".")
    return len(parts) == 4 and all(part.isascii() and part.isdecimal() and len(part) < 99 and int(part) < 256 for part in parts)


def _is_group(value: str) -> bool:
    return bool(value) and set(value) <= set("0123456789abcdefABCDEF") and len(value) < 99 and int(value, 16) <= 0xFFFF


def _is_plain_address(value: str) -> bool:
    from ipaddress import AddressValueError, IPv6Address, ip_address

    try:
        found = ip_address(value)
    except (ValueError, AddressValueError):
        return False
    return not (isinstance(found, IPv6Address) and found.ipv4_mapped is not None)
