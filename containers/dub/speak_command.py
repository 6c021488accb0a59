"""Speaks one sentence into a WAV file.

python containers/dub speak FILE --weights FOLDER --language pt --voice pf_dora "Bom dia."
"""

import argparse
from pathlib import Path

from dub.kokoro import SAMPLE_RATE, Kokoro
from dub.phonemes import Phonemizer
from dub.sound_file import WavWriter
from dub.voices import VOICES


def main(arguments: list[str]) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="speak", description="Speak one sentence into a WAV file.")
    parser.add_argument("file", type=Path)
    parser.add_argument("text")
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--language", choices=sorted(VOICES), required=True)
    parser.add_argument("--voice", help="the first voice of the language when absent")
    parser.add_argument("--speed", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=1)
    parsed = parser.parse_args(arguments)
    with Phonemizer() as phonemizer:
        phonemes = phonemizer.phonemes(parsed.text, parsed.language)
    engine = Kokoro(parsed.weights, parsed.threads)
    audio = engine.speak(phonemes, parsed.voice or VOICES[parsed.language][0], parsed.speed)
    file = WavWriter(parsed.file, SAMPLE_RATE, 1)
    file.write(audio)
    file.close()
    return 0
