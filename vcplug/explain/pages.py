"""The pages of explain, each as data (for json) and as blocks (for people)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from vcplug.explain import prose
from vcplug.explain.facts import CONTAINER, CONTROLLER, INIT_CONTAINER, Fact, facts, since, symbolic_job
from vcplug.explain.layout import Block, Code, Heading, Items, Table, Text, Title
from vcplug.goflags import Flag
from vcplug.plugins import FORCED, flags, names, plugin
from vcplug.releases import KNOWN, Release

Data = dict[str, Any]
OLDEST = KNOWN[0].rpartition(".")[0]
LONG = 30
MOMENTS = ("When the job is added", "To each pod", "On update", "On delete")
KINDS = {"variable": "environment variable", "field": "field of the pod"}


class Page(NamedTuple):
    data: Data
    blocks: tuple[Block, ...]


def prose_of(by: str) -> tuple[str, str]:
    """Package and name of the file that tells about a plugin or topic."""
    return {CONTROLLER: ("vcplug.expand", by), "lifecycle": ("vcplug.explain", by)}.get(by, ("vcplug.plugins", by))


def told(by: str, section: str, release: Release, part: str = "") -> list[str]:
    """The paragraphs of a section, or of one of its parts; none where it is not there."""
    found = prose.sections(*prose_of(by)).get(section)
    if found is None:
        return []
    return prose.paragraphs(found.parts.get(part, "") if part else found.text, release)


def since_words(first: str) -> str:
    """`since 1.14`, `since 1.12.3`, or what holds for all."""
    if not first:
        return f"in every release since {OLDEST}"
    return f"since {first.removesuffix('.0') if first.count('.') == 2 else first}"


def aside(first: str, release: Release) -> str:
    """The release that a page tells about, and since when there is something to tell."""
    return f"Volcano {release.name}" + (f", {since_words(first)}" if first else "")


def index(release: Release) -> Page:
    """All plugins, in the order of basic ones and frameworks."""
    basic_first = sorted(names(release), key=lambda name: any(flag.role == "task" for flag in plugin(name).FLAGS))
    rows = [(name, plugin(name).SUMMARY, plugin(name).SINCE) for name in basic_first]
    missing = [name for name in _all_plugins() if name not in names(release)]
    blocks: list[Block] = [
        Title("Plugins", f"what spec.plugins of a Job can name in Volcano {release.name}"),
        Table(
            [(name, text + (f" ({since_words(first)})" if first else "")) for name, text, first in rows],
            ("plugin", "what it gives"),
        ),
    ]
    if missing:
        blocks.append(
            Text("Not in this release: " + ", ".join(f"{name} ({since_words(plugin(name).SINCE)})" for name in missing))
        )
    blocks += [
        Heading("Ask further"),
        Table(
            [
                ("vcplug explain pytorch", "a plugin"),
                ("vcplug explain pytorch.port", "a flag"),
                ("vcplug explain MASTER_ADDR", "anything that a plugin adds: a variable, file, label, port, object"),
                ("vcplug explain VCP104", "a finding of lint or render"),
                ("vcplug explain lifecycle", "how a Job becomes pods"),
                ("vcplug explain controller", "what every pod gets without any plugin"),
            ],
            ("command", "tells about"),
        ),
    ]
    data = {
        "kind": "plugins",
        "release": release.name,
        "plugins": [{"name": name, "summary": text, "since": first} for name, text, first in rows],
    }
    return Page(data, tuple(blocks))


def _all_plugins() -> Sequence[str]:
    from vcplug.plugins import ORDER

    return ORDER


def topic(name: str, release: Release) -> Page:
    """A plugin, the controller, or a page that is prose only."""
    if name == "lifecycle":
        return _lifecycle(release)
    is_plugin = name != CONTROLLER
    summary = plugin(name).SUMMARY if is_plugin else "what every pod gets, whatever the plugins"
    first = plugin(name).SINCE if is_plugin else ""
    added = facts(name, release)
    data: Data = {
        "kind": "plugin" if is_plugin else "topic",
        "name": name,
        "summary": summary,
        "release": release.name,
        "since": first,
        "text": told(name, "", release),
        "whenToUse": told(name, "When to use it", release),
        "creates": [_fact_data(fact) for fact in added if fact.kind[0].isupper()],
        "adds": [_fact_data(fact) for fact in added if not fact.kind[0].isupper()],
        "lifecycle": {moment: _moment(name, moment, release) for moment in MOMENTS},
        "flags": [_flag_data(name, flag, release) for flag in (flags(name, release) if is_plugin else ())],
        "needs": told(name, "Needs", release),
        "bringsAlong": brings_along(name, release),
        "broughtAlongBy": [other for other in names(release) if name in brings_along(other, release)],
        "pitfalls": [_pitfall(text) for text in told(name, "Pitfalls", release)],
        "example": prose.example(*prose_of(name)),
    }
    return Page(data, tuple(_topic_blocks(data, added, release)))


def brings_along(name: str, release: Release) -> list[str]:
    """What the webhook adds beside this plugin."""
    return [other for by, others, change in FORCED if by == name and (not change or release.has(change)) for other in others]


def _pitfall(text: str) -> Data:
    return {"text": text.removeprefix("- "), "codes": re.findall(r"VCP\d{3}", text)}


def _moment(name: str, moment: str, release: Release) -> list[str]:
    """What the plugin itself says it rewrites and deletes, and the prose about the rest."""
    text = told(name, moment, release)
    if name == CONTROLLER or moment not in ("On update", "On delete"):
        return text
    job = symbolic_job(name, flags(name, release), release, {}, 1)
    act = plugin(name).rewritten if moment == "On update" else plugin(name).deleted
    objects = [found.replace("/", " ") for found in act(job, job.plugins[name])]
    verb = "rewritten" if moment == "On update" else "deleted"
    if objects:
        return [f"{_and(objects)} {'are' if len(objects) > 1 else 'is'} {verb}.", *text]
    return (
        ["Nothing is rewritten.", *(t for t in text if t != "Nothing is rewritten.")]
        if verb == "rewritten"
        else ["There is nothing to delete.", *text]
    )


def _and(things: Sequence[str]) -> str:
    return things[0] if len(things) == 1 else f"{', '.join(things[:-1])} and {things[-1]}"


def _topic_blocks(data: Data, added: Sequence[Fact], release: Release) -> Iterator[Block]:
    yield Title(data["name"], data["summary"], aside(data["since"], release))
    yield from map(Text, data["text"])
    yield Heading("When to use it")
    yield from map(Text, data["whenToUse"])
    yield from _lifecycle_blocks(data, added)
    if data["flags"]:
        yield Heading("Flags")
        yield Table([_flag_row(flag) for flag in data["flags"]], ("flag", "default", "meaning"))
    elif data["kind"] == "plugin":
        yield Heading("Flags")
        yield Text("None: arguments are not read.")
    if data["needs"]:
        yield Heading("Needs")
        yield from map(Text, data["needs"])
    if data["bringsAlong"]:
        yield Heading("Brings along")
        yield Text(f"{', '.join(data['bringsAlong'])} (added by the webhook where the job does not name it)")
    if data["broughtAlongBy"]:
        yield Heading("Brought along by")
        yield Text(", ".join(data["broughtAlongBy"]))
    if data["pitfalls"]:
        yield Heading("Pitfalls")
        yield Items([pitfall["text"] for pitfall in data["pitfalls"]])
    if data["example"]:
        yield Heading("Example")
        yield Code(data["example"], "yaml")
        yield Heading("Try it")
        yield Code(f"vcplug explain {data['name']} --example | vcplug render -")


def _lifecycle_blocks(data: Data, added: Sequence[Fact]) -> Iterator[Block]:
    for moment in MOMENTS:
        if not data["lifecycle"][moment] and not (moment == "When the job is added" and data["kind"] == "plugin"):
            objects = [fact for fact in added if fact.kind[0].isupper()]
            if moment != "When the job is added" or not objects:
                continue
        yield Heading(moment)
        if moment == "When the job is added":
            made = [fact for fact in added if fact.kind[0].isupper()]
            rows = [(f"{fact.kind} {fact.name}", _words(fact)) for fact in made]
            yield Table(rows, ("creates", "which")) if rows else Text("It creates no objects.")
        yield from map(Text, data["lifecycle"][moment])
        if moment == "To each pod":
            yield from _added_blocks([fact for fact in added if not fact.kind[0].isupper()])


def _added_blocks(added: Sequence[Fact]) -> Iterator[Block]:
    """What is added, grouped by where."""
    groups: dict[str, list[Fact]] = {}
    for fact in added:
        groups.setdefault(place(fact), []).append(fact)
    for where, group in groups.items():
        yield Heading(where[0].upper() + where[1:], 2)
        yield Table([(_label(fact), shown_value(fact), _words(fact)) for fact in group], ("name", "value", "meaning"))


def place(fact: Fact) -> str:
    """Where it is added, in words."""
    whose = (
        "every task" if not fact.tasks else "task " + _and(fact.tasks) if len(fact.tasks) == 1 else "tasks " + _and(fact.tasks)
    )
    if not fact.containers:
        return f"every pod of {whose}"
    what = {
        (CONTAINER,): "every container",
        (INIT_CONTAINER, CONTAINER): "every container and init container",
    }.get(fact.containers, "container " + _and(fact.containers))
    return f"{what} of {whose}"


def _label(fact: Fact) -> str:
    return fact.name if fact.kind in ("variable", "file", "field") else f"{fact.kind} {fact.name}"


def shown_value(fact: Fact) -> str:
    """A value that fits a column; longer ones are left to the words."""
    value = fact.value.replace("{index}", "<index>") if fact.value != "{index}" else "index"
    value = re.sub(r"^\{(index[^{}]*)\}$", r"\1", value)
    return value if len(value) <= LONG and "\n" not in value and value != fact.reason else ""


def _words(fact: Fact) -> str:
    """The reason, the flag behind it, and when it is there."""
    extra = [f"--{fact.flag}"] if fact.flag and fact.flag not in fact.when else []
    extra += [fact.when] if fact.when else []
    return f"{fact.reason} ({'; '.join(extra)})" if extra else fact.reason


def _fact_data(fact: Fact) -> Data:
    return {
        "kind": fact.kind,
        "name": fact.name,
        "value": fact.value,
        "reason": fact.reason,
        "by": fact.by,
        "flag": fact.flag,
        "tasks": list(fact.tasks) or "every task",
        "containers": [{CONTAINER: "every container", INIT_CONTAINER: "every init container"}.get(n, n) for n in fact.containers],
        "when": fact.when,
        "since": since(fact),
    }


def _flag_data(owner: str, flag: Flag, release: Release) -> Data:
    return {
        "plugin": owner,
        "name": flag.name,
        "type": flag.type,
        "default": flag.default,
        "role": flag.role,
        "since": flag.since or plugin(owner).SINCE,
        "summary": flag.summary,
        "text": told(owner, "Flags", release, flag.name),
    }


def default_words(data: Data) -> str:
    if data["name"] in ("ssh-private-key", "ssh-public-key"):
        return "generated"
    if data["type"] == "bool":
        return "true" if data["default"] else "false"
    return str(data["default"])


def _flag_row(data: Data) -> tuple[str, str, str]:
    new = f" ({since_words(data['since'])})" if data["since"] else ""
    return f"--{data['name']} {data['type']}", default_words(data), data["summary"] + new


def flag_page(owner: str, flag: Flag, release: Release) -> Page:
    data: Data = {"kind": "flag", "release": release.name, **_flag_data(owner, flag, release)}
    data["write"] = f"--{flag.name}" if flag.type == "bool" and not flag.default else f"--{flag.name}={_sample(flag)}"
    data["sets"] = [
        _fact_data(fact) for fact in facts(owner, release) if flag.name in (fact.flag, *re.findall(r"--([\w-]+)", fact.when))
    ]
    used = [fact for fact in facts(owner, release) if flag.name in (fact.flag, *re.findall(r"--([\w-]+)", fact.when))]
    blocks: list[Block] = [
        Title(f"{owner}.{flag.name}", flag.summary, aside(data["since"], release)),
        Table(
            [("Type", _type_words(flag)), ("Default", default_words(data)), ("Write", _written(owner, data["write"]))], ("", "")
        ),
    ]
    blocks += map(Text, data["text"])
    if used:
        blocks += [
            Heading("What it decides"),
            Table(
                [(_label(fact), place(fact) if fact.tasks or fact.containers else fact.reason) for fact in used],
                ("name", "where"),
            ),
        ]
    blocks += [Heading("See also"), Code(f"vcplug explain {owner}")]
    return Page(data, tuple(blocks))


def _sample(flag: Flag) -> str:
    if flag.role == "secret" or flag.name == "ssh-public-key":
        return "…"
    return ("false" if flag.default else "true") if flag.type == "bool" else str(flag.default)


def _written(owner: str, argument: str) -> str:
    return f'{owner}: ["{argument}"]'


def _type_words(flag: Flag) -> str:
    forms = {
        "string": "string",
        "int": "int, as Go reads it: 29500; 0x16 and 022 are hexadecimal and octal",
        "bool": f"bool: --{flag.name} alone is true, --{flag.name}=false is false; not yes, not on",
    }
    roles = {
        "task": "the name of a task",
        "container": "the name of a container",
        "port": "a port, 1 to 65535",
        "path": "a directory",
        "image": "an image",
        "seconds": "seconds, 1 or more",
    }
    return forms[flag.type] + (f" ({roles[flag.role]})" if flag.role in roles else "")


def fact_page(asked: str, group: Sequence[Fact], release: Release) -> Page:
    """What is called so and of one kind, added by one plugin; it may come in several forms."""
    fact = group[0]
    text = told(fact.by, "Names", release, f"{fact.kind} {fact.name}") or told(fact.by, "Names", release, fact.name)
    kind = KINDS.get(fact.kind, fact.kind)
    data: Data = {
        "kind": "name",
        "name": fact.name,
        "release": release.name,
        "what": kind,
        "by": fact.by,
        "text": text,
        "since": since(fact),
        "forms": [_fact_data(one) for one in group],
    }
    who = "made" if fact.kind[0].isupper() else "set" if fact.kind in ("variable", "label", "annotation", "field") else "added"
    by = "the controller" if fact.by == CONTROLLER else f"the plugin {fact.by}"
    blocks: list[Block] = [Title(fact.name, f"{kind} {who} by {by}", aside(data["since"], release))]
    if asked != fact.name and "<" in fact.name:
        blocks.append(Text(f"{asked} is one of these."))
    blocks += map(Text, text)
    blocks += _forms(group)
    deciding = dict.fromkeys(one.flag for one in group if one.flag)
    see = [f"vcplug explain {fact.by}", *(f"vcplug explain {fact.by}.{flag}" for flag in deciding)]
    blocks += [Heading("See also"), Code("\n".join(see))]
    return Page(data, tuple(blocks))


def _forms(group: Sequence[Fact]) -> Iterator[Block]:
    values = {fact.value for fact in group}
    rows = [
        (place(fact)[0].upper() + place(fact)[1:], shown_value(fact), _words(fact))
        for fact in group
        if fact.tasks or fact.containers or not fact.kind[0].isupper()
    ]
    if rows:
        yield Heading("Where")
        yield Table(rows, ("where", "value", "meaning"))
    elif group[0].when:
        yield Text(f"Made {group[0].when}.")
    longer = next((fact.value for fact in group if len(fact.value) > LONG or "\n" in fact.value), "")
    if longer:
        yield Heading("For example" if len(values) == 1 else "For example (one of its forms)")
        yield Code(longer.replace("{index}", "<index>"))


def _lifecycle(release: Release) -> Page:
    found = prose.sections(*prose_of("lifecycle"))
    intro = told("lifecycle", "", release)
    data: Data = {"kind": "topic", "name": "lifecycle", "release": release.name, "text": intro}
    data["sections"] = {title: told("lifecycle", title, release) for title in found if title}
    blocks: list[Block] = [Title("lifecycle", intro[0].rstrip("."))]
    for title, text in data["sections"].items():
        blocks.append(Heading(title))
        if title == "See also":
            blocks.append(Code("\n".join(line.removeprefix("- ") for line in found[title].text.split("\n"))))
            continue
        blocks += map(Text, text)
        if title == "Before the controller":
            rows = [(by, _and(brings_along(by, release))) for by in names(release) if brings_along(by, release)]
            blocks += [Heading("Plugins that bring others along", 2), Table(rows, ("plugin", "brings along"))]
    return Page(data, tuple(blocks))
