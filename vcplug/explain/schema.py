"""A JSON Schema of a Job for editors, from the tables that admission and the plugins themselves use.

Draft-07: the newest draft that VS Code's YAML extension and JetBrains IDEs both support in full. What the cluster lets pass
the schema lets pass; fields that the release does not know are marked by `deprecationMessage`, which both editors show as
a warning and validators ignore.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from vcplug.admission import policies
from vcplug.admission.shapes import Shape, is_own, type_of
from vcplug.explain.pages import default_words, told
from vcplug.explain.prose import paragraphs, sections
from vcplug.goflags import FALSE, TRUE, Flag
from vcplug.plugins import flags, names, plugin
from vcplug.releases import Release

Schema = dict[str, Any]
DRAFT = "http://json-schema.org/draft-07/schema#"
LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
FORMS: dict[str, Schema] = {
    "label": {"pattern": f"^{LABEL}$", "maxLength": 63},
    "subdomain": {"pattern": rf"^({LABEL}(\.{LABEL})*)?$", "maxLength": 253},
    "mount": {"pattern": "^[^:]+$"},
    "duration": {"pattern": r"^[-+]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$"},
}
QUANTITY = r"^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$"
BITS = {"int32": 31, "port": 31, "int64": 63, "quantity": 63}
INT = "[+-]?(0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO]?[0-7_]*|[1-9][0-9_]*)"


def schema(release: Release, extra_plugins: Collection[str] = (), strict: bool = False) -> Schema:
    """The schema of this release's Job. `strict`: what the release does not know is an error."""
    maker = _Maker(release, extra_plugins, strict)
    root = maker.object("Job")
    root["properties"]["apiVersion"] = {"const": "batch.volcano.sh/v1alpha1"}
    root["properties"]["kind"] = {"const": "Job"}
    root["required"] = ["apiVersion", "kind", "metadata", "spec"]
    return {
        "$schema": DRAFT,
        "title": f"Volcano {release.name} Job",
        "description": f"A Job (batch.volcano.sh/v1alpha1) as Volcano {release.name} takes it, with its plugins' arguments.",
        **root,
        "type": "object",
        "definitions": dict(sorted(maker.definitions.items())),
    }


class _Maker:
    def __init__(self, release: Release, extra_plugins: Collection[str], strict: bool) -> None:
        self.release, self.extra_plugins, self.strict = release, extra_plugins, strict
        self.minor = release.version[1]
        self.definitions: dict[str, Schema] = {}

    def object(self, name: str) -> Schema:
        known = type_of(name, self.minor)
        properties: dict[str, Schema] = {}
        for field, shape in known.fields.items():
            required = field in known.required and field not in known.defaults
            made = self.field(name, field, shape, nullable=not required)
            if field in known.defaults:
                made = {**made, "default": known.defaults[field]} if "$ref" not in made else made
            properties[field] = self.described(made, name, field)
        made = {"type": ["object", "null"], "properties": properties, "additionalProperties": self.unknown()}
        required_fields = [field for field in known.required if field not in known.defaults]
        return made | ({"required": required_fields} if required_fields else {})

    def unknown(self) -> Schema | bool:
        if self.strict:
            return False
        return {"deprecationMessage": f"Volcano {self.release.name} does not know this field and drops it."}

    def described(self, made: Schema, name: str, field: str) -> Schema:
        if not is_own(name):
            return made
        found = sections("vcplug.explain", "schema").get(name)
        text = " ".join(paragraphs(found.parts.get(field, ""), self.release)) if found else ""
        if not text:
            return made
        # beside a $ref nothing else counts in draft-07
        return {"description": text, "allOf": [made]} if "$ref" in made else {"description": text, **made}

    def field(self, name: str, field: str, shape: Shape, *, nullable: bool) -> Schema:
        if (name, field) == ("JobSpec", "plugins"):
            return self.plugins()
        made = self.shape(shape, nullable=nullable)
        if (name, field) == ("LifecyclePolicy", "action"):
            known = [action for action, change in policies.ACTIONS.items() if not change or self.release.has(change)]
            return {"anyOf": [{"enum": known}, made]}
        if name == "JobMeta" and field == "name":
            return {**made, **FORMS["subdomain"]}
        return made

    def shape(self, shape: Shape, *, nullable: bool) -> Schema:
        if shape.kind == "server":
            return {}
        if shape.kind == "object":
            self.define(shape.type)
            reference = {"$ref": f"#/definitions/{shape.type}"}
            return reference if nullable else {"allOf": [reference, {"type": "object"}]}
        made: Schema
        if shape.kind == "list":
            made = self.list(shape)
        elif shape.kind == "map":
            assert shape.item is not None
            made = {"type": "object", "additionalProperties": self.shape(shape.item, nullable=True)}
        elif shape.kind in BITS:
            made = _number(shape)
        else:
            made = _text(shape) if shape.kind == "string" else {"type": shape.kind}
        return _nullable(made) if nullable else made

    def list(self, shape: Shape) -> Schema:
        assert shape.item is not None
        made: Schema = {"type": "array", "items": self.shape(shape.item, nullable=False)}
        if shape.keys or shape.unique:
            # all that JSON Schema can say of keys: two items of one key that differ elsewhere pass here, and lint finds them
            made["uniqueItems"] = True
        return made | ({"minItems": shape.items} if shape.items else {})

    def define(self, name: str) -> None:
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = self.object(name)

    def plugins(self) -> Schema:
        properties = {name: self.plugin(name) for name in names(self.release)}
        own: Schema = {"description": "A plugin of your own cluster.", "type": ["array", "null"], "items": {"type": "string"}}
        properties |= dict.fromkeys(self.extra_plugins, own)
        return {"type": ["object", "null"], "properties": properties, "additionalProperties": False}

    def plugin(self, name: str) -> Schema:
        known = flags(name, self.release)
        text = f"{plugin(name).SUMMARY}. " + " ".join(told(name, "When to use it", self.release))
        made: Schema = {"description": f"{text} (vcplug explain {name})", "type": ["array", "null"], "default": []}
        if not known:
            return {**made, "items": {"type": "string", "deprecationMessage": f"The plugin {name} reads no arguments."}}
        items = [_argument(name, flag, self.release) for flag in known]
        if any(flag.type != "bool" for flag in known):
            items.append(_value_item(known))
        return {**made, "items": {"type": "string", "anyOf": items}}


def _nullable(made: Schema) -> Schema:
    """null is dropped, wherever it stands."""
    if "enum" in made:
        made = {**made, "enum": [*made["enum"], None]}
    types = made["type"] if isinstance(made["type"], list) else [made["type"]]
    return {**made, "type": [*types, "null"]}


def _number(shape: Shape) -> Schema:
    bits = BITS[shape.kind]
    made: Schema = {
        "type": "integer",
        "minimum": shape.least if shape.least is not None else -(1 << bits),
        "maximum": (1 << bits) - 1,
    }
    if shape.kind == "quantity":
        return {**made, "type": ["integer", "string"], "pattern": QUANTITY}
    return {**made, "type": ["integer", "string"]} if shape.kind == "port" else made


def _text(shape: Shape) -> Schema:
    made: Schema = {"type": "string"}
    if shape.enum:
        made["enum"] = list(shape.enum)
    if shape.most is not None:
        made["maxLength"] = shape.most
    return made | FORMS.get(shape.form, {})


def _argument(owner: str, flag: Flag, release: Release) -> Schema:
    """One flag as a pattern. Its value may also be the next item, as Go allows, unless it is a bool."""
    values = {"bool": f"({'|'.join(sorted(TRUE | FALSE))})", "int": INT, "string": r"[\s\S]*"}
    shown = default_words({"name": flag.name, "type": flag.type, "default": flag.default})
    more = " ".join(told(owner, "Flags", release, flag.name))
    made: Schema = {
        "title": f"--{flag.name}",
        "description": f"{flag.summary} ({flag.type}, default {shown}). {more}".strip(),
        "pattern": f"^--?{re.escape(flag.name)}(={values[flag.type]})?$".replace(r"\-", "-"),
    }
    if shown != "generated":
        made["default"] = f"--{flag.name}={shown}"
    return made


def _value_item(known: Collection[Flag]) -> Schema:
    """The value of the flag before it; not a flag whose dashes were forgotten, or are typographic."""
    forgotten = "|".join(flag.name for flag in known)
    return {
        "title": "value",
        "description": "The value of the flag in the item before; better written --flag=value.",
        "pattern": f"^(?!({forgotten})=)[^-–—−][\\s\\S]*$",
    }
