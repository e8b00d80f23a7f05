"""The command as a real process: in pipes, beside the test, and on a terminal of its own.

Whatever the exit code is, a traceback on standard error fails the test. For what takes no process of its own
see `tests.commands`.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import shlex
import struct
import subprocess
import sys
import tempfile
import termios
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import TracebackType

COMMAND = (sys.executable, "-m", "spider_cli")

#: The variables that change what is printed.
TASTES = (
    "NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM", "COLUMNS", "LINES", "LC_ALL", "LC_CTYPE", "LANG",
    "SPIDER_FILE", "SPIDER_AS", "SPIDER_ASCII", "SPIDER_THEME",
)  # fmt: skip

_PATIENCE = 240.0  # seconds until a process that says nothing fails the test


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """Our environment without what changes the output, and with `changes`."""
    unset = {"PYTHONIOENCODING", *TASTES}
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    root = str(Path(__file__).parents[1])
    return {**kept, "PYTHONPATH": root, "PYTHONUTF8": "1", "TERM": "xterm", **(changes or {})}


def no_traceback(written: str | bytes) -> None:
    """Fail the test if a program ended in a bug, whatever its exit code was."""
    text = written.decode(errors="replace") if isinstance(written, bytes) else written
    assert "Traceback (most recent call last)" not in text, text


def run(
    command: Sequence[str | bytes | Path],
    *,
    cwd: Path,
    stdin: str | bytes = b"",
    env: Mapping[str, str] | None = None,
    **options: Any,
) -> subprocess.CompletedProcess[str]:
    """Any program run to its end in pipes. Bytes that are no UTF-8 are surrogates in what it wrote."""
    result = subprocess.run(
        command,
        cwd=cwd,
        env=environment(env),
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        timeout=_PATIENCE,
        check=False,
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
    )
    out, err = [(stream or b"").decode(errors="surrogateescape") for stream in (result.stdout, result.stderr)]
    return subprocess.CompletedProcess(result.args, result.returncode, out, err)


def spider(
    *words: str | bytes | Path,
    cwd: Path,
    stdin: str | bytes = b"",
    env: Mapping[str, str] | None = None,
    **options: Any,
) -> subprocess.CompletedProcess[str]:
    """A command run to its end in pipes."""
    return run([*COMMAND, *words], cwd=cwd, stdin=stdin, env=env, **options)


def shell(line: str, cwd: Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A line for bash, in which `spider` is the command, run to its end."""
    spider = f'spider() {{ {shlex.join(COMMAND)} "$@"; }}'
    return run(["bash", "-c", f"{spider}\n{line}"], cwd=cwd, env=env)


def python(
    program: str, *words: str | Path, cwd: Path, env: Mapping[str, str] | None = None, stdin: str = ""
) -> str:
    """A Python program that must do its work and say nothing else; what it prints."""
    result = run([sys.executable, "-c", program, *words], cwd=cwd, env=env, stdin=stdin)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


class Beside(subprocess.Popen[bytes]):
    """A command at work beside the test, in pipes of ours.

    Its standard error goes into a file, so that it can neither fill up nor be forgotten: at the end of
    the `with` a command that is still there is killed, and a traceback fails the test.
    """

    def __init__(
        self,
        *words: str | Path,
        cwd: Path,
        env: Mapping[str, str] | None = None,
        command: Sequence[str] = COMMAND,
        **options: Any,
    ) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115  # closed in __exit__
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self._errors, "bufsize": 0}
        super().__init__([*command, *words], cwd=cwd, env=environment(env), **{**pipes, **options})

    @property
    def stderr_text(self) -> str:
        """What it wrote on standard error so far."""
        return os.pread(self._errors.fileno(), 1 << 20, 0).decode(errors="surrogateescape")

    def send(self, text: bytes) -> None:
        """Write to its standard input."""
        assert self.stdin
        self.stdin.write(text)

    def hear(self) -> bytes:
        """Read a line of its standard output."""
        assert self.stdout
        return self.stdout.readline()

    def end(self) -> int:
        """Close its standard input; its exit code."""
        if self.stdin:
            self.stdin.close()
        return self.wait(_PATIENCE)

    def finish(self) -> tuple[str, str]:
        """Wait for its end; all that is left of its standard output, and its standard error."""
        out, _ = self.communicate(timeout=_PATIENCE)
        return (out or b"").decode(), self.stderr_text

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.kill()
        super().__exit__(kind, error, trace)
        stderr_text = self.stderr_text
        self._errors.close()
        if error is None:
            no_traceback(stderr_text)


class Terminal:
    """A command on a terminal, of 30 rows of 80 characters if not told otherwise.

    With `stdin`, standard input is that file instead of the terminal.
    """

    def __init__(
        self,
        *words: str | Path,
        cwd: Path,
        env: Mapping[str, str] | None = None,
        stdin: Path | None = None,
        size: tuple[int, int] = (30, 80),
    ) -> None:
        self._written = b""
        self._seen = 0
        self._command = [*COMMAND, *map(str, words)]
        self._code: int | None = None
        self._pid, self.descriptor = pty.fork()
        if self._pid == 0:
            _become(self._command, cwd, environment(env), stdin, size)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._code is None:
            os.kill(self._pid, 9)
            os.waitpid(self._pid, 0)
        os.close(self.descriptor)

    @property
    def screen(self) -> str:
        """All that was written so far."""
        return self._written.decode(errors="replace")

    @property
    def echoes(self) -> bool:
        """Whether the terminal shows what is typed, as shells want it."""
        return bool(termios.tcgetattr(self.descriptor)[3] & termios.ECHO)

    def wait_for(self, text: str) -> None:
        """Read until `text` appears, after what was last waited for."""
        wanted = text.encode()
        while wanted not in self._written[self._seen :]:
            assert self._read(), f"ended without {text!r}:\n{self.screen}"
        self._seen = self._written.index(wanted, self._seen) + len(wanted)

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self.descriptor, keys.encode())

    def send(self, signum: int) -> None:
        """Send the command a signal."""
        os.kill(self._pid, signum)

    def hang_up(self) -> int:
        """Take the terminal away; the exit code."""
        os.close(self.descriptor)
        self.descriptor = os.open(os.devnull, os.O_RDONLY)
        return self.end()

    def end(self) -> int:
        """Read to the end; the exit code."""
        while self._read():
            pass
        _, status = os.waitpid(self._pid, 0)
        self._code = os.waitstatus_to_exitcode(status)
        no_traceback(self._written)
        return self._code

    def _read(self) -> bool:
        readable, _, _ = select.select([self.descriptor], [], [], _PATIENCE)
        assert readable, f"silent for {_PATIENCE:.0f} seconds:\n{self.screen}"
        try:
            piece = os.read(self.descriptor, 1 << 16)
        except OSError:  # how Linux tells that the other end is closed
            return False
        self._written += piece
        return bool(piece)


def _become(
    command: Sequence[str], cwd: Path, env: dict[str, str], stdin: Path | None, size: tuple[int, int]
) -> None:
    """Turn the forked child into the command, or end it."""
    try:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
        os.chdir(cwd)
        if stdin:
            os.dup2(os.open(stdin, os.O_RDONLY), 0)
        os.execve(command[0], list(command), env)
    finally:
        os._exit(127)


def commands_in(folder: Path) -> Path:
    """A new directory in `folder` with the commands `spider` and `python3`, which run on this Python."""
    found = folder / "bin"
    found.mkdir()
    for name, words in (("spider", "-m spider_cli"), ("python3", "")):
        script = found / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        script.chmod(0o755)
    return found
