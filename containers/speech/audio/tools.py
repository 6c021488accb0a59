"""The environment of ffmpeg and ffprobe."""

import os


def tool_environment() -> dict[str, str]:
    """Returns only the path and the locale: tools that process untrusted media get no credentials."""
    return {"PATH": os.environ.get("PATH", "/usr/local/bin:/usr/bin:/bin"), "LC_ALL": "C.UTF-8"}
