"""Write completions/: bash, zsh and fish scripts, from the commands' own declarations.

    python scripts/make_completions.py            writes the scripts
    python scripts/make_completions.py --check    only says whether they are up to date

Everything that does not depend on the user's files stands in the scripts, so that a Tab starts no Python. Only the tasks and
pods of a named file are asked of `vcplug --complete`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from vcplug.cli import app, pick
from vcplug.codes import CODES
from vcplug.explain import lookup, seen, why
from vcplug.releases import DEFAULT, KNOWN, Release

FOLDER = Path(__file__).parent.parent / "completions"
PROGRAMS = ("vcplug", "kubectl-vcplug")
RELEASES = tuple(dict.fromkeys([*(Release(name).minor for name in reversed(KNOWN)), *reversed(KNOWN)]))
PATHS = ("/etc/volcano", "/root/.ssh", "/root/.ssh/config")
ADDED = tuple(
    word for word in lookup.words(Release(DEFAULT)) if "." not in word.split("/")[0] and "<" not in word and word not in CODES
)
WORDS: dict[str, tuple[str, ...]] = {
    "release": RELEASES,
    "code": tuple(CODES),
    "kind": tuple(word for kind, (_, short, _) in pick.KINDS.items() for word in (kind, short) if word),
    "name": tuple(word for word in lookup.words(Release(KNOWN[-1])) if "<" not in word),
    "seen": (*seen.WORDS, *PATHS),
    "reason": (*why.GROUPS, *PATHS, *(word for word in ADDED if word.isupper() or "/" in word)),
    "keys": ("generate", "placeholder"),
}
OPTIONS = {
    "--volcano-version": "release",
    "--from": "release",
    "--to": "release",
    "--release": "release",
    "--config": "file",
    "--output-file": "file",
    "--live": "file",
    "--kubeconfig": "file",
    "--output-dir": "folder",
    "--ssh-keys": "keys",
    "--task": "task",
    "--only": "kind",
    "--exclude": "kind",
    "--select": "code",
    "--ignore": "code",
}
"""what the value of an option is, where its type does not say it; others have values that nobody can guess"""
ARGUMENTS = {
    "explain": ("name",),
    "show": ("file", "pod", "seen"),
    "why": ("file", "pod", "reason"),
    "releases": (),
    "schema": (),
}
"""the positional arguments of a command; of all others: files"""


class Option(NamedTuple):
    names: tuple[str, ...]
    help: str
    value: str
    """empty: it takes none; a key of WORDS, or file, folder, task, any, or words by blank"""


class Command(NamedTuple):
    name: str
    summary: str
    options: tuple[Option, ...]
    arguments: tuple[str, ...]


def commands() -> Iterator[Command]:
    for name, entry in app.COMMANDS.items():
        command = app.command(name)
        context = command.make_context(name, [], resilient_parsing=True)
        params = [param for param in command.get_params(context) if param.param_type_name == "option"]
        yield Command(name, entry.summary, tuple(map(_option, params)), ARGUMENTS.get(name, ("file",)))


def _option(param: Any) -> Option:
    # Click keeps the names of --help in a set: without an order of our own the scripts differ from run to run
    names = tuple(sorted((*param.opts, *param.secondary_opts), key=lambda name: (not name.startswith("--"), name)))
    if param.is_flag or param.count:
        return Option(names, param.help or "", "")
    known = next((OPTIONS[name] for name in names if name in OPTIONS), "")
    choices = getattr(param.type, "choices", None)
    return Option(names, param.help or "", known or (" ".join(map(str, choices)) if choices else "any"))


def words(value: str) -> str:
    return " ".join(WORDS[value]) if value in WORDS else value


def is_list(value: str) -> bool:
    """Words that stand in the script."""
    return value not in ("", "file", "folder", "task", "pod", "any")


HEADER = "# made by scripts/make_completions.py: do not edit"


# bash


def bash() -> str:
    known = list(commands())
    lists = "\n".join(f"_vcplug_{name}='{' '.join(found)}'" for name, found in WORDS.items())
    cases = "\n".join(_bash_case(command) for command in known)
    return BASH.format(
        header=HEADER,
        lists=lists,
        cases=cases,
        names=" ".join(command.name for command in known),
        programs=" ".join(PROGRAMS),
    )


def _bash_case(command: Command) -> str:
    options = " ".join(name for option in command.options for name in option.names)
    values: dict[str, list[str]] = {}
    for option in command.options:
        if option.value:
            values.setdefault(option.value, []).extend(option.names)
    inner = "\n".join(f"            {'|'.join(names)}) value='{_bash_kind(kind)}' ;;" for kind, names in values.items())
    arguments = " ".join(_bash_kind(kind) for kind in command.arguments)
    last = "file" if command.arguments == ("file",) else ""
    return (
        f"    {command.name})\n        options='{options}' arguments='{arguments}' rest='{last}'\n"
        f'        case "$1" in\n{inner}\n        esac ;;'
    )


def _bash_kind(kind: str) -> str:
    return f"@{kind}" if kind in WORDS else kind


BASH = """\
{header}
# shellcheck shell=bash disable=SC2034,SC2207

{lists}

# sets options, arguments, rest and, for an option that takes a value, value
_vcplug_command() {{
    value=''
    case "$command" in
{cases}
    '') options='--version -V --help -h' arguments='' rest='' ;;
    esac
}}

_vcplug_files() {{
    local IFS=$'\\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$cur"))
}}

_vcplug_reply() {{
    local kind=$1 list
    case "$kind" in
    file) _vcplug_files; return ;;
    folder) compopt -o filenames 2>/dev/null; local IFS=$'\\n'; COMPREPLY=($(compgen -d -- "$cur")); return ;;
    task) list=$("${{COMP_WORDS[0]}}" --complete tasks "${{given[@]:1}}" 2>/dev/null) ;;
    pod) list=$("${{COMP_WORDS[0]}}" --complete pods "${{given[1]}}" 2>/dev/null) ;;
    any|'') return ;;
    @keys) list=$_vcplug_keys; COMPREPLY=($(compgen -d -- "$cur")) ;;
    @*) list="_vcplug_${{kind#@}}"; list=${{!list}} ;;
    *) list=$kind ;;
    esac
    COMPREPLY+=($(compgen -W "$list" -- "$cur"))
}}

_vcplug() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} command='' options='' arguments='' rest='' value='' word i
    local -a given=()
    COMPREPLY=()
    # what stands before the cursor: bash cuts --option=value into three words
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${{COMP_WORDS[i]}}
        case "$word" in
        -*)
            _vcplug_command "$word"
            if [[ ${{COMP_WORDS[i + 1]}} == '=' ]]; then
                i=$((i + 2))
                ((i >= COMP_CWORD)) && {{
                    [[ $cur == '=' ]] && cur=''
                    _vcplug_reply "$value"
                    return
                }}
            elif [[ -n $value ]]; then
                i=$((i + 1))
                ((i >= COMP_CWORD)) && {{ _vcplug_reply "$value"; return; }}
            fi ;;
        *)
            given+=("$word")
            [[ -z $command ]] && command=$word ;;
        esac
    done
    _vcplug_command ''
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$cur"))
    elif [[ -z $command ]]; then
        COMPREPLY=($(compgen -W '{names}' -- "$cur"))
    else
        local -a kinds=($arguments)
        _vcplug_reply "${{kinds[${{#given[@]}} - 1]:-$rest}}"
    fi
}}

complete -F _vcplug {programs}
"""


# zsh


def zsh() -> str:
    known = list(commands())
    described = "\n".join(f"        {_quote(f'{command.name}:{command.summary}')}" for command in known)
    lists = "\n".join(f"_vcplug_{name}=({' '.join(map(_quote, found))})" for name, found in WORDS.items())
    cases = "\n".join(_zsh_case(command) for command in known)
    return ZSH.format(header=HEADER, described=described, lists=lists, cases=cases, programs=" ".join(PROGRAMS))


def _quote(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _zsh_case(command: Command) -> str:
    specs = [_zsh_option(option) for option in command.options]
    for position, kind in enumerate(command.arguments, 1):
        where = "*" if command.arguments == ("file",) else str(position)
        specs.append(_quote(f"{where}:{kind}:{_zsh_action(kind)}"))
    body = " \\\n                ".join(specs)
    return f"        {command.name})\n            _arguments -s \\\n                {body} ;;"


def _zsh_option(option: Option) -> str:
    text = option.help.replace("[", "(").replace("]", ")").replace(":", "\\:")
    tail = f"[{text}]" + (f":{option.names[0].lstrip('-')}:{_zsh_action(option.value)}" if option.value else "")
    specs = []
    for name in option.names:
        equals = "=" if option.value and name.startswith("--") else ""
        specs.append(_quote(f"*{name}{equals}{tail}"))
    return " ".join(specs)


def _zsh_action(kind: str) -> str:
    if kind in WORDS:
        return f"_vcplug_values {kind}"
    actions = {"file": "_files", "folder": "_files -/", "task": "_vcplug_ask tasks", "pod": "_vcplug_ask pods", "any": " "}
    return actions.get(kind) or f"({kind})"


ZSH = """\
#compdef {programs}
{header}

typeset -ga _vcplug_release _vcplug_code _vcplug_kind _vcplug_name _vcplug_seen _vcplug_reason _vcplug_keys
{lists}

# _arguments puts its own options before the words of an action
_vcplug_values() {{
    local kind=$argv[-1] list
    list="_vcplug_$kind"
    [[ $kind == keys ]] && _files -/
    compadd "${{(@)argv[1,-2]}}" -- "${{(@P)list}}"
}}

_vcplug_ask() {{
    local -a given=(${{(Q)words[2,-1]:#-*}}) found
    local kind=$argv[-1]
    [[ $kind == pods ]] && given=($given[1])
    found=(${{(f)"$($_vcplug_program --complete $kind $given 2>/dev/null)"}})
    compadd "${{(@)argv[1,-2]}}" -- $found
}}

_vcplug() {{
    local context state line curcontext=$curcontext _vcplug_program=$words[1]
    local -a commands=(
{described}
    )
    _arguments -C \\
        '(- *)'{{-h,--help}}'[Show help.]' \\
        '(- *)'{{-V,--version}}'[Print the version.]' \\
        '1:command:->command' \\
        '*::argument:->argument'
    case $state in
    command) _describe -t commands command commands ;;
    argument)
        case $words[1] in
{cases}
        esac ;;
    esac
}}

if [[ $funcstack[1] == _vcplug ]]; then
    _vcplug "$@"
else
    compdef _vcplug {programs}
fi
"""


# fish


def fish() -> str:
    known = list(commands())
    lines = [FISH.format(header=HEADER)]
    lines += [f"set -g __vcplug_{name} {' '.join(map(_quote, found))}" for name, found in WORDS.items()]
    for program in PROGRAMS:
        lines += ["", *_fish_program(program, known)]
    return "\n".join(lines) + "\n"


def _fish_program(program: str, known: list[Command]) -> Iterator[str]:
    yield f"complete -c {program} -f"
    yield f"complete -c {program} -n __vcplug_no_command -s h -l help -d 'Show help.'"
    yield f"complete -c {program} -n __vcplug_no_command -s V -l version -d 'Print the version.'"
    for command in known:
        yield f"complete -c {program} -n __vcplug_no_command -a {command.name} -d {_quote(command.summary)}"
        for option in command.options:
            yield f"complete -c {program} -n '__vcplug_command {command.name}' {_fish_option(option)}"
        many = command.arguments == ("file",)
        for position, kind in enumerate(command.arguments, 1):
            test = f"__vcplug_command {command.name}" + ("" if many else f" {position}")
            yield f"complete -c {program} -n '{test}' {_fish_action(kind)}"


def _fish_option(option: Option) -> str:
    flags = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
    action = "" if not option.value else " -x" if option.value == "any" else f" -r {_fish_action(option.value)}"
    return f"{flags}{action} -d {_quote(option.help)}"


def _fish_action(kind: str) -> str:
    if kind == "keys":
        return "-F -a '$__vcplug_keys'"
    if kind in WORDS:
        return f"-f -a '$__vcplug_{kind}'"
    actions = {"file": "-F", "folder": "-f -a '(__fish_complete_directories)'", "task": "-f -a '(__vcplug_asks tasks)'"}
    return actions.get(kind) or ("-f -a '(__vcplug_asks pods)'" if kind == "pod" else f"-f -a '{kind}'")


FISH = """\
{header}

function __vcplug_given
    # the words before the cursor that are no options, the program left out; an option's value in its own word counts as one,
    # so write --option=value before POD
    set -l words (commandline -opc)
    string match -v -- '-*' $words[2..-1]
end

function __vcplug_no_command
    test (count (__vcplug_given)) -eq 0
end

function __vcplug_command
    set -l given (__vcplug_given)
    test "$given[1]" = "$argv[1]"; or return 1
    test (count $argv) -eq 1; or test (count $given) -eq "$argv[2]"
end

function __vcplug_asks
    set -l given (__vcplug_given)
    set -l program (commandline -opc)[1]
    if test $argv[1] = tasks
        $program --complete tasks $given[2..-1] 2>/dev/null
    else
        $program --complete pods $given[2] 2>/dev/null
    end
end
"""

SCRIPTS = {"vcplug.bash": bash, "_vcplug": zsh, "vcplug.fish": fish}


def main(arguments: list[str]) -> int:
    stale = []
    for name, make in SCRIPTS.items():
        target = FOLDER / name
        text = make()
        if "--check" in arguments:
            if not target.exists() or target.read_text(encoding="utf-8") != text:
                stale.append(name)
            continue
        FOLDER.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8")
    if stale:
        print(f"out of date in completions/: {', '.join(stale)}; run python scripts/make_completions.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
