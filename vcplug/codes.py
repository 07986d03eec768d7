"""Every finding's code: its name, its severity, and whether it stops render. Prose lives with the rules."""

from __future__ import annotations

from typing import NamedTuple

from vcplug.model import Severity, Stops


class Code(NamedTuple):
    name: str
    severity: Severity
    stops: Stops = "never"
    """never; strict: unless --compat; always: admission refuses it or the controller fails on it"""


CODES: dict[str, Code] = {
    # 1 arguments
    "VCP101": Code("unknown-flag", "error", "strict"),
    "VCP102": Code("flags-in-one-item", "error", "strict"),
    "VCP103": Code("space-in-item", "error", "strict"),
    "VCP104": Code("not-a-flag", "error", "strict"),
    "VCP105": Code("bool-next-item", "error", "strict"),
    "VCP106": Code("bad-int", "error", "strict"),
    "VCP107": Code("bad-bool", "error", "strict"),
    "VCP108": Code("surprising-int", "warning"),
    "VCP109": Code("flag-twice", "warning"),
    "VCP110": Code("argument-not-read", "warning"),
    "VCP111": Code("newer-than-release", "error", "strict"),
    "VCP112": Code("flag-is-default", "info"),
    "VCP113": Code("wait-master-not-enabled", "warning"),
    "VCP114": Code("ray-client-server-port", "error"),
    "VCP115": Code("typographic-dash", "error", "strict"),
    "VCP116": Code("value-missing", "error", "strict"),
    # 2 plugins and roles
    "VCP201": Code("plugin-is-null", "error"),
    "VCP202": Code("arguments-not-strings", "error", "always"),
    "VCP203": Code("unknown-plugin", "error", "always"),
    "VCP204": Code("plugin-forced", "info"),
    "VCP205": Code("ssh-without-svc", "warning"),
    "VCP206": Code("plugin-missing", "error"),
    "VCP207": Code("deprecated-variable", "warning"),
    "VCP208": Code("role-task-missing", "error"),
    "VCP209": Code("role-must-be-one", "error"),
    "VCP210": Code("task-outside-roles", "warning"),
    "VCP211": Code("world-size-of-all", "warning"),
    "VCP212": Code("ray-container-missing", "error"),
    "VCP213": Code("ray-replaces-command", "warning"),
    "VCP214": Code("single-pod-no-tf-config", "info"),
    "VCP215": Code("mpi-no-workers-crash", "error", "always"),
    "VCP216": Code("random-order", "warning"),
    "VCP217": Code("no-such-task-file", "warning"),
    "VCP218": Code("minimum-below-start", "info"),
    # 3 names and sizes
    "VCP301": Code("pod-name-too-long", "error", "strict"),
    "VCP302": Code("object-name-too-long", "error", "strict"),
    "VCP303": Code("dots-in-job-name", "error", "strict"),
    "VCP304": Code("job-name-starts-with-digit", "warning"),
    "VCP305": Code("env-value-too-large", "error"),
    "VCP306": Code("object-too-large", "error", "strict"),
    "VCP307": Code("nearly-too-large", "warning"),
    # 4 pod conflicts
    "VCP401": Code("mount-path-taken", "error", "strict"),
    "VCP402": Code("port-name-taken", "error", "strict"),
    "VCP403": Code("env-overridden", "warning"),
    "VCP404": Code("variable-comes-later", "warning"),
    "VCP405": Code("host-port-clash", "error"),
    "VCP406": Code("host-network-port", "warning"),
    "VCP407": Code("host-network-dns", "warning"),
    "VCP408": Code("shared-hostname", "error"),
    "VCP409": Code("foreign-subdomain", "error"),
    "VCP410": Code("ray-port-renamed", "warning"),
    "VCP411": Code("name-already-taken", "warning"),
    # 5 network
    "VCP501": Code("network-policy-shuts-out", "warning"),
    "VCP502": Code("peers-before-ready", "warning"),
    "VCP503": Code("mpi-port-differs", "warning"),
    "VCP504": Code("ray-ports-equal", "error", "strict"),
    # 6 keys
    "VCP601": Code("key-in-job", "warning"),
    "VCP602": Code("half-a-key", "error"),
    "VCP603": Code("bad-key", "error"),
    "VCP604": Code("key-path-and-user", "warning"),
    "VCP605": Code("weak-key", "warning"),
    # 7 job and admission: the schema
    "VCP701": Code("job-wrong-type", "error", "always"),
    "VCP702": Code("unknown-job-field", "error", "strict"),
    "VCP703": Code("job-field-missing", "error", "always"),
    "VCP704": Code("number-out-of-range", "error", "always"),
    "VCP705": Code("bad-job-name", "error", "always"),
    "VCP706": Code("unknown-choice", "error", "always"),
    "VCP707": Code("bad-job-metadata", "error", "always"),
    "VCP708": Code("no-tasks", "error", "always"),
    "VCP709": Code("set-by-cluster", "info"),
    "VCP760": Code("duplicate-key", "warning"),
    "VCP761": Code("null-dropped", "warning"),
    # 8 pod template
    "VCP801": Code("unknown-field", "error", "strict"),
    "VCP802": Code("wrong-type", "error", "always"),
    "VCP803": Code("field-missing", "error", "always"),
    "VCP804": Code("bad-enum", "error", "always"),
    "VCP805": Code("bad-name", "error", "always"),
    "VCP806": Code("bad-port", "error", "always"),
    "VCP807": Code("bad-quantity", "error", "always"),
    "VCP808": Code("duplicate", "error", "always"),
    "VCP809": Code("unknown-volume", "error", "always"),
    # 9 vcplug itself
    "VCP901": Code("unused-suppression", "warning"),
    "VCP902": Code("unreadable", "error", "always"),
    "VCP903": Code("unknown-code", "error"),
    "VCP904": Code("other-namespace", "error", "always"),
}
