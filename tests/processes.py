"""The command as a real process: in pipes, and on a terminal of its own."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import TracebackType

COMMAND = (sys.executable, "-m", "spider_cli")

_PATIENCE = 240.0  # seconds until a process that says nothing fails the test


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """Our environment without what changes the output, and with `changes`."""
    unset = {"NO_COLOR", "FORCE_COLOR", "SPIDER_FILE", "PYTHONIOENCODING", "COLUMNS", "LINES"}
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    root = str(Path(__file__).parents[1])
    return {**kept, "PYTHONPATH": root, "PYTHONUTF8": "1", "TERM": "xterm", **(changes or {})}


def spider(
    *words: str | Path, cwd: Path, stdin: str | bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """A command run to its end in pipes."""
    result = subprocess.run(
        [*COMMAND, *map(str, words)],
        cwd=cwd,
        env=environment(env),
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        timeout=_PATIENCE,
        check=False,
    )
    out, err = result.stdout.decode(), result.stderr.decode()
    return subprocess.CompletedProcess(result.args, result.returncode, out, err)


class Terminal:
    """A command on a terminal of 80 by 30 characters.

    With `stdin`, standard input is that file instead of the terminal.
    """

    def __init__(
        self,
        *words: str | Path,
        cwd: Path,
        env: Mapping[str, str] | None = None,
        stdin: Path | None = None,
    ) -> None:
        self._written = b""
        self._seen = 0
        self._command = [*COMMAND, *map(str, words)]
        self._code: int | None = None
        self._pid, self.descriptor = pty.fork()
        if self._pid == 0:
            _become(self._command, cwd, environment(env), stdin)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 80, 0, 0))

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


def _become(command: Sequence[str], cwd: Path, env: dict[str, str], stdin: Path | None) -> None:
    """Turn the forked child into the command, or end it."""
    try:
        os.chdir(cwd)
        if stdin:
            os.dup2(os.open(stdin, os.O_RDONLY), 0)
        os.execve(command[0], list(command), env)
    finally:
        os._exit(127)
