"""Prints the recognitions of media files.

    python containers/speech recognize FILE... [--language xx] [--stream-index N]... [--dictionary WORD]...
                                       [--disfluencies] [--audible-spans] [--english-translation]

Prints one line of JSON per file, a Recognition (core/transcript/recognition.ts). For a file that fails: null, the
reason on stderr, and 1 as the exit code at the end. See `model_folder` for the location of the model.
"""

import argparse
import json
import sys
from pathlib import Path

from speech.audio.media import AudioSelection
from speech.errors import TranscriptionFailed
from speech.recognition import Recognition
from speech.recognizer import Outputs, RecognitionOptions, Recognizer


def main(arguments: list[str]) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(
        prog="recognize", description="Print the recognitions of media files as JSON, one line per file."
    )
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--language", help="a code of core/languages; detected when absent")
    parser.add_argument(
        "--stream-index",
        type=int,
        action="append",
        help="an audio stream, may be repeated; the default track when absent",
    )
    parser.add_argument("--dictionary", action="append", default=[], metavar="WORD", help="may be repeated")
    parser.add_argument("--disfluencies", action="store_true", help="transcribe fillers and false starts")
    parser.add_argument("--audible-spans", action="store_true", help="print where the audio is audible")
    parser.add_argument("--english-translation", action="store_true", help="print an English translation")
    parsed = parser.parse_args(arguments)
    options = RecognitionOptions(
        language=parsed.language,
        audio=AudioSelection(parsed.stream_index) if parsed.stream_index else None,
        dictionary=parsed.dictionary,
        outputs=Outputs(
            disfluencies=parsed.disfluencies,
            audible_spans=parsed.audible_spans,
            english_translation=parsed.english_translation,
        ),
    )
    recognizer = Recognizer()
    exit_code = 0
    for file in parsed.files:
        result: Recognition | None
        try:
            result = recognizer.recognize(file, options)
        except TranscriptionFailed as failure:
            print(f"{failure.name}: {failure}", file=sys.stderr)
            result, exit_code = None, 1
        print(json.dumps(result, ensure_ascii=False), flush=True)
    return exit_code
