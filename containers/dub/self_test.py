"""Speaks a sentence and transcribes it back, as a test of the image: `python containers/dub self-test`.

Prints the share of words that were not understood as JSON. The exit code is 1 where it is above the limit of a dub.
"""

import json
import os
import tempfile
from pathlib import Path

from dub.kokoro import Kokoro
from dub.phonemes import Phonemizer
from dub.recognition import WhisperListener
from dub.sentence_speaker import Request, SentenceSpeaker
from dub.voice_match import MatchedVoice
from dub.voices import Traits, kokoro_voices, voices_for
from speech.runtime import processor_count

LANGUAGE = "pt"
SENTENCE = "Bom dia a todos, e sejam bem-vindos."


def main(_arguments: list[str]) -> int:
    """Runs the command and returns its exit code."""
    weights = Path(os.environ["CAPSTACK_DUB_WEIGHTS"])
    [voices] = voices_for(kokoro_voices(LANGUAGE), [Traits(None, None)])
    with tempfile.TemporaryDirectory() as folder:
        engine = Kokoro(weights, processor_count())
        with Phonemizer() as phonemizer:
            speaker = SentenceSpeaker(engine, phonemizer, WhisperListener(), Path(folder))
            [attempt] = speaker.speak([Request(SENTENCE, [MatchedVoice(name) for name in voices])], LANGUAGE)
    print(json.dumps({"voice": attempt.voice, "errorRate": round(attempt.comparison.error_rate, 3)}))
    return 0 if attempt.is_understood else 1
