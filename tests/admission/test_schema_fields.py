"""The compact table of pod fields says the same as the full Kubernetes schemas."""

from __future__ import annotations

import importlib.util
import json
import random
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import jsonschema
import kubernetes_validate
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vcplug.admission import fields
from vcplug.admission.schema import apply
from vcplug.codes import CODES
from vcplug.releases import KUBERNETES, release

ROOT = Path(__file__).parent.parent.parent
CORE = "io.k8s.api.core.v1."
META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"
QUANTITY = "io.k8s.apimachinery.pkg.api.resource.Quantity"
PORT = "io.k8s.apimachinery.pkg.util.intstr.IntOrString"
VOLCANO = {kubernetes: volcano for volcano, kubernetes in KUBERNETES.items()}


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_fields", ROOT / "scripts" / "make_fields.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_table_is_what_the_generator_makes_of_the_schemas() -> None:
    made = generator()
    assert made.digest() == made.TARGET.read_text(encoding="utf-8"), "run python scripts/make_fields.py"


def test_the_table_holds_every_kubernetes_version_that_a_release_needs() -> None:
    assert tuple(KUBERNETES.values()) == fields.KUBERNETES


@cache
def definitions(minor: int) -> dict[str, Any]:
    """The full, strict schemas, but metadata, quantities and nulls as in a CRD."""
    folder = Path(kubernetes_validate.__file__).parent / "kubernetes-json-schema" / f"v1.{minor}.0-local-strict"
    written = (folder / "_definitions.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(written.replace("/api/_definitions.json#/$defs/", "#/$defs/"))["$defs"]
    text, texts = {"type": ["string", "null"]}, {"type": ["object", "null"], "additionalProperties": {"type": "string"}}
    finalizers = {"type": ["array", "null"], "items": {"type": "string"}}
    known = {"name": text, "namespace": text, "labels": texts, "annotations": texts, "finalizers": finalizers}
    found[META] = {"type": ["object", "null"], "additionalProperties": False, "properties": known}
    found[QUANTITY] = {"oneOf": [{"type": "string", "pattern": "^[0-9]+(m|k|Mi)?$"}, {"type": ["integer", "null"]}]}
    found[PORT] = {"oneOf": [{"type": "string"}, {"type": ["integer", "null"]}]}
    return found


@cache
def full(minor: int, name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator({"$defs": definitions(minor), "$ref": f"#/$defs/{CORE}{name}"})


class Maker:
    """Makes values by the full schemas, at random, and spoils one."""

    def __init__(self, minor: int, chance: random.Random) -> None:
        self.defs = definitions(minor)
        self.chance = chance
        self.objects: list[tuple[dict[str, Any], dict[str, Any]]] = []

    def make(self, schema: dict[str, Any], depth: int = 0) -> Any:
        if "$ref" in schema:
            schema = self.defs[schema["$ref"].rpartition("/")[2]]
        if "oneOf" in schema:
            texts = ("1", "500m", "7Mi") if "pattern" in schema["oneOf"][0] else ("http", "80")
            return self.chance.choice((*texts, 3))
        kind = self.kind(schema)
        if kind == "object":
            return self.make_object(schema, depth)
        if kind == "array":
            return [self.make(schema["items"], depth + 1) for _ in range(self.chance.choice((0, 1, 1, 2)))]
        return {"string": "s", "integer": 7, "boolean": True}[kind]

    @staticmethod
    def kind(schema: dict[str, Any]) -> str:
        types = schema["type"]
        return next(one for one in types if one != "null") if isinstance(types, list) else str(types)

    def make_object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        if "properties" not in schema:
            inner = schema.get("additionalProperties")
            return {"some": self.make(inner, depth + 1)} if isinstance(inner, dict) else {}
        known = sorted(schema["properties"])
        wanted = set(schema.get("required", ()))
        wanted |= set(self.chance.sample(known, min(len(known), self.chance.randint(0, 5 if depth < 8 else 0))))
        made = {name: self.make(schema["properties"][name], depth + 1) for name in sorted(wanted)}
        self.objects.append((made, schema))
        return made

    def spoil(self) -> None:
        """One unknown field, one value of another type, one field gone, or one null."""
        made, schema = self.chance.choice(self.objects)
        known, required = schema["properties"], schema.get("required", ())
        way = self.chance.choice(("unknown", "type", "gone", "null"))
        field = self.chance.choice(sorted(made)) if made else ""
        if way == "unknown" or not field:
            others = sorted({name for _, other in self.objects for name in other["properties"]} | every_field())
            made.setdefault(self.chance.choice(others), "s")
        elif way == "type":
            made[field] = self.chance.choice(("s", 7, 0.5, True, ["s"], {"some": "s"}, {}, []))
        elif way == "gone":
            del made[field]
        elif field in known and field not in required:
            made[field] = None


@cache
def every_field() -> frozenset[str]:
    lines = "".join(fields.TYPES.values()).split("\n")
    return frozenset(line.partition(" ")[0] for line in lines if line)


def refusals(minor: int, where: str, value: Any) -> list[tuple[str, str]]:
    """What stops strict render; uniqueness of lists is no matter of JSON Schema."""
    spec = (
        {"tasks": [{"name": "t", "replicas": 1, "template": value}]}
        if where == "PodTemplateSpec"
        else {"tasks": [{"name": "t"}], "volumes": [{"mountPath": "/x", "volumeClaim": value}]}
    )
    job = {"apiVersion": "batch.volcano.sh/v1alpha1", "kind": "Job", "metadata": {"name": "j"}, "spec": spec}
    found = apply(job, release(f"1.{VOLCANO[minor]}")).problems
    return [(one.code, one.message) for one in found if CODES[one.code].stops != "never" and one.code != "VCP808"]


@pytest.mark.parametrize("where", ["PodTemplateSpec", "PersistentVolumeClaimSpec"])
@pytest.mark.parametrize("minor", [27, 29, 31, 34, 36])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_the_compact_check_agrees_with_the_full_schemas_on_generated_templates(minor: int, where: str, seed: int) -> None:
    maker = Maker(minor, random.Random(seed))
    value = maker.make({"$ref": CORE + where})
    if where == "PodTemplateSpec":
        value["spec"] = maker.make({"$ref": CORE + "PodSpec"})
    validator = full(minor, where)
    assert validator.is_valid(value)
    assert refusals(minor, where, value) == []
    maker.spoil()
    wrong = [error.message for error in validator.iter_errors(value)]
    ours = refusals(minor, where, value)
    assert bool(ours) == bool(wrong), (ours, wrong, value)
