"""The one place where exceptions become messages and exit codes."""

from __future__ import annotations

from collections.abc import Sequence

from vcplug.cli.terminal import Terminal
from vcplug.errors import VcplugError

FINE, FOUND, REFUSED, DEFECT, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 3, 130, 141

ABOUT_CODE = (AttributeError, TypeError, NameError, ImportError, IndexError, RecursionError, NotImplementedError)
"""exceptions whose messages name things of the program; those of others may quote the job, and secrets in it"""


def run(arguments: Sequence[str]) -> int:
    """A whole call of vcplug: its exit code. Never raises."""
    terminal = Terminal()
    terminal.debug = "--debug" in arguments
    try:
        return _run(arguments, terminal)
    except KeyboardInterrupt:
        terminal.abandon()
        terminal.say("interrupted" + ("; what was written to stdout is incomplete" if terminal.wrote else ""))
        return INTERRUPTED
    except BrokenPipeError:
        terminal.abandon()
        return PIPE_CLOSED


def _run(arguments: Sequence[str], terminal: Terminal) -> int:
    try:
        from vcplug.cli.app import dispatch

        code = dispatch(arguments, terminal)
        terminal.flush()
        return code
    except VcplugError as error:
        terminal.abandon()
        terminal.findings(error.findings)
        if not error.findings:
            terminal.error(error.message)
        elif len(error.findings) > 1:
            terminal.say(error.message)
        return REFUSED
    except BrokenPipeError:
        raise
    except OSError as error:
        terminal.abandon()
        place = f"{error.filename}: " if error.filename else "cannot write to stdout: "
        terminal.error(f"{place}{error.strerror or type(error).__name__}")
        return REFUSED
    except Exception as error:
        if hasattr(error, "format_message"):
            return _misused(error, terminal)
        terminal.abandon()
        _defect(error, terminal)
        return DEFECT


def _misused(error: Exception, terminal: Terminal) -> int:
    """Click's usage errors, of whichever click Typer brings along."""
    context = getattr(error, "ctx", None)
    message: str = error.format_message()  # type: ignore[attr-defined]
    near = getattr(error, "possibilities", None)
    if near:
        from vcplug.near import nearest

        wrong: str = error.option_name  # type: ignore[attr-defined]
        message = f"no such option: {wrong}; did you mean {nearest(wrong, near) or near[0]}?"
    terminal.error(message[:1].lower() + message[1:])
    if context is not None:
        terminal.say(f"{context.get_usage()}\n{context.command_path} --help tells more")
    return REFUSED


def _defect(error: Exception, terminal: Terminal) -> None:
    import platform

    from vcplug import __version__

    terminal.error(f"this is a defect of vcplug, not of your job ({type(error).__name__})")
    if terminal.debug:
        terminal.say(_traceback(error).rstrip())
    else:
        terminal.say("  run it again with --debug to see where it happened")
    versions = f"vcplug {__version__}, Python {platform.python_version()}, {platform.system()}"
    terminal.say(f"  please report it, with the command and the traceback, to the project ({versions})")


def _traceback(error: BaseException) -> str:
    """The traceback without local variables, and without a message that could quote the job."""
    import traceback

    lines: list[str] = []
    chain: BaseException | None = error
    while chain is not None:
        shown = f": {chain}" if isinstance(chain, ABOUT_CODE) else ""
        lines.append("".join(traceback.format_tb(chain.__traceback__)) + f"{type(chain).__qualname__}{shown}\n")
        chain = chain.__cause__ or (None if chain.__suppress_context__ else chain.__context__)
    return "Traceback (most recent call last):\n" + "\nbefore it:\n".join(lines)
