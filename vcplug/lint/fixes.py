"""What `--fix` would write: edits of spans of the source text, so that everything else stays byte for byte."""

from __future__ import annotations

import re
from collections.abc import Callable

from vcplug.lint.layout import Writer
from vcplug.model import Edit, Fix, Problem
from vcplug.source.document import JobSource, Node


def fix(problem: Problem, source: JobSource) -> Fix | None:
    """The cure of a problem, where there is one that needs no guessing."""
    make = FIXES.get(problem.code)
    if make is None:
        return None
    found = make(problem, Writer(source))
    if found is None or any("{{" in edit.text for edit in found.edits):
        # what still is a template is not edited
        return None
    return found


def _own(writer: Writer, problem: Problem) -> Node | None:
    """The problem's node, unless it is reached through an alias or a merge key."""
    node = writer.source.node(problem.path)
    return None if node is None or node.alias else node


def _meant(problem: Problem) -> str:
    """The one name that the hint proposes."""
    found = re.fullmatch(r"did you mean ([^\s?]+)\?", problem.hint)
    return found[1] if found else ""


def _argument(problem: Problem, writer: Writer) -> Fix | None:
    """One item of a list of arguments becomes others; a bool's value in the next item goes with it."""
    node = _own(writer, problem)
    holder = writer.source.node(problem.path[:-1])
    if node is None or holder is None or not problem.instead or node.quoted in ("|", ">"):
        return None
    last = node
    if problem.code == "VCP105":
        following = holder.child(int(problem.path[-1]) + 1)
        if following is None or following.alias or following.quoted in ("|", ">"):
            return None
        last = following
    start, end = writer.start(node), writer.end(last)
    if last is not node and "#" in writer.text[writer.end(node) : writer.start(last)]:
        return None
    pieces = [writer.string(item, node.quoted, holder.flow) for item in problem.instead]
    text = writer.between_items(holder, node).join(pieces)
    what = "Split it" if len(pieces) > 1 else f"Write {pieces[0]}" if len(pieces[0]) < 60 else "Correct it"
    if "private" in text.lower():
        what = "Correct the flag"
    return Fix(what, (writer.narrow(start, end, text),))


def _rename_key(safe: bool) -> Callable[[Problem, Writer], Fix | None]:
    def rename(problem: Problem, writer: Writer) -> Fix | None:
        holder = writer.source.node(problem.path[:-1])
        old, new = str(problem.path[-1]), _meant(problem)
        if not new or holder is None or holder.alias or not writer.owns(holder, old):
            return None
        if not isinstance(holder.value, dict) or new in holder.value:
            return None
        span = holder.key_span(old)
        assert span is not None
        start, end = writer.offset(span.line, span.column), writer.offset(span.end_line, span.end_column)
        style = writer.text[start] if writer.text[start] in "\"'" else ""
        return Fix(f"Write {new}", (writer.narrow(start, end, writer.string(new, style, holder.flow)),), safe)

    return rename


def _rename_value(problem: Problem, writer: Writer) -> Fix | None:
    node, new = _own(writer, problem), _meant(problem)
    if node is None or not new or not isinstance(node.value, str) or node.quoted in ("|", ">"):
        return None
    text = writer.string(new, node.quoted, writer.in_flow(problem.path))
    return Fix(f"Write {new}", (writer.narrow(writer.start(node), writer.end(node), text),))


def _retype(problem: Problem, writer: Writer) -> Fix | None:
    """A number or boolean where a string is due is quoted as it is written; a quoted number loses its quotes."""
    node = _own(writer, problem)
    if node is None or not problem.instead or isinstance(node.value, (dict, list)) or node.quoted in ("|", ">"):
        return None
    start, end = writer.start(node), writer.end(node)
    written = writer.text[start:end]
    if isinstance(node.value, str):
        return Fix(f"Write {problem.instead[0]}", (Edit(writer.span(start, end), problem.instead[0]),))
    if not written or not re.fullmatch(r"[\w.+-]+", written):
        return None
    text = writer.string(written, '"', False)
    return Fix(f"Write {text}", (Edit(writer.span(start, end), text),))


def _arguments(problem: Problem, writer: Writer) -> Fix | None:
    """Arguments that are no list of strings: an item is quoted, a text is put into a list."""
    if len(problem.path) > 3:
        return _retype(problem, writer)
    node = _own(writer, problem)
    if node is None or node.quoted in ("|", ">"):
        return None
    start, end = writer.start(node), writer.end(node)
    if re.search(r"(?:^|\s)![^\s]*\s+$", writer.text[max(0, start - 80) : start]):
        # !!str says what it is: a list would belie it
        return None
    if isinstance(node.value, str) and node.value.strip():
        if node.quoted or writer.text[start:end] == writer.string(node.value, "", True):
            # the text itself, which may be a private key, is no part of the edits
            return Fix("Put it in a list", (Edit(writer.span(start, start), "["), Edit(writer.span(end, end), "]")))
        if "private" in node.value.lower():
            return None
        return Fix("Put it in a list", (Edit(writer.span(start, end), f"[{writer.string(node.value, '', True)}]"),))
    if node.value in ("", {}) and node.value is not False:
        return Fix("Write []", (Edit(writer.span(start, end), "[]"),))
    return None


def _empty_list(problem: Problem, writer: Writer) -> Fix | None:
    """A plugin with null: it was off, and is on with an empty list."""
    node = _own(writer, problem)
    if node is None or node.value is not None:
        return None
    space = writer.nothing(node)
    if space is None:
        return None
    return Fix("Write []", (Edit(writer.span(writer.start(node), writer.end(node)), f"{space}[]"),), safe=False)


def _add_plugin(problem: Problem, writer: Writer) -> Fix | None:
    name = problem.instead[0] if problem.instead else ""
    edit = writer.add_plugin(name) if name else None
    return Fix(f"Add {name}: []", (edit,), safe=False) if edit else None


def _add_ssh_port(problem: Problem, writer: Writer) -> Fix | None:
    if not problem.instead:
        return None
    item = problem.instead[0]
    written = writer.source.node(("spec", "plugins", "ssh"))
    if written is None:
        edit = writer.add_plugin("ssh", item)
    elif written.alias or not isinstance(written.value, list) or any("ssh-port" in str(one.value) for one in written.value):
        return None
    else:
        edit = writer.add_item(written, item)
    return Fix(f"Add {item} to ssh", (edit,), safe=False) if edit else None


def _inside(problem: Problem, writer: Writer, pattern: str, new: str) -> Fix | None:
    """Replace a name everywhere in one text, whatever its style; a name broken over lines is left alone."""
    node = _own(writer, problem)
    if node is None or not isinstance(node.value, str):
        return None
    start, end = writer.start(node), writer.end(node)
    places = [match.span() for match in re.compile(pattern).finditer(writer.text, start, end)]
    if not places or len(places) != len(re.findall(pattern, node.value)):
        return None
    return Fix(f"Write {new}", tuple(Edit(writer.span(*place), new) for place in places))


def _index_variable(problem: Problem, writer: Writer) -> Fix | None:
    return _inside(problem, writer, r"\bVK_TASK_INDEX\b", "VC_TASK_INDEX")


def _task_file(problem: Problem, writer: Writer) -> Fix | None:
    """`/etc/volcano/my-task.host`: Volcano writes _ for -."""
    if not problem.instead:
        return None
    new = problem.instead[0]
    return _inside(problem, writer, rf"(?!{re.escape(new)}){re.escape(new).replace('_', '[-_]')}", new)


def _second_key(problem: Problem, writer: Writer) -> Fix | None:
    """Of two equal entries the first one goes, when it has a line of its own."""
    span = problem.span
    if span is None or problem.severity == "error" or writer.json:
        return None
    lines = writer.lines
    line = lines.line(span.line)
    entry = re.fullmatch(r"( *)([\w.-]+):[ \t]+[^\s|>&*!\[\{\"'#][^#]*", line)
    following = lines.line(span.line + 1)
    if entry is None or len(entry[1]) != span.column - 1 or not re.match(rf" {{0,{len(entry[1])}}}[^\s#]", following):
        return None
    start = lines.offset(span.line, 1)
    return Fix("Remove it", (Edit(writer.span(start, lines.offset(span.line + 1, 1)), ""),))


FIXES: dict[str, Callable[[Problem, Writer], Fix | None]] = {
    **dict.fromkeys(("VCP101", "VCP102", "VCP103", "VCP104", "VCP105", "VCP107", "VCP108", "VCP114", "VCP115"), _argument),
    "VCP201": _empty_list,
    "VCP202": _arguments,
    "VCP203": _rename_key(safe=True),
    "VCP205": _add_plugin,
    "VCP206": _add_plugin,
    "VCP207": _index_variable,
    "VCP217": _task_file,
    "VCP503": _add_ssh_port,
    "VCP701": _retype,
    "VCP702": _rename_key(safe=False),
    "VCP706": _rename_value,
    "VCP714": _rename_value,
    "VCP728": _rename_value,
    "VCP760": _second_key,
    "VCP801": _rename_key(safe=False),
    "VCP802": _retype,
    "VCP804": _rename_value,
}
