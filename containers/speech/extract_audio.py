"""The audio of a media file for an engine that is not in this container: mono, 16 kHz, FLAC, on the film's time line."""

import subprocess
from pathlib import Path

import processor  # noqa: F401  before numpy
import numpy as np

from audio_track import SAMPLE_RATE, extract
from errors import TranscriptionFailed
from recognise import Recogniser

ENCODE_TIMEOUT_SECONDS = 3600


def write_flac(source: Path, stream_index: int | None, output: Path, work: Path) -> float:
    """Writes the mono track, mixed as for our own recogniser, and returns its seconds; 0, and no file, when the media has
    no sound. Raises TranscriptionFailed."""
    track = extract(source, stream_index, work, Recogniser().speech_seconds)
    if len(track) == 0:
        return 0.0
    command = ["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "s16le", "-ar", str(SAMPLE_RATE), "-ac", "1"]
    command += ["-i", "pipe:0", "-c:a", "flac", str(output)]
    try:
        run = subprocess.run(
            command,
            input=memoryview(np.ascontiguousarray(track)).cast("B"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=ENCODE_TIMEOUT_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise TranscriptionFailed("The audio track could not be encoded within an hour.") from error
    if run.returncode != 0:
        raise TranscriptionFailed("The audio track could not be extracted.")
    return round(len(track) / SAMPLE_RATE, 3)
