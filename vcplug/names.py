"""Kubernetes' syntax of names, labels and ports. Each check gives '' when fine, else what is wrong, in a few words."""

from __future__ import annotations

import re

LABEL = 63
"""the longest label, hostname, Service name"""
SUBDOMAIN = 253

_DNS_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")
_DNS_SUBDOMAIN = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_SERVICE = re.compile(r"[a-z]([-a-z0-9]*[a-z0-9])?")
_QUALIFIED = re.compile(r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")
_ENV = re.compile(r"[-._a-zA-Z][-._a-zA-Z0-9]*")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KEY = re.compile(r"[-._a-zA-Z0-9]+")
_HEADER = re.compile(r"[-A-Za-z0-9]+")
_PRINTABLE = re.compile(r"[ -<>-~]+")


def check_dns_label(text: str) -> str:
    """DNS-1123 label: names of tasks, containers, volumes, hostnames."""
    return _long(text, LABEL) or _match(
        _DNS_LABEL, text, "use lower-case letters, digits and -, with a letter or digit at both ends"
    )


def check_dns_subdomain(text: str) -> str:
    """DNS-1123 subdomain: names of most objects."""
    words = "use lower-case letters, digits, - and ., with a letter or digit at both ends and around each ."
    return _long(text, SUBDOMAIN) or _match(_DNS_SUBDOMAIN, text, words)


def check_wildcard_subdomain(text: str) -> str:
    return check_dns_subdomain(text[2:]) if text.startswith("*.") else "has to start with *."


def check_service_name(text: str) -> str:
    """DNS-1035 label: names of Services."""
    return _long(text, LABEL) or _match(_SERVICE, text, "use lower-case letters, digits and -, with a letter first and no - last")


def check_qualified_name(text: str) -> str:
    """Keys of labels and annotations, resource names: a name of up to 63 characters, perhaps behind a domain and /."""
    prefix, slash, name = text.rpartition("/")
    if "/" in prefix:
        return "has more than one /"
    if slash and not prefix:
        return "has nothing before the /"
    if slash and (wrong := check_dns_subdomain(prefix)):
        return f"before the /: {wrong}"
    words = "use letters, digits, -, _ and ., with a letter or digit at both ends"
    return _long(name, LABEL) or _match(_QUALIFIED, name, words)


def check_label_value(text: str) -> str:
    if not text:
        return ""
    return _long(text, LABEL) or _match(_QUALIFIED, text, "use letters, digits, -, _ and ., with a letter or digit at both ends")


def check_port_name(text: str) -> str:
    """An IANA service name: names of ports."""
    wrong = _long(text, 15) or _match(re.compile(r"[-a-z0-9]+"), text, "use lower-case letters, digits and -")
    if wrong:
        return wrong
    if not re.search(r"[a-z]", text):
        return "needs at least one letter"
    if "--" in text:
        return "has two - in a row"
    return "begins or ends with -" if text[0] == "-" or text[-1] == "-" else ""


def check_env_name(text: str) -> str:
    """Names of environment variables as every Kubernetes takes them."""
    wrong = _match(_ENV, text, "use letters, digits, _, - and ., with no digit first")
    return wrong or _dots(text)


def check_relaxed_env_name(text: str) -> str:
    """Names of environment variables where the relaxed rule holds: any printable ASCII but =."""
    return _match(_PRINTABLE, text, "use printable ASCII characters, but no =")


def check_identifier(text: str) -> str:
    """C_IDENTIFIER."""
    return _match(_IDENTIFIER, text, "use letters, digits and _, with no digit first")


def check_config_key(text: str) -> str:
    """Keys of ConfigMaps and Secrets."""
    return _long(text, SUBDOMAIN) or _match(_KEY, text, "use letters, digits, -, _ and .") or _dots(text)


def check_header_name(text: str) -> str:
    return _match(_HEADER, text, "use letters, digits and -")


def check_path_segment(text: str) -> str:
    """A name that is one step of a URL path."""
    if text in (".", ".."):
        return f"is {text}"
    return next((f"has a {character}" for character in "/%" if character in text), "")


def _match(pattern: re.Pattern[str], text: str, words: str) -> str:
    if not text:
        return "is empty"
    return "" if pattern.fullmatch(text) else words


def _long(text: str, most: int) -> str:
    size = len(text.encode("utf-8", "surrogatepass"))
    return f"has {size} characters, {size - most} too many" if size > most else ""


def _dots(text: str) -> str:
    if text == ".":
        return "is ."
    return "starts with .." if text.startswith("..") else ""
