"""Since which Kubernetes minor (1.x) a rule about pod templates holds: the whole difference between releases, in one place."""

from __future__ import annotations

from typing import Final

SIDECARS: Final = 29
"""init containers with restartPolicy Always; a restartPolicy of regular containers is refused"""
HOST_PORTS_NOT_DEFAULTED: Final = 29
"""templates on the host's network no longer get hostPort = containerPort"""
LONG_DNS_SEARCHES: Final = 29
CHECKED_API_GROUPS: Final = 29
CHECKED_RESIZE_RESTARTS: Final = 29
HOST_SYSCTLS_REFUSED: Final = 29
ANY_VOLUME_WITH_OWN_USERS: Final = 29
AFFINITY_LABEL_KEYS: Final = 29
APPARMOR_FIELDS: Final = 30
RECURSIVE_READ_ONLY: Final = 30
CHECKED_TOKEN_PATHS: Final = 30
UNMASKED_NEEDS_OWN_USERS: Final = 30
FLAT_RESOURCE_CLAIMS: Final = 31
"""names of claims stand beside the claim's own name, and containers may ask for one request of a claim"""
SUPPLEMENTAL_GROUPS_POLICY: Final = 31
IMAGE_VOLUMES: Final = 32
"""1.31 has the field, but its validation does not know it"""
HOST_IPS: Final = 32
SELINUX_CHANGE_POLICY: Final = 32
IMAGE_SUB_PATHS: Final = 33
STOP_SIGNALS: Final = 33
CHECKED_NODE_VALUES: Final = 33
ENV_FILES: Final = 34
HOSTNAME_OVERRIDE: Final = 34
NO_DEVICES_WITH_OWN_USERS: Final = 34
VOLUME_ATTRIBUTES_CLASS: Final = 34
IMAGE_PULL_DEFAULT: Final = 35
RESTART_RULES: Final = 35
CERTIFICATE_ANNOTATIONS: Final = 35
WORKLOADS: Final = 35
SCHEDULING_GROUPS: Final = 36
"""in place of workloads"""
STRICT_ADDRESSES: Final = 36
