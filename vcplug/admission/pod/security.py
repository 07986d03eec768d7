"""Security contexts of the pod and its containers, and what depends on the pod's operating system."""

from __future__ import annotations

import re

from vcplug import names
from vcplug.admission.pod.metadata import containers
from vcplug.admission.pod.reading import Struct, flag, mapping, sequence, struct, structs, text
from vcplug.admission.pod.rules import (
    BAD_PROFILE,
    BAD_SYSCTL,
    BAD_WINDOWS_OPTION,
    HOST_NAMESPACE,
    ID_MOST,
    SECURITY_CONFLICT,
    WRONG_OS,
    Problems,
    bounded,
    descending,
    duplicate,
    misnamed,
    missing,
    one_of_if_written,
    shown,
    unsupported,
    within,
)
from vcplug.admission.pod.versions import (
    ANY_VOLUME_WITH_OWN_USERS,
    APPARMOR_FIELDS,
    HOST_SYSCTLS_REFUSED,
    NO_DEVICES_WITH_OWN_USERS,
    SELINUX_CHANGE_POLICY,
    SUPPLEMENTAL_GROUPS_POLICY,
    UNMASKED_NEEDS_OWN_USERS,
)
from vcplug.model import Path, Problem

_PROFILES = ("Localhost", "RuntimeDefault", "Unconfined")
_SYSCTL = r"([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?"
_IPC_SYSCTLS = frozenset(
    f"kernel.{name}"
    for name in ("sem", "shm", "shmall", "shmmax", "shmmni", "shm_rmid_forced", "msg", "msgmax", "msgmnb", "msgmni")
)
_GMSA_MOST = 64 * 1024
_NETBIOS = r'[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}'
_DNS_DOMAIN = r"[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*"

_POD_NOT_ON_WINDOWS = (
    "appArmorProfile", "seLinuxOptions", "seccompProfile", "fsGroup", "fsGroupChangePolicy", "sysctls", "runAsUser",
    "runAsGroup", "supplementalGroups", "supplementalGroupsPolicy", "seLinuxChangePolicy",
)  # fmt: skip
_SPEC_NOT_ON_WINDOWS = ("hostUsers", "hostPID", "hostIPC", "shareProcessNamespace")
_CONTAINER_NOT_ON_WINDOWS = (
    "appArmorProfile", "seLinuxOptions", "seccompProfile", "capabilities", "readOnlyRootFilesystem", "privileged",
    "allowPrivilegeEscalation", "procMount", "runAsUser", "runAsGroup",
)  # fmt: skip


def check_pod_security(spec: Struct, path: Path, kubernetes: int) -> Problems:
    context = mapping(spec, "securityContext")
    at = (*path, "securityContext")
    if context:
        for key in ("fsGroup", "runAsUser", "runAsGroup"):
            yield from within(context, key, at, 0, ID_MOST)
        for index, group in enumerate(sequence(context, "supplementalGroups")):
            if isinstance(group, int):
                yield from bounded((*at, "supplementalGroups", index), group, 0, ID_MOST)
        yield from one_of_if_written(context, "fsGroupChangePolicy", at, ("OnRootMismatch", "Always"))
        if kubernetes >= SUPPLEMENTAL_GROUPS_POLICY:
            yield from one_of_if_written(context, "supplementalGroupsPolicy", at, ("Merge", "Strict"))
        if kubernetes >= SELINUX_CHANGE_POLICY:
            yield from one_of_if_written(context, "seLinuxChangePolicy", at, ("Recursive", "MountOption"))
        yield from _sysctls(context, spec, (*at, "sysctls"), kubernetes)
        yield from _profiles(context, at, kubernetes)
        yield from _windows_options(context, at)
    if flag(spec, "shareProcessNamespace") and flag(spec, "hostPID"):
        message = "shareProcessNamespace and hostPID exclude each other"
        yield Problem(SECURITY_CONFLICT, message, (*path, "shareProcessNamespace"), hint="drop one of them")
    yield from _host_process(spec, path)
    yield from _host_users(spec, path, kubernetes)


def _profiles(context: Struct, path: Path, kubernetes: int) -> Problems:
    if (seccomp := struct(context, "seccompProfile")) is not None:
        at = (*path, "seccompProfile")
        yield from _profile_type(seccomp, at)
        local = seccomp.get("localhostProfile")
        if text(seccomp, "type") == "Localhost":
            if local is None:
                yield missing((*at, "localhostProfile"), "name the profile's file below the kubelet's seccomp directory")
            elif isinstance(local, str):
                yield from descending((*at, "localhostProfile"), local)
        elif local is not None:
            yield _needs_localhost((*at, "localhostProfile"))
    armour = struct(context, "appArmorProfile")
    if armour is not None and kubernetes >= APPARMOR_FIELDS:
        at = (*path, "appArmorProfile")
        yield from _profile_type(armour, at)
        local = armour.get("localhostProfile")
        if text(armour, "type") == "Localhost":
            yield from _apparmor_name(local, (*at, "localhostProfile"))
        elif local is not None:
            yield _needs_localhost((*at, "localhostProfile"))


def _profile_type(profile: Struct, path: Path) -> Problems:
    kind = text(profile, "type")
    if not kind:
        yield missing((*path, "type"), "write type: RuntimeDefault, Localhost or Unconfined")
    elif kind not in _PROFILES:
        yield unsupported((*path, "type"), kind, _PROFILES)


def _needs_localhost(path: Path) -> Problem:
    return Problem(
        BAD_PROFILE, "localhostProfile works only with type Localhost", path, "key", "write type: Localhost, or drop it"
    )


def _apparmor_name(local: object, path: Path) -> Problems:
    if local is None:
        yield missing(path, "name a profile that is loaded on the nodes")
    elif isinstance(local, str):
        if not local.strip():
            yield missing(path, "name a profile that is loaded on the nodes")
        elif local != local.strip():
            message = f"localhostProfile {shown(local)} has spaces around it"
            yield Problem(BAD_PROFILE, message, path, hint="write it without them")
        elif len(local.encode("utf-8", "surrogatepass")) > 4095:
            yield Problem(BAD_PROFILE, "localhostProfile is longer than 4095 bytes", path, hint="use a shorter name")


def _sysctls(context: Struct, spec: Struct, path: Path, kubernetes: int) -> Problems:
    seen: set[str] = set()
    for index, sysctl in structs(context, "sysctls"):
        at = (*path, index, "name")
        name = text(sysctl, "name")
        if not name:
            yield missing(at, "write the sysctl's name, such as net.core.somaxconn")
        elif len(name) > 253 or not re.fullmatch(_SYSCTL, name):
            hint = "use lower-case letters, digits, -, _ with . or / between the parts, 253 characters at most"
            yield Problem(BAD_SYSCTL, f"{shown(name)} is not the name of a sysctl", at, hint=hint)
        elif name in seen:
            yield duplicate(at, name)
        elif kubernetes >= HOST_SYSCTLS_REFUSED:
            yield from _host_sysctl(name, spec, at)
        seen.add(name)


def _host_sysctl(name: str, spec: Struct, path: Path) -> Problems:
    """A sysctl of a namespace that the pod shares with its node."""
    dotted = _dotted(name)
    if flag(spec, "hostNetwork") and dotted.startswith("net."):
        yield Problem(BAD_SYSCTL, f"{shown(name)} cannot be set with hostNetwork", path, hint="drop it, or hostNetwork")
    if flag(spec, "hostIPC") and (dotted in _IPC_SYSCTLS or dotted.startswith("fs.mqueue.")):
        yield Problem(BAD_SYSCTL, f"{shown(name)} cannot be set with hostIPC", path, hint="drop it, or hostIPC")


def _dotted(name: str) -> str:
    """sysctl names may be written with / between the parts: then . and / change places."""
    first = next((character for character in name if character in "./"), ".")
    return name if first == "." else name.translate(str.maketrans("./", "/."))


def _windows_options(context: Struct, path: Path) -> Problems:
    options = mapping(context, "windowsOptions")
    at = (*path, "windowsOptions")
    spec_name, spec_text, user = (options.get(key) for key in ("gmsaCredentialSpecName", "gmsaCredentialSpec", "runAsUserName"))
    if isinstance(spec_name, str):
        yield from misnamed((*at, "gmsaCredentialSpecName"), spec_name, names.check_dns_subdomain)
    if isinstance(spec_text, str) and not 0 < len(spec_text.encode("utf-8", "surrogatepass")) <= _GMSA_MOST:
        message = f"gmsaCredentialSpec must have 1 to {_GMSA_MOST} bytes"
        yield Problem(BAD_WINDOWS_OPTION, message, (*at, "gmsaCredentialSpec"), hint="use gmsaCredentialSpecName instead")
    if isinstance(user, str) and (wrong := _user_problem(user)):
        yield Problem(
            BAD_WINDOWS_OPTION, f"runAsUserName {shown(user)} {wrong}", (*at, "runAsUserName"), hint=r"write USER or DOMAIN\USER"
        )


def _user_problem(name: str) -> str:
    if not name:
        return "is empty"
    if any(ord(character) < 32 or ord(character) == 127 for character in name):
        return "has control characters"
    domain, backslash, user = name.rpartition("\\")
    if "\\" in domain:
        return r"has more than one \ "
    long_domain = len(domain.encode("utf-8", "surrogatepass")) >= 256
    if backslash and (long_domain or not (re.fullmatch(_NETBIOS, domain) or re.fullmatch(_DNS_DOMAIN, domain))):
        return "has a domain that is neither a NetBIOS nor a DNS name"
    if not 0 < len(user.encode("utf-8", "surrogatepass")) <= 104:
        return "needs a user of 1 to 104 characters"
    if not user.strip(". "):
        return "has nothing but dots and spaces"
    return next((f"has a {character} in it" for character in '"/\\:;|=,+*?<>@[]' if character in user), "")


def _host_process(spec: Struct, path: Path) -> Problems:
    """Windows HostProcess: all containers or none, and only with hostNetwork."""
    pod = mapping(mapping(spec, "securityContext"), "windowsOptions").get("hostProcess")
    count = of_host = 0
    for at, container in containers(spec):
        own = mapping(mapping(container, "securityContext"), "windowsOptions").get("hostProcess")
        if pod is not None and own is not None and pod != own:
            where = (*path, *at, "securityContext", "windowsOptions", "hostProcess")
            yield Problem(SECURITY_CONFLICT, "hostProcess differs from the pod's", where, hint="set it for the pod only")
        count += 1
        of_host += (pod if own is None else own) is True
    if of_host and of_host != count:
        message = "with one hostProcess container all must be such"
        yield Problem(SECURITY_CONFLICT, message, (*path, "securityContext"), hint="set hostProcess in the pod's windowsOptions")
    if of_host and not flag(spec, "hostNetwork"):
        yield Problem(SECURITY_CONFLICT, "hostProcess needs hostNetwork", (*path, "hostNetwork"), hint="write hostNetwork: true")


_USER_NAMESPACE_VOLUMES = ("emptyDir", "secret", "downwardAPI", "configMap", "projected")


def _host_users(spec: Struct, path: Path, kubernetes: int) -> Problems:
    if spec.get("hostUsers") is not False:
        return
    for key in ("hostNetwork", "hostPID", "hostIPC"):
        if flag(spec, key):
            message = f"{key} does not go with hostUsers: false"
            yield Problem(HOST_NAMESPACE, message, (*path, key), hint=f"drop {key}, or hostUsers")
    if kubernetes < ANY_VOLUME_WITH_OWN_USERS:
        for index, volume in structs(spec, "volumes"):
            sources = [key for key in volume if key != "name"]
            if sources and not any(key in _USER_NAMESPACE_VOLUMES for key in sources):
                message = f"a volume of {sources[0]} does not go with hostUsers: false"
                hint = f"use one of {', '.join(_USER_NAMESPACE_VOLUMES)}"
                yield Problem(HOST_NAMESPACE, message, (*path, "volumes", index), hint=hint)
    if kubernetes >= NO_DEVICES_WITH_OWN_USERS:
        for at, container in containers(spec):
            if sequence(container, "volumeDevices"):
                message = "volumeDevices do not go with hostUsers: false"
                yield Problem(HOST_NAMESPACE, message, (*path, *at, "volumeDevices"), "key", "drop them, or hostUsers")


def check_container_security(container: Struct, spec: Struct, path: Path, kubernetes: int) -> Problems:
    context = mapping(container, "securityContext")
    if not context:
        return
    at = (*path, "securityContext")
    for key in ("runAsUser", "runAsGroup"):
        yield from within(context, key, at, 0, ID_MOST)
    yield from one_of_if_written(context, "procMount", at, ("Default", "Unmasked"))
    if kubernetes >= UNMASKED_NEEDS_OWN_USERS and text(context, "procMount") == "Unmasked" and spec.get("hostUsers") is not False:
        message = "procMount Unmasked needs hostUsers: false"
        yield Problem(SECURITY_CONFLICT, message, (*at, "procMount"), hint="write hostUsers: false in the pod's spec")
    yield from _profiles(context, at, kubernetes)
    if context.get("allowPrivilegeEscalation") is False:
        where = (*at, "allowPrivilegeEscalation")
        if flag(context, "privileged"):
            message = "a privileged container cannot have allowPrivilegeEscalation: false"
            yield Problem(SECURITY_CONFLICT, message, where, hint="drop one of them")
        if "CAP_SYS_ADMIN" in sequence(mapping(context, "capabilities"), "add"):
            message = "CAP_SYS_ADMIN does not go with allowPrivilegeEscalation: false"
            yield Problem(SECURITY_CONFLICT, message, where, hint="drop one of them")
    yield from _windows_options(context, at)


def check_os(spec: Struct, path: Path) -> Problems:
    system = struct(spec, "os")
    if system is None:
        return
    name = text(system, "name")
    if not name:
        yield missing((*path, "os", "name"), "write os: {name: linux}")
    elif name not in ("linux", "windows"):
        yield unsupported((*path, "os", "name"), name, ("linux", "windows"))
    elif name == "linux":
        yield from _forbidden(mapping(spec, "securityContext"), (*path, "securityContext"), ("windowsOptions",), name)
        for at, container in containers(spec):
            where = (*path, *at, "securityContext")
            yield from _forbidden(mapping(container, "securityContext"), where, ("windowsOptions",), name)
    else:
        yield from _forbidden(mapping(spec, "securityContext"), (*path, "securityContext"), _POD_NOT_ON_WINDOWS, name)
        yield from _forbidden(spec, path, _SPEC_NOT_ON_WINDOWS, name)
        for at, container in containers(spec):
            where = (*path, *at, "securityContext")
            yield from _forbidden(mapping(container, "securityContext"), where, _CONTAINER_NOT_ON_WINDOWS, name)


def _forbidden(owner: Struct, path: Path, keys: tuple[str, ...], system: str) -> Problems:
    for key in keys:
        value = owner.get(key)
        if value is None or (value is False and key in ("hostPID", "hostIPC")) or (value == [] and key == "sysctls"):
            continue
        yield Problem(WRONG_OS, f"{key} cannot be set for os {system}", (*path, key), "key", f"drop {key}")
