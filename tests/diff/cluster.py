"""Objects as an API server, the scheduler and other controllers leave them: what a `kubectl get` dump holds."""

from __future__ import annotations

import copy
import json
import random
import string
from typing import Any

UID = "0b5f4b0e-6a1c-4c8e-9a51-7c1d2e3f4a5b"


def lived(objects: list[dict[str, Any]], seed: int = 0) -> list[dict[str, Any]]:
    """The same objects, as if the controller had made them and they had run for a while."""
    chance = random.Random(seed)
    owners = [found["metadata"]["labels"]["volcano.sh/job-name"] for found in objects if found["kind"] == "Pod"]
    claims = {
        found["metadata"]["name"]: f"{found['metadata']['name'][:-12]}{_word(chance, 12)}"
        for found in objects
        if found["kind"] == "PersistentVolumeClaim"
    }
    whole = [_lived(copy.deepcopy(found), chance, owners[0] if owners else "train") for found in objects]
    text = json.dumps(whole)
    for old, new in claims.items():
        text = text.replace(f'"{old}"', f'"{new}"')
    found: list[dict[str, Any]] = json.loads(text)
    return found


def listed(objects: list[dict[str, Any]]) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "List", "metadata": {"resourceVersion": ""}, "items": objects}


def _word(chance: random.Random, length: int) -> str:
    return "".join(chance.choices(string.ascii_lowercase + string.digits, k=length))


def _lived(found: dict[str, Any], chance: random.Random, owner: str) -> dict[str, Any]:
    metadata = found["metadata"]
    metadata["uid"] = f"{chance.getrandbits(32):08x}-1111-4222-8333-{chance.getrandbits(48):012x}"
    metadata["resourceVersion"] = str(chance.randrange(10**6))
    metadata["creationTimestamp"] = "2026-05-04T10:00:00Z"
    metadata["ownerReferences"] = [{
        "apiVersion": "batch.volcano.sh/v1alpha1", "kind": "Job", "name": owner, "uid": UID,
        "controller": True, "blockOwnerDeletion": True,
    }]  # fmt: skip
    metadata["managedFields"] = [{"manager": "vc-controller-manager", "operation": "Update", "fieldsType": "FieldsV1"}]
    {
        "Pod": _pod,
        "Service": _service,
        "PersistentVolumeClaim": _claim,
        "PodGroup": _group,
        "Secret": _secret,
    }.get(found["kind"], lambda *_: None)(found, chance)
    return found


def _pod(pod: dict[str, Any], chance: random.Random) -> None:
    annotations, spec = pod["metadata"]["annotations"], pod["spec"]
    if "scheduling.k8s.io/group-name" in annotations:
        annotations["scheduling.k8s.io/group-name"] += f"-{UID}"
    annotations["cni.projectcalico.org/podIP"] = f"10.0.{chance.randrange(250)}.{chance.randrange(250)}/32"
    annotations["volcano.sh/job-version"] = "2"
    spec["nodeName"] = f"node-{chance.randrange(100)}"
    spec.setdefault("restartPolicy", "Always")
    defaults = {"dnsPolicy": "ClusterFirst", "enableServiceLinks": True, "priority": 0, "securityContext": {}}
    defaults |= {"preemptionPolicy": "PreemptLowerPriority", "serviceAccountName": "default"}
    for field, value in defaults.items():
        spec.setdefault(field, value)
    spec["serviceAccount"] = spec["serviceAccountName"]
    spec.setdefault("terminationGracePeriodSeconds", 30)
    spec["tolerations"] = [*spec.get("tolerations", []), *(
        {"key": f"node.kubernetes.io/{what}", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300}
        for what in ("not-ready", "unreachable")
    )]  # fmt: skip
    account = f"kube-api-access-{_word(chance, 5)}"
    names = {}
    for volume in spec.setdefault("volumes", []):
        for source in ("configMap", "secret"):
            if source in volume:
                volume[source].setdefault("defaultMode", 420)
        if "persistentVolumeClaim" in volume:
            names[volume["name"]] = volume["name"] = f"{volume['name'][:-12]}{_word(chance, 12)}"
    chance.shuffle(spec["volumes"])
    spec["volumes"].append({"name": account, "projected": {"defaultMode": 420, "sources": [
        {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}},
        {"configMap": {"name": "kube-root-ca.crt", "items": [{"key": "ca.crt", "path": "ca.crt"}]}},
    ]}})  # fmt: skip
    for container in [*spec["containers"], *spec.get("initContainers", [])]:
        _container(container, names, account, chance)
    pod["status"] = {"phase": "Running", "podIP": f"10.0.0.{chance.randrange(250)}", "qosClass": "BestEffort",
                     "conditions": [{"type": "Ready", "status": "True"}]}  # fmt: skip


def _container(container: dict[str, Any], names: dict[str, str], account: str, chance: random.Random) -> None:
    tag = container["image"].rpartition("/")[2].partition(":")[2]
    container.setdefault("imagePullPolicy", "IfNotPresent" if tag not in ("", "latest") else "Always")
    container |= {"terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File"}
    limits = container.setdefault("resources", {}).get("limits")
    if limits:
        container["resources"]["requests"] = {**limits, **container["resources"].get("requests", {})}
    for port in container.get("ports", []):
        port.setdefault("protocol", "TCP")
    for entry in container.get("env", []):
        if "fieldRef" in entry.get("valueFrom", {}):
            entry["valueFrom"]["fieldRef"].setdefault("apiVersion", "v1")
    for mount in container.setdefault("volumeMounts", []):
        mount["name"] = names.get(mount["name"], mount["name"])
    container["volumeMounts"].append(
        {"mountPath": "/var/run/secrets/kubernetes.io/serviceaccount", "name": account, "readOnly": True}
    )
    for field in ("ports", "volumeMounts"):
        chance.shuffle(container.get(field, []))
    _shuffle_env(container.get("env", []), chance)


def _shuffle_env(env: list[dict[str, Any]], chance: random.Random) -> None:
    """Any order, but equal names among themselves as they were."""
    places = list(range(len(env)))
    chance.shuffle(places)
    waiting: dict[str, list[dict[str, Any]]] = {}
    for entry in env:
        waiting.setdefault(entry["name"], []).append(entry)
    env[:] = [waiting[env[place]["name"]].pop(0) for place in places]


def _service(service: dict[str, Any], chance: random.Random) -> None:
    spec = service["spec"]
    address = spec.setdefault("clusterIP", f"10.96.0.{chance.randrange(250)}")
    spec |= {"clusterIPs": [address], "ipFamilies": ["IPv4"], "ipFamilyPolicy": "SingleStack"}
    spec |= {"internalTrafficPolicy": "Cluster", "sessionAffinity": "None", "type": "ClusterIP"}
    service["status"] = {"loadBalancer": {}}


def _claim(claim: dict[str, Any], chance: random.Random) -> None:
    claim["metadata"]["finalizers"] = ["kubernetes.io/pvc-protection"]
    claim["metadata"]["annotations"] = {"pv.kubernetes.io/bind-completed": "yes", "pv.kubernetes.io/bound-by-controller": "yes"}
    claim["spec"].setdefault("storageClassName", "standard")
    claim["spec"] |= {"volumeMode": "Filesystem", "volumeName": f"pvc-{_word(chance, 8)}"}
    claim["status"] = {"phase": "Bound"}


def _group(group: dict[str, Any], chance: random.Random) -> None:
    group["metadata"]["name"] += f"-{UID}"
    group["status"] = {"phase": "Running", "running": 3}


def _secret(secret: dict[str, Any], chance: random.Random) -> None:
    from base64 import b64decode, b64encode

    if b64decode(secret.get("data", {}).get("id_rsa", "")).startswith(b"<private key made"):
        key = f"-----BEGIN RSA PRIVATE KEY-----\n{_word(chance, 60)}\n-----END RSA PRIVATE KEY-----\n"
        secret["data"]["id_rsa"] = b64encode(key.encode()).decode()
        secret["data"]["id_rsa.pub"] = secret["data"]["authorized_keys"] = b64encode(
            b"ssh-rsa AAAA" + key.encode()[40:60]
        ).decode()
    secret["type"] = "Opaque"
