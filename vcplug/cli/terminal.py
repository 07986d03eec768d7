"""stdout and stderr as the commands use them: results as bytes on one, words on the other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

from vcplug.errors import VcplugError

if TYPE_CHECKING:
    from vcplug.model import Finding


class Terminal:
    """The two streams of one call. UTF-8 whatever the locale; colours only where they are wanted."""

    def __init__(self) -> None:
        self.color = "auto"
        self.quiet = False
        self.debug = False
        self.wrote = False
        """something has gone to stdout"""
        for stream in (sys.stdout, sys.stderr):
            with suppress(AttributeError, ValueError, OSError):
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]

    def configure(self, *, color: str, quiet: bool, debug: bool) -> None:
        self.color, self.quiet, self.debug = color, quiet, debug

    def is_terminal(self, stream: Any) -> bool:
        try:
            return bool(stream.isatty())
        except (AttributeError, ValueError):
            return False

    def colored(self, stream: Any) -> bool:
        if self.color != "auto":
            return self.color == "always"
        return self.is_terminal(stream) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def highlighted(self) -> bool:
        """Whether the result itself is coloured: never on a pipe, where kubectl reads it."""
        return self.is_terminal(sys.stdout) and self.colored(sys.stdout)

    # words

    def say(self, text: str) -> None:
        """A line on stderr."""
        self._put(text + "\n")

    def _put(self, text: str) -> None:
        """A stderr that cannot be written to stops nothing."""
        with suppress(OSError, ValueError, AttributeError):
            with suppress(OSError, ValueError, AttributeError):
                sys.stdout.flush()
            if hasattr(sys.stderr, "buffer"):
                sys.stderr.flush()
                sys.stderr.buffer.write(text.encode("utf-8", "backslashreplace"))
                sys.stderr.buffer.flush()
            else:
                sys.stderr.write(text)

    def _labelled(self, label: str, color: str, text: str) -> None:
        from vcplug.printer import paint, visible

        for line in text.split("\n"):
            self.say(f"{paint(label, color, self.colored(sys.stderr))}: {visible(line)}")

    def error(self, text: str) -> None:
        self._labelled("error", "error", text)

    def warn(self, text: str) -> None:
        if not self.quiet:
            self._labelled("warning", "warning", text)

    def note(self, text: str) -> None:
        if not self.quiet:
            self._labelled("note", "info", text)

    def tell(self, text: str) -> None:
        """A line for people who did not ask for --quiet."""
        if not self.quiet:
            from vcplug.printer import visible

            self.say(visible(text))

    def findings(self, findings: Sequence[Finding]) -> None:
        """Errors always, the rest unless --quiet."""
        shown = [finding for finding in findings if finding.severity == "error" or not self.quiet]
        if not shown:
            return
        from vcplug.printer import describe

        self.say("\n".join(describe(finding, color=self.colored(sys.stderr), width=self.width()) for finding in shown))

    def width(self) -> int:
        """How wide a shown source line may be."""
        if self.is_terminal(sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                return max(40, os.get_terminal_size(sys.stderr.fileno()).columns)
        return 120

    @contextmanager
    def busy(self, doing: str) -> Iterator[None]:
        """Says on a terminal what is being done, when that takes longer than a second."""
        if self.quiet or not self.is_terminal(sys.stderr):
            yield
            return
        from threading import Timer

        shown: list[str] = []

        def show() -> None:
            shown.append(f"{doing} …")
            self._put(f"\r{shown[0]}")

        timer = Timer(1, show)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            if shown:
                self._wipe(shown[0])

    def _wipe(self, text: str) -> None:
        """Take a line of progress away again; with blanks, since a dumb terminal would show an escape."""
        self._put("\r" + " " * len(text) + "\r")

    # the result

    def write(self, chunks: Iterable[bytes]) -> None:
        """The result, to stdout, which is flushed."""
        from vcplug.emit import stream

        out = getattr(sys.stdout, "buffer", None)
        if out is None:
            raise VcplugError("stdout is closed: there is nowhere to write the result")
        stream.write(self._watched(chunks), out)

    def _watched(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """The same chunks; on a terminal, what takes longer than a second is seen to move."""
        watched = not self.quiet and self.is_terminal(sys.stderr) and not self.is_terminal(sys.stdout)
        shown, size, next_time = "", 0, monotonic() + 1
        for chunk in chunks:
            self.wrote = True
            yield chunk
            size += len(chunk)
            if watched and monotonic() >= next_time:
                shown, next_time = f"{size / 1e6:,.0f} MB written", monotonic() + 0.2
                self._put(f"\r{shown}")
        if shown:
            self._wipe(shown)

    def flush(self) -> None:
        """What Click printed itself (help, versions)."""
        if sys.stdout is None:
            return
        try:
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise VcplugError(f"cannot write to stdout: {error.strerror}") from None

    def abandon(self) -> None:
        """Let go of what is still in stdout's buffer, so that the interpreter does not trip over it at exit."""
        with suppress(OSError, ValueError, AttributeError):
            sys.stdout.flush()
            return
        with suppress(OSError, ValueError, AttributeError):
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, sys.stdout.fileno())
            os.close(nowhere)
