"""How ffmpeg and ffprobe run: with an empty environment and without network."""

import os
import sys
from pathlib import Path

_PERL = Path("/usr/bin/perl")
_WITHOUT_NETWORK = Path(__file__).resolve().parents[3] / "adapters" / "without-network.pl"


def tool_environment() -> dict[str, str]:
    """Returns only the path and the locale: tools that process untrusted media get no credentials."""
    return {"PATH": os.environ.get("PATH", "/usr/local/bin:/usr/bin:/bin"), "LC_ALL": "C.UTF-8"}


def tool_command(command: list[str]) -> list[str]:
    """Returns the command line that runs a command without network (adapters/without-network.ts)."""
    if sys.platform != "linux" or not _PERL.exists():
        return command
    return [str(_PERL), str(_WITHOUT_NETWORK), *command]
