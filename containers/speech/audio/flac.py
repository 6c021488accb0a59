"""The audio of a media file for an external engine: mono, 16 kHz, FLAC, on the time line of the video."""

import subprocess
from pathlib import Path

import numpy as np

from speech.audio.arrays import Samples
from speech.audio.timeline import SAMPLE_RATE
from speech.audio.tools import tool_command, tool_environment
from speech.errors import TranscriptionFailed

ENCODE_TIMEOUT_SECONDS = 3600


def write_flac(track: Samples, output: Path) -> float:
    """Writes a mono track at 16 kHz and returns its duration in seconds.

    Returns 0 and writes no file for an empty track. Raises TranscriptionFailed.
    """
    if len(track) == 0:
        return 0.0
    command = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "s16le", "-ar", str(SAMPLE_RATE), "-ac", "1"]
    command += ["-i", "pipe:0", "-c:a", "flac", str(output)]
    try:
        run = subprocess.run(
            tool_command(command),
            input=np.ascontiguousarray(track).data.cast("B"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=ENCODE_TIMEOUT_SECONDS,
            check=False,
            env=tool_environment(),
        )
    except subprocess.TimeoutExpired as error:
        raise TranscriptionFailed("The audio track could not be encoded within an hour.") from error
    if run.returncode != 0:
        raise TranscriptionFailed("The audio track could not be extracted.")
    return round(len(track) / SAMPLE_RATE, 3)
