"""Separates the audio of a media file.

    python containers/dub separate FILE FOLDER --weights FOLDER

Writes voice.wav and background.wav into FOLDER, stereo at 44.1 kHz.
"""

import argparse
import tempfile
from pathlib import Path

from dub.separation import SAMPLE_RATE, Separator
from dub.sound_file import WavWriter, decode


def main(arguments: list[str]) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="separate", description="Separate the voice from the background.")
    parser.add_argument("file", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=1)
    parsed = parser.parse_args(arguments)
    separate_file(parsed.file, parsed.folder, Separator(parsed.weights, parsed.threads))
    return 0


def separate_file(file: Path, folder: Path, separator: Separator) -> None:
    """Writes voice.wav and background.wav."""
    voice = WavWriter(folder / "voice.wav", SAMPLE_RATE, 2)
    background = WavWriter(folder / "background.wav", SAMPLE_RATE, 2)
    with tempfile.TemporaryDirectory() as scratch:
        for piece in separator.separate(decode(file, SAMPLE_RATE, Path(scratch) / "source.f32")):
            voice.write(piece.voice)
            background.write(piece.background)
    voice.close()
    background.close()
