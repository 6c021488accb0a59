"""The environment of ffmpeg and ffprobe."""

import os


def tool_environment() -> dict[str, str]:
    """Returns the path and the locale, and nothing else: media of strangers must not meet credentials."""
    return {"PATH": os.environ.get("PATH", "/usr/local/bin:/usr/bin:/bin"), "LC_ALL": "C.UTF-8"}
