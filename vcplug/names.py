"""Kubernetes' syntax of names, labels and ports. Each check gives '' when fine, else what is wrong, in a few words."""

from __future__ import annotations

LABEL = 63
"""the longest label, hostname, Service name"""
SUBDOMAIN = 253

_LOWER = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"
_LETTERS = _LOWER + _LOWER.upper()
_LABEL = _LOWER + _DIGITS + "-"
_QUALIFIED = _LETTERS + _DIGITS + "-_."
_PRINTABLE = "".join(map(chr, range(0x20, 0x7F))).replace("=", "")


def check_dns_label(text: str) -> str:
    """DNS-1123 label: names of tasks, containers, volumes, hostnames."""
    words = "use lower-case letters, digits and -, with a letter or digit at both ends"
    return _long(text, LABEL) or _made_of(_LABEL, text, words, not_first="-", not_last="-")


def check_dns_subdomain(text: str) -> str:
    """DNS-1123 subdomain: names of most objects."""
    words = "use lower-case letters, digits, - and ., with a letter or digit at both ends and around each ."
    wrong = _long(text, SUBDOMAIN) or _made_of(_LABEL + ".", text, words)
    return wrong or next((words for part in text.split(".") if _made_of(_LABEL, part, words, not_first="-", not_last="-")), "")


def check_wildcard_subdomain(text: str) -> str:
    return check_dns_subdomain(text[2:]) if text.startswith("*.") else "has to start with *."


def check_service_name(text: str) -> str:
    """DNS-1035 label: names of Services."""
    words = "use lower-case letters, digits and -, with a letter first and no - last"
    return _long(text, LABEL) or _made_of(_LABEL, text, words, not_first="-" + _DIGITS, not_last="-")


def check_qualified_name(text: str) -> str:
    """Keys of labels and annotations, resource names: a name of up to 63 characters, perhaps behind a domain and /."""
    prefix, slash, name = text.rpartition("/")
    if "/" in prefix:
        return "has more than one /"
    if slash and not prefix:
        return "has nothing before the /"
    if slash and (wrong := check_dns_subdomain(prefix)):
        return f"before the /: {wrong}"
    return _qualified(name)


def check_label_value(text: str) -> str:
    return _qualified(text) if text else ""


def _qualified(text: str) -> str:
    words = "use letters, digits, -, _ and ., with a letter or digit at both ends"
    return _long(text, LABEL) or _made_of(_QUALIFIED, text, words, not_first="-_.", not_last="-_.")


def check_port_name(text: str) -> str:
    """An IANA service name: names of ports."""
    wrong = _long(text, 15) or _made_of(_LABEL, text, "use lower-case letters, digits and -")
    if wrong:
        return wrong
    if not text.strip("-" + _DIGITS):
        return "needs at least one letter"
    if "--" in text:
        return "has two - in a row"
    return "begins or ends with -" if text[0] == "-" or text[-1] == "-" else ""


def check_env_name(text: str) -> str:
    """Names of environment variables as every Kubernetes takes them."""
    wrong = _made_of(_QUALIFIED, text, "use letters, digits, _, - and ., with no digit first", not_first=_DIGITS)
    return wrong or _dots(text)


def check_relaxed_env_name(text: str) -> str:
    """Names of environment variables where the relaxed rule holds: any printable ASCII but =."""
    return _made_of(_PRINTABLE, text, "use printable ASCII characters, but no =")


def check_identifier(text: str) -> str:
    """C_IDENTIFIER."""
    return _made_of(_LETTERS + _DIGITS + "_", text, "use letters, digits and _, with no digit first", not_first=_DIGITS)


def check_config_key(text: str) -> str:
    """Keys of ConfigMaps and Secrets."""
    return _long(text, SUBDOMAIN) or _made_of(_QUALIFIED, text, "use letters, digits, -, _ and .") or _dots(text)


def check_header_name(text: str) -> str:
    return _made_of(_LETTERS + _DIGITS + "-", text, "use letters, digits and -")


def check_path_segment(text: str) -> str:
    """A name that is one step of a URL path."""
    if text in (".", ".."):
        return f"is {text}"
    return next((f"has a {character}" for character in "/%" if character in text), "")


def _made_of(characters: str, text: str, words: str, *, not_first: str = "", not_last: str = "") -> str:
    """No regular expressions here: to compile a dozen of them takes longer than to check a job's names without."""
    if not text:
        return "is empty"
    return words if text.strip(characters) or text[0] in not_first or text[-1] in not_last else ""


def _long(text: str, most: int) -> str:
    size = len(text.encode("utf-8", "surrogatepass"))
    return f"has {size} characters, {size - most} too many" if size > most else ""


def _dots(text: str) -> str:
    if text == ".":
        return "is ."
    return "starts with .." if text.startswith("..") else ""
