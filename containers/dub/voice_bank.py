"""The embeddings of Kokoro's voices, with which the voices that resemble a speaker are found.

    CAPSTACK_DUB_WEIGHTS=FOLDER python containers/dub voice-bank

Speaks a sentence with each voice, and writes its embedding (speaker_encoder.py) to voice_bank.json. Needed again when
the voices, the voice engine or the speaker encoder change.
"""

import base64
import json
import os
from pathlib import Path

import numpy
from numpy.typing import NDArray

from dub.kokoro import SAMPLE_RATE, Kokoro
from dub.phonemes import Phonemizer
from dub.speaker_encoder import Embedding, SpeakerEncoder
from dub.voices import PITCH_HZ
from speech.runtime import processor_count

BANK = Path(__file__).with_name("voice_bank.json")
SENTENCES = {
    "en": "The committee will publish its report in summer.",
    "es": "El comité publicará su informe este verano.",
    "fr": "Le comité publiera son rapport cet été.",
    "it": "Il comitato pubblicherà il suo rapporto in estate.",
    "pt": "O comité vai publicar o seu relatório no verão.",
}
# The numbers of an embedding are at most this large: they are 0 or more, and their squares add up to 1.
LARGEST = 255


def main(_arguments: list[str]) -> int:
    """Runs the command and returns its exit code."""
    weights = Path(os.environ["CAPSTACK_DUB_WEIGHTS"])
    kokoro, encoder = Kokoro(weights, processor_count()), SpeakerEncoder(weights, processor_count())
    bank: dict[str, str] = {}
    with Phonemizer() as phonemizer:
        for language, sentence in SENTENCES.items():
            phonemes = phonemizer.phonemes(sentence, language)
            for name in PITCH_HZ[language]:
                embedding = encoder.embed(kokoro.speak(phonemes, name), SAMPLE_RATE)
                if embedding is None:
                    raise ValueError(f"The sentence of {name} is too short.")
                bank[name] = packed(embedding)
    BANK.write_text(json.dumps(bank, indent=1) + "\n")
    return 0


def packed(embedding: Embedding) -> str:
    """Returns an embedding in bytes, base64."""
    return base64.b64encode(numpy.round(embedding * LARGEST).astype(numpy.uint8).tobytes()).decode()


def unpacked(text: str) -> Embedding:
    """Returns a packed embedding, of length 1."""
    numbers: NDArray[numpy.float32] = numpy.frombuffer(base64.b64decode(text), numpy.uint8).astype(numpy.float32)
    return numbers / numpy.linalg.norm(numbers)


def voice_bank() -> dict[str, Embedding]:
    """Returns the embeddings of the voices by name."""
    return {name: unpacked(text) for name, text in json.loads(BANK.read_text()).items()}
