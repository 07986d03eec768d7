"""How rendered objects are compared with what real controllers made: randomness, keys and order taken out on both sides."""

from __future__ import annotations

import base64
import json
import re
from fractions import Fraction
from typing import Any

UID = "0b5f4b0e-6a1c-4c8e-9a51-7c1d2e3f4a5b"
QUANTITY = re.compile(r"^([+-]?[0-9.]+)(?:(Ki|Mi|Gi|Ti|Pi|Ei|n|u|m|k|M|G|T|P|E)|[eE]([+-]?[0-9]+))?$")
SCALE = {None: Fraction(1), "n": Fraction(1, 10**9), "u": Fraction(1, 10**6), "m": Fraction(1, 1000)}
SCALE |= {s: Fraction(1000**i) for i, s in enumerate(["k", "M", "G", "T", "P", "E"], 1)}
SCALE |= {s: Fraction(1024**i) for i, s in enumerate(["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"], 1)}
NOISE = {"creationTimestamp", "resourceVersion", "uid", "generation", "managedFields", "selfLink", "status"}


def quantity(value: Any) -> Any:
    found = QUANTITY.match(str(value))
    if not found:
        return value
    number = Fraction(found[1]) * SCALE[found[2]]
    if found[3]:
        number *= Fraction(10) ** int(found[3])
    return f"{number.numerator}/{number.denominator}"


def prune(node: Any, key: str = "") -> Any:
    """Drop what means nothing: nulls, server-set metadata, empty maps that Go always prints."""
    if isinstance(node, dict):
        out = {}
        for k, v in node.items():
            if v is None or (k in NOISE and key in ("", "metadata")):
                continue
            v = prune(v, k)
            if v in ({}, []) and k in ("resources", "metadata", "labels", "annotations", "strategy", "ownerReferences"):
                continue
            out[k] = v
        return out
    if isinstance(node, list):
        return [prune(v, "[]") for v in node]
    return node


def even(node: Any) -> Any:
    """Quantities by their value: 1.5Gi is 1536Mi."""
    if isinstance(node, dict):
        out = {}
        for k, v in node.items():
            if k in ("requests", "limits", "minResources") and isinstance(v, dict):
                out[k] = {name: quantity(q) for name, q in v.items()}
            else:
                out[k] = quantity(v) if k == "sizeLimit" else even(v)
        return out
    return [even(v) for v in node] if isinstance(node, list) else node


def tidy(obj: dict[str, Any], job: str) -> dict[str, Any]:
    """One object without what is random, means nothing, or hangs on the plugins' order."""
    obj = prune(obj)
    names: dict[str, str] = {}

    def steady(text: str, pattern: str, to: str) -> str:
        if re.fullmatch(pattern, text):
            return names.setdefault(text, f"{to}{len(names)}")
        return text

    volume = re.escape(job) + r"-[a-z0-9]{12}"
    claim = re.escape(job) + r"-pvc-[a-z0-9]{12}"
    kind = obj.get("kind")
    if kind == "PersistentVolumeClaim":
        obj["metadata"]["name"] = re.sub(claim, f"{job}-pvc-{{random}}", obj["metadata"]["name"])
    if kind == "Secret":
        data = {k: base64.b64decode(v).decode() for k, v in obj.pop("data", {}).items()} | obj.get("stringData", {})
        for key in ("id_rsa", "id_rsa.pub", "authorized_keys"):
            if key in data and data[key].strip() not in ("PRIVATE", "PUBLIC", ""):
                data[key] = "{key}"
        obj["stringData"] = data
    if kind == "Pod":
        spec = obj["spec"]
        for v in spec.get("volumes", []):
            v["name"] = steady(v["name"], volume, f"{job}-{{random}}")
            if "persistentVolumeClaim" in v:
                v["persistentVolumeClaim"]["claimName"] = re.sub(
                    claim, f"{job}-pvc-{{random}}", v["persistentVolumeClaim"]["claimName"]
                )
        for c in spec.get("containers", []) + spec.get("initContainers", []):
            for m in c.get("volumeMounts", []):
                m["name"] = names.get(m["name"], m["name"])
            if c["name"] == "wait-for-master" and c.get("command", [])[:2] == ["sh", "-c"]:
                c["command"] = ["sh", "-c", "{script}"]
            if "env" in c:
                c["env"] = sorted(c["env"], key=lambda e: e["name"])  # stable: the order of equal names counts
            if "ports" in c:
                c["ports"] = sorted(c["ports"], key=lambda p: (p["containerPort"], p.get("protocol", ""), p.get("name", "")))
            if "volumeMounts" in c:
                c["volumeMounts"] = sorted(c["volumeMounts"], key=lambda m: (m["mountPath"], m["name"]))
        if "volumes" in spec:
            spec["volumes"] = sorted(spec["volumes"], key=lambda v: v["name"])
    return obj


def identity(obj: dict[str, Any]) -> tuple[str, str, str]:
    meta = obj.get("metadata", {})
    return obj.get("kind", ""), meta.get("namespace", ""), meta.get("name", "")


def tidy_all(objects: list[dict[str, Any]], job: str) -> list[dict[str, Any]]:
    out = [tidy(o, job) for o in objects]
    return sorted(out, key=lambda o: (identity(o), json.dumps(o, sort_keys=True)))


def says_nothing(value: Any, path: str) -> bool:
    """Go leaves empty optional fields out (`hostNetwork: false`, `value: ""`); to Kubernetes both are the same."""
    free = re.search(r"\.(data|stringData|labels|annotations|matchLabels|nodeSelector|minTaskMember|plugins)$", path)
    return not free and (value is False or value == "" or value == [] or (value == 0 and not isinstance(value, bool)))


def differences(a: Any, b: Any, path: str = "") -> list[str]:
    if isinstance(a, dict) and isinstance(b, dict):
        out = []
        for k in sorted(a.keys() | b.keys()):
            if (k not in a and says_nothing(b[k], path)) or (k not in b and says_nothing(a[k], path)):
                continue
            if k not in a:
                out.append(f"{path}.{k}: not expected: {json.dumps(b[k])[:120]}")
            elif k not in b:
                out.append(f"{path}.{k}: missing: {json.dumps(a[k])[:120]}")
            else:
                out += differences(a[k], b[k], f"{path}.{k}")
        return out
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            return [f"{path}: {len(a)} items expected, {len(b)} found: {json.dumps(a)[:300]} / {json.dumps(b)[:300]}"]
        return [d for i, (x, y) in enumerate(zip(a, b, strict=True)) for d in differences(x, y, f"{path}[{i}]")]
    return [] if a == b and type(a) is type(b) else [f"{path}: expected {json.dumps(a)[:200]}, found {json.dumps(b)[:200]}"]


def compare_objects(want: list[dict[str, Any]], got: list[dict[str, Any]]) -> list[str]:
    """`want` holds one object, or {"anyOf": [...]} where the controllers' own result varies from run to run."""
    choices = [o.get("anyOf", [o]) for o in want]
    w = {identity(c[0]): c for c in choices}
    g = {identity(o): o for o in got}
    out = [f"missing object {i}" for i in w if i not in g] + [f"extra object {i}" for i in g if i not in w]
    if len(want) != len(got) and not out:
        out.append(f"{len(want)} objects expected, {len(got)} found")
    for i in w.keys() & g.keys():
        out += min((differences(choice, g[i], "/".join(i)) for choice in w[i]), key=len)
    return out
