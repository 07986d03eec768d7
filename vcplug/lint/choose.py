"""Which findings are wanted: --select and --ignore, by code or prefix, and what the config ignores in some files."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from vcplug.codes import CODES
from vcplug.model import Finding, Span

if TYPE_CHECKING:
    from vcplug.config import Config

PREFIX = "VCP"
ALWAYS = ("VCP902", "VCP903")
"""told whatever is selected: a file that was not read, or a choice that chose nothing, must not look clean"""


def meant(word: str) -> str:
    """A code or prefix as codes are written, `VCP104` for `vcp104` or `104`; empty when no code begins so."""
    text = word.strip().upper()
    text = PREFIX + text if text[:1].isdigit() else text
    return text if text.startswith(PREFIX) and any(code.startswith(text) for code in CODES) else ""


def near(word: str) -> str:
    """What to say of a code that does not exist."""
    from difflib import get_close_matches

    text = word.strip()
    names = {known.name: code for code, known in CODES.items()}
    if text.lower() in names:
        return f"write {names[text.lower()]}"
    digits = "".join(character for character in text if character.isdigit())
    if digits and meant(digits):
        # VCP2xx, VCP1*: by prefix
        return f"did you mean {PREFIX}{digits}?"
    found = get_close_matches(PREFIX + digits, CODES, 1, 0.8) if digits else []
    return f"did you mean {found[0]}?" if found else "codes are VCP101 and the like, prefixes VCP1; docs/rules.md lists them"


class Choice:
    """The codes that count, for each file. Of --select and --ignore the longer prefix wins, of equals --ignore."""

    def __init__(
        self,
        select: Collection[str] = (),
        ignore: Collection[str] = (),
        per_file: Mapping[str, Collection[str]] | None = None,
        root: str = "",
    ) -> None:
        chosen = tuple(filter(None, map(meant, select)))
        dropped = tuple(filter(None, map(meant, ignore)))
        self.codes = frozenset(code for code in CODES if _wins(code, chosen, dropped, bool(select)))
        self.root = root
        self.per_file = [(glob(pattern), tuple(filter(None, map(meant, words)))) for pattern, words in (per_file or {}).items()]

    def of(self, file: str) -> frozenset[str]:
        """The codes that count in this file."""
        dropped = [prefix for pattern, prefixes in self.per_file if self._fits(pattern, file) for prefix in prefixes]
        return frozenset(code for code in self.codes if not code.startswith(tuple(dropped))) if dropped else self.codes

    def _fits(self, pattern: re.Pattern[str], file: str) -> bool:
        path = os.path.relpath(file, self.root) if self.root else file
        return pattern.search("/" + path.replace(os.sep, "/")) is not None


def _wins(code: str, chosen: tuple[str, ...], dropped: tuple[str, ...], selecting: bool) -> bool:
    selected = max((len(prefix) for prefix in chosen if code.startswith(prefix)), default=-1)
    if not selecting or code in ALWAYS:
        selected = max(selected, 0)
    ignored = max((len(prefix) for prefix in dropped if code.startswith(prefix)), default=-1)
    return selected > ignored


def glob(pattern: str) -> re.Pattern[str]:
    """A pattern of paths: `*` stays in one folder, `**` does not; one without / is a name anywhere; a folder means all in it."""
    text = pattern.replace(os.sep, "/").rstrip("/").removeprefix("./")
    out: list[str] = []
    for piece in re.findall(r"\*\*/|\*\*|\*|\?|\[!?[^\]]+\]|.", text, re.DOTALL):
        if piece in ("**/", "**"):
            out.append("(?:.*/)?" if piece == "**/" else ".*")
        elif piece in ("*", "?"):
            out.append("[^/]*" if piece == "*" else "[^/]")
        elif len(piece) > 1:
            out.append("[" + piece[1:-1].replace("\\", "\\\\").replace("!", "^", 1 if piece[1] == "!" else 0) + "]")
        else:
            out.append(re.escape(piece))
    start = "^/" if "/" in text.lstrip("/") or text.startswith("/") else "/"
    return re.compile(f"{start}{''.join(out).removeprefix('/')}(?:/.*)?$", re.DOTALL)


def misnamed(config: Config) -> Iterator[Finding]:
    """Codes in the config that do not exist."""
    words = [*config.select, *config.ignore, *(word for listed in config.per_file_ignores.values() for word in listed)]
    for word in dict.fromkeys(words):
        if not meant(word):
            span, line = _written(config.file, word)
            code = "VCP903"
            yield Finding(code, CODES[code].name, "error", f"there is no code {word}", config.file, span, line, near(word))


def _written(file: str, word: str) -> tuple[Span | None, str]:
    """Where a text stands in the config: tomllib keeps no places."""
    try:
        with open(file, encoding="utf-8") as stream:
            for number, line in enumerate(stream, 1):
                found = re.search(rf"[\"']({re.escape(word)})[\"']", line)
                if found:
                    return Span(number, found.start(1) + 1, number, found.end(1) + 1), line.rstrip("\n")
    except OSError:
        pass
    return None, ""
