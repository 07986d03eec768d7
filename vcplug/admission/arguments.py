"""Plugin arguments: what the controller makes of them, and everything about them that it would mis-read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from vcplug import plugins
from vcplug.goflags import FALSE, TRUE, Flag, Parsed, parse, split
from vcplug.model import PluginCall, Problem
from vcplug.near import nearest
from vcplug.releases import Release

DASHES = "‐‑‒–—―−﹘﹣－"
"""what word processors and web pages make of a hyphen"""
RENAMED = {("ray", "clientServerPort"): "clientPort"}
"""documented spellings that no controller knows, and what they mean"""
_NEXT_FLAG = r"[\s,;]+(?=--?[A-Za-z])"
_YES, _NO = ("yes", "on", "y", "enabled"), ("no", "off", "n", "disabled")


def read_calls(
    spec: Mapping[str, Any], release: Release, *, compat: bool = False, forced: Mapping[str, str] | None = None
) -> tuple[dict[str, PluginCall], list[Problem]]:
    """Every plugin that the release knows, with its flags' values. `forced`: plugin -> the one that brought it along."""
    calls: dict[str, PluginCall] = {}
    problems: list[Problem] = []
    given = spec.get("plugins") or {}
    for name in plugins.ORDER:
        arguments = given.get(name)
        if arguments is not None and plugins.knows(release, name):
            calls[name] = read_call(name, arguments, release, compat=compat, forced_by=(forced or {}).get(name, ""))
            problems += check(name, arguments, release)
    return calls, problems


def read_call(name: str, arguments: Sequence[str], release: Release, *, compat: bool = False, forced_by: str = "") -> PluginCall:
    """What the release's controller reads; strict mode takes the documented spelling of a flag for what it means."""
    meant = arguments if compat else [_as_meant(name, item) for item in arguments]
    parsed = parse(plugins.flags(name, release), meant)
    return PluginCall(name, tuple(arguments), parsed.values, parsed.given, forced_by)


def check(name: str, arguments: Sequence[str], release: Release) -> Iterator[Problem]:
    """Everything in one plugin's arguments that is lost, mis-read or surprising: VCP101 to 111, 114 to 116."""
    if not plugins.plugin(name).FLAGS:
        for position, item in enumerate(shown(name, arguments)):
            path = ("spec", "plugins", name, position)
            yield Problem("VCP110", f"{name} reads no arguments: {item} does nothing", path, hint="leave it out")
        return
    reader = _Reader(name, tuple(arguments), release, {flag.name: flag for flag in plugins.flags(name, release)})
    position = 0
    heard = True
    last: dict[str, int] = {}
    while position < len(arguments):
        width, step = reader.step(position)
        for problem, deaf in reader.judge(position, width, step):
            yield problem if heard else _without_notes(problem)
            heard = heard and not deaf
            width += problem.code == "VCP105"  # its value, the next item, has been dealt with
        for flag in step.given:
            if flag in last:
                message = f"--{flag} is given again below: only the last one counts"
                yield reader.problem("VCP109", last[flag], message, "leave one of them out")
            last[flag] = position
        if step.stop is not None and step.stop.reason == "terminator":
            return
        position += width


def shown(name: str, arguments: Sequence[str]) -> list[str]:
    """Arguments for messages: short, on one line, and never a private key."""
    flags = {flag.name: flag for flag in plugins.plugin(name).FLAGS} if name in plugins.ORDER else {}
    if not _may_hold_key(flags, arguments):
        return [_clip(item) for item in arguments]
    texts: list[str] = []
    waiting = False  # for the value of a secret flag, or of one that is perhaps misspelt
    for item in arguments:
        head, *rest = re.split(r"[=\s]", item.strip(), maxsplit=1)
        flag = flags.get(head.strip(DASHES + "-"))
        harmless = flag is not None and flag.role != "secret"
        is_flag = head.startswith(("-", *DASHES)) and not head.startswith("---")
        if harmless:
            texts.append(_clip(item))
        elif len(head) > 40 or head.startswith("---") or (waiting and not is_flag):
            texts.append("***")
        else:
            texts.append(f"{head}=***" if rest else head)
        waiting = is_flag and not rest and not harmless
    return texts


def _may_hold_key(flags: Mapping[str, Flag], arguments: Sequence[str]) -> bool:
    """Whether there is a flag for keys, or an argument that was written for the wrong plugin."""
    return any(flag.role == "secret" for flag in flags.values()) or any("private" in item.lower() for item in arguments)


def secret_lines(data: Mapping[str, Any]) -> set[str]:
    """Every line of every private key in a Job's arguments, whatever their shape: for whoever shows the source."""
    spec = data.get("spec")
    given = spec.get("plugins") if isinstance(spec, dict) else None
    texts: list[str] = []
    for name, arguments in given.items() if isinstance(given, dict) else ():
        if isinstance(arguments, dict) and (name == "ssh" or any("private" in key.lower() for key in arguments)):
            texts += [value for value in arguments.values() if isinstance(value, str)]
            continue
        items = [item for item in (arguments if isinstance(arguments, list) else [arguments]) if isinstance(item, str)]
        for item, text in zip(items, shown(name, items), strict=True):
            if text.endswith("***"):
                texts.append(item.strip()[len(text) - 3 :])
    return {line.strip() for text in texts for line in text.splitlines() if len(line.strip()) > 3}


class _Reader(NamedTuple):
    """One plugin's arguments, and what is known about its flags in this release."""

    plugin: str
    arguments: tuple[str, ...]
    release: Release
    flags: Mapping[str, Flag]

    def step(self, position: int) -> tuple[int, Parsed]:
        """Read one flag as Go does: how many items it takes, and what comes of it."""
        flags = tuple(self.flags.values())
        one = parse(flags, self.arguments[position : position + 1])
        if one.stop is not None and one.stop.reason == "missing" and position + 1 < len(self.arguments):
            return 2, parse(flags, self.arguments[position : position + 2])
        return 1, one

    def judge(self, position: int, width: int, step: Parsed) -> Iterator[tuple[Problem, bool]]:
        """Problems of one step, each with whether the controller stops reading there."""
        item = self.arguments[position]
        found = (
            self.dash(position, item)
            or self.several(position, item)
            or self.spaced(position, item)
            or self.swallowed(position, width, step)
            or self.bool_apart(position, step)
            or self.unread(position, width, step)
        )
        if found is not None:
            yield found, step.stop is not None or found.code == "VCP105"
        elif step.stop is None:
            yield from ((problem, False) for problem in self.accepted(position, width, step))

    def dash(self, position: int, item: str) -> Problem | None:
        start = item.lstrip()[:3]
        dashes = start[: len(start) - len(start.lstrip(DASHES + "-"))]
        if not any(dash in DASHES for dash in dashes):
            return None
        better = "--" + item.strip().lstrip(DASHES + "-")
        message = f"{self.show(item)} starts with a typographic dash, not with --"
        return self.problem("VCP115", position, message, f'write "{self.show(better)}"', self.silent(position), (better,))

    def several(self, position: int, item: str) -> Problem | None:
        pieces = [piece for piece in re.split(_NEXT_FLAG, item.strip()) if piece]
        if len(pieces) < 2 or not item.lstrip().startswith("-"):
            return None
        name, equals, _ = split(pieces[0])
        flag = self.declared().get(name)
        if flag is not None and _is_free(flag) and not any(split(piece)[0] in self.declared() for piece in pieces[1:]):
            return None
        better = tuple(_joined(piece) for piece in pieces)
        note = f"Volcano takes all of the rest as the value of --{name}" if equals else self.logged(position)
        hint = "write one item each: " + ", ".join(f'"{self.show(piece)}"' for piece in better)
        return self.problem("VCP102", position, "several flags in one item", hint, note, better)

    def spaced(self, position: int, item: str) -> Problem | None:
        text = item.strip()
        name, equals, value = split(text) if text.startswith("-") else ("", "", "")
        word = "".join(name.split()[:1])
        flag = self.declared().get(word)
        if flag is None:
            return None
        stray = not _is_free(flag) and (item != text or value != value.strip())
        if name == word and item.startswith("-") and not stray:
            return None
        rest = name[name.index(word) + len(word) :].strip()
        better = f"--{word}" + (f"={rest}{value.strip()}" if rest or equals else "")
        message = f"--{word} and its value are separated by a space" if rest else f'a space too many in "{self.show(item)}"'
        note = self.silent(position) if not item.startswith("-") else self.logged(position) if name != word else ""
        return self.problem("VCP103", position, message, f'write "{self.show(better)}"', note, (better,))

    def swallowed(self, position: int, width: int, step: Parsed) -> Problem | None:
        """A flag whose value is missing, so that Go takes the next flag for it."""
        if step.stop is not None and step.stop.reason == "missing":
            flag, note = step.stop.flag, f"Volcano {self.release.minor} only logs this, and the default holds"
        elif width == 2 and self.is_flag(self.arguments[position + 1]):
            flag = split(self.arguments[position])[0]
            note = f"Volcano takes the next item, {self.at(position + 1)}, as its value"
        else:
            return None
        return self.problem("VCP116", position, f"--{flag} has no value", f'write "--{flag}=…"', note)

    def bool_apart(self, position: int, step: Parsed) -> Problem | None:
        flag = next((self.flags[name] for name in step.given), None)
        following = self.arguments[position + 1] if position + 1 < len(self.arguments) else ""
        if flag is None or flag.type != "bool" or "=" in self.arguments[position] or not _bool_text(following):
            return None
        better = f"--{flag.name}={_bool_text(following)}"
        message = f"the value of --{flag.name} stands in the next item: a bool's cannot"
        note = f"Volcano {self.release.minor} takes --{flag.name} as true and stops reading at {following!r}"
        note += self.lost(position + 1)
        return self.problem("VCP105", position, message, f'write "{better}"', note, (better,))

    def unread(self, position: int, width: int, step: Parsed) -> Problem | None:
        """What Go stops at."""
        stop = step.stop
        if stop is None:
            return None
        if stop.reason in ("positional", "syntax"):
            return self.no_flag(position)
        if stop.reason == "terminator":
            if position + 1 == len(self.arguments):
                return None
            return self.problem("VCP104", position, '"--" ends the flags', "leave it out", self.silent(position))
        if stop.reason == "value":
            return self.bad_value(position, width, self.flags[stop.flag], stop.value)
        return self.unknown(position, stop.flag)

    def no_flag(self, position: int) -> Problem:
        item = self.arguments[position]
        bare = item.strip("'\"` -")
        name, equals, value = split(f"--{bare}") if bare and bare[0] != "=" else ("", "", "")
        flag = self.declared().get(name)
        good = flag is not None and (bool(equals) or flag.type == "bool")
        better = (f"--{name}{equals}{value}",) if good else ()
        hint = f'write "{self.show(better[0])}"' if better else "an argument is --name=value"
        note = self.logged(position) if item.startswith("--") else self.silent(position)
        return self.problem("VCP104", position, f'"{self.at(position)}" is not a flag', hint, note, better)

    def bad_value(self, position: int, width: int, flag: Flag, text: str) -> Problem:
        kept = "false" if flag.type == "bool" else "0"
        default = "" if kept == _text(flag.default) else f", not the default {_text(flag.default)}"
        note = f"Volcano {self.release.minor} only logs this and takes {kept}{default}"
        note += self.lost(position + width - 1, ", and drops what follows: ")
        value = self.show(f"--{flag.name}={text}").partition("=")[2]
        if flag.type == "bool":
            meant = _bool_text(text)
            better = (f"--{flag.name}={meant}",) if meant and width == 1 else ()
            hint = f'write "--{flag.name}={meant or "true"}"'
            return self.problem("VCP107", position, f"--{flag.name}: {value!r} is not a bool", hint, note, better)
        message = f"--{flag.name}: {value!r} is not an int"
        hint = _int_range(flag)
        if re.fullmatch(r"0[0-9]+", text):
            hint = f"a leading 0 means octal: write {text.lstrip('0')}"
        elif re.fullmatch(r"[+-]?[0-9]+", text):
            message = f"--{flag.name}: {_clip(text)} is out of range"
            note = note.replace("takes 0", "takes the nearest 64-bit number")
        return self.problem("VCP106", position, message, hint, note)

    def unknown(self, position: int, name: str) -> Problem:
        newer = self.declared().get(name)
        note = self.logged(position)
        if newer is not None:
            message = f"{self.plugin} has no flag --{name} in Volcano {self.release.minor}"
            hint = f"it came with {newer.since}: leave it out, or choose that release"
            return self.problem("VCP111", position, message, hint, note)
        value = self.arguments[position].partition("=")[1:]
        if (self.plugin, name) in RENAMED:
            right = RENAMED[self.plugin, name]
            message = f"{self.plugin}'s --{name} is only documented: every controller knows it as --{right}"
            notes = (note, f"vcplug takes it as --{right}, unless --compat is given")
            return self.problem("VCP114", position, message, f"write --{right}", notes, (f"--{right}{''.join(value)}",))
        near = nearest(re.split(r"[:=\s]", name)[0], self.flags)
        hint = f"did you mean --{near}?" if near else "its flags are " + ", ".join(f"--{flag}" for flag in self.flags)
        better = (f"--{near}{''.join(value)}",) if near and re.fullmatch(r"[\w-]+", name) else ()
        explain = (f"vcplug explain {self.plugin}.{near}",) if near else ()
        written = self.show(self.arguments[position].partition("=")[0])
        return self.problem("VCP101", position, f"{self.plugin} has no flag {written}", hint, (note, *explain), better)

    def accepted(self, position: int, width: int, step: Parsed) -> Iterator[Problem]:
        """What Go takes without a word, though it may not be what is meant."""
        name = next(iter(step.given), "")
        flag = self.flags.get(name)
        if flag is None or flag.type != "int":
            return
        value: int = step.values[name]
        text = split(self.arguments[position])[2] if width == 1 else self.arguments[position + 1]
        # Python reads no number of thousands of digits
        decimal = int(text) if re.fullmatch(r"[+-]?[0-9]{1,99}", text) else None
        if flag.role == "port" and not 1 <= value <= 65535:
            yield self.problem("VCP106", position, f"--{name}: {value} is not a port", _int_range(flag))
        elif flag.role == "seconds" and value < 1:
            yield self.problem("VCP106", position, f"--{name}: {value} seconds cannot be waited for", _int_range(flag))
        elif decimal != value:
            better = (f"--{name}={value}",) if width == 1 else ()
            hint = f"write {value}" + (f", or {decimal} if that is meant" if decimal is not None else "")
            yield self.problem("VCP108", position, f"--{name}: {text} is {value}", hint, instead=better)

    def problem(
        self,
        code: str,
        position: int,
        message: str,
        hint: str = "",
        notes: str | tuple[str, ...] = (),
        instead: tuple[str, ...] = (),
    ) -> Problem:
        path = ("spec", "plugins", self.plugin, position)
        given = (notes,) if isinstance(notes, str) else notes
        return Problem(code, message, path, hint=hint, notes=tuple(note for note in given if note), instead=instead)

    def declared(self) -> dict[str, Flag]:
        """The plugin's flags of all releases."""
        return {flag.name: flag for flag in plugins.plugin(self.plugin).FLAGS}

    def is_flag(self, item: str) -> bool:
        return item.startswith("-") and split(item)[0] in self.declared()

    def show(self, item: str) -> str:
        return shown(self.plugin, (item,))[0]

    def at(self, position: int) -> str:
        return shown(self.plugin, self.arguments)[position]

    def lost(self, position: int, words: str = ", so this is lost: ") -> str:
        rest = shown(self.plugin, self.arguments)[position + 1 :]
        return words + ", ".join(rest[:4]) + (", …" if len(rest) > 4 else "") if rest else ""

    def logged(self, position: int) -> str:
        rest = self.lost(position, "")
        verb = "are" if len(self.arguments) - position > 2 else "is"
        tail = f" and what follows: {rest} {verb} lost too" if rest else ""
        return f"Volcano {self.release.minor} only logs this, and drops it{tail}"

    def silent(self, position: int) -> str:
        return f"Volcano {self.release.minor} stops reading here without a word{self.lost(position)}"


def _as_meant(plugin: str, item: str) -> str:
    name, equals, value = split(item) if item.startswith("-") else ("", "", "")
    right = RENAMED.get((plugin, name))
    return f"--{right}{equals}{value}" if right else item


def _is_free(flag: Flag) -> bool:
    """Whether spaces may be part of the flag's value: paths and keys, not the names of tasks."""
    return flag.type == "string" and flag.role in ("", "path", "secret")


def _joined(piece: str) -> str:
    """`--port 22` as `--port=22`."""
    words = piece.strip(" ,;").split(None, 1)
    return "=".join(words) if len(words) == 2 and "=" not in words[0] else piece.strip(" ,;")


def _bool_text(text: str) -> str:
    """true or false where a text clearly means one of them."""
    word = text.strip().lower()
    if text in TRUE or word in _YES or word == "true":
        return "true"
    return "false" if text in FALSE or word in _NO or word == "false" else ""


def _int_range(flag: Flag) -> str:
    if flag.role == "port":
        return "a number from 1 to 65535"
    return "a number of seconds from 1 on" if flag.role == "seconds" else "a whole number"


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _clip(text: str) -> str:
    line = " ".join(text.split()) if "\n" in text else text
    if "private" in line.lower():
        line = re.sub(r"(?i)(private[\w-]*[=:\s]\s*).+", r"\1***", line)
    return line if len(line) <= 60 else line[:57] + "…"


def _without_notes(problem: Problem) -> Problem:
    """What comes after the place where Volcano stopped reading is lost anyway; the first problem has said so."""
    return Problem(problem.code, problem.message, problem.path, hint=problem.hint, instead=problem.instead)
