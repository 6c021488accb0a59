"""Samples of Kokoro's voices and their embeddings, with which the voices that resemble a speaker are found.

    CAPSTACK_DUB_WEIGHTS=FOLDER python containers/dub voice-bank

Speaks a sentence with each voice, and writes its embedding (speaker_encoder.py) to voice_bank.json and, in languages
without blends, the sentence to voice_samples (Opus). Needed again when the voices, the voice engine or the speaker
encoder change.
"""

import base64
import json
import os
import tempfile
from pathlib import Path

import numpy
from numpy.typing import NDArray

from dub.arrays import Audio
from dub.audio_file import decode_own, encode
from dub.kokoro import SAMPLE_RATE, Kokoro
from dub.match_speaker import BLENDED_VOICES
from dub.phonemes import Phonemizer
from dub.speaker_encoder import Embedding, SpeakerEncoder
from dub.voices import PITCH_HZ
from speech.runtime import processor_count

BANK = Path(__file__).with_name("voice_bank.json")
SAMPLES = Path(__file__).with_name("voice_samples")
# Lower bit rates change the embedding of a sample.
OPUS = ("-c:a", "libopus", "-b:a", "64k", "-f", "opus")
# What the voices of each language say in their samples. With sentences of half the length, matched voices were less
# similar to speakers.
SENTENCES = {
    "en": "Good morning everyone, today we will talk about the history of this city.",
    "es": "Buenos días a todos, hoy vamos a hablar de la historia de esta ciudad.",
    "fr": "Bonjour à tous, aujourd'hui nous allons parler de l'histoire de cette ville.",
    "it": "Buongiorno a tutti, oggi parleremo della storia di questa città.",
    "pt": "Bom dia a todos, hoje vamos falar sobre a história desta cidade.",
}
# The numbers of an embedding are at most this large: they are 0 or more, and their squares add up to 1.
LARGEST = 255


def main(_arguments: list[str]) -> int:
    """Runs the command and returns its exit code."""
    weights = Path(os.environ["CAPSTACK_DUB_WEIGHTS"])
    kokoro, encoder = Kokoro(weights, processor_count()), SpeakerEncoder(weights, processor_count())
    bank: dict[str, str] = {}
    SAMPLES.mkdir(exist_ok=True)
    with Phonemizer() as phonemizer:
        for language, sentence in SENTENCES.items():
            phonemes = phonemizer.phonemes(sentence, language)
            for name in PITCH_HZ[language]:
                audio = kokoro.speak(phonemes, name)
                embedding = encoder.embed(audio, SAMPLE_RATE)
                if embedding is None:
                    raise ValueError(f"The sentence of {name} is too short.")
                bank[name] = packed(embedding)
                if len(PITCH_HZ[language]) <= BLENDED_VOICES:
                    encode([audio], 1, SAMPLE_RATE, OPUS, _sample_path(name))
    BANK.write_text(json.dumps(bank, indent=2) + "\n")
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


def average_voice() -> Embedding:
    """Returns the mean of the embeddings of the voices."""
    mean: Embedding = numpy.mean(list(voice_bank().values()), axis=0)
    return mean


def voice_sample(name: str) -> Audio:
    """Returns the sentence of its language, one without blends, in a voice; mono at SAMPLE_RATE. Raises DubFailed."""
    with tempfile.TemporaryDirectory(prefix="dub-") as folder:
        return decode_own(_sample_path(name), 1, SAMPLE_RATE, Path(folder) / "sample.f32")[:]


def _sample_path(name: str) -> Path:
    return SAMPLES / f"{name}.opus"
