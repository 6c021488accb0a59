"""How ffmpeg and ffprobe run: with an empty environment and without network."""

import os
import signal
import subprocess
import sys
from pathlib import Path

_PERL = Path("/usr/bin/perl")
_WITHOUT_NETWORK = Path(__file__).resolve().parents[3] / "adapters" / "without-network.pl"

# Signals that another process or the system sends, for example when memory runs out (adapters/exit-signals.ts).
_SENT_FROM_OUTSIDE = {
    signal.SIGHUP,
    signal.SIGINT,
    signal.SIGKILL,
    signal.SIGQUIT,
    signal.SIGTERM,
    signal.SIGXFSZ,
}


class ToolKilled(RuntimeError):
    """A tool was ended from outside, for reasons other than its file: another attempt may succeed."""


def check_not_killed(run: subprocess.CompletedProcess[bytes]) -> None:
    """Raises ToolKilled for a tool that was ended from outside."""
    if -run.returncode in _SENT_FROM_OUTSIDE:
        raise ToolKilled(f"{run.args[0]} was ended by signal {-run.returncode}")


def tool_environment() -> dict[str, str]:
    """Returns only the path and the locale: tools that process untrusted media get no credentials."""
    return {"PATH": os.environ.get("PATH", "/usr/local/bin:/usr/bin:/bin"), "LC_ALL": "C.UTF-8"}


def tool_command(command: list[str]) -> list[str]:
    """Returns the command line that runs a command without network (adapters/without-network.ts)."""
    if sys.platform != "linux" or not _PERL.exists():
        return command
    return [str(_PERL), str(_WITHOUT_NETWORK), *command]
