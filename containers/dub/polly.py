"""Speaks with the neural voices of Amazon Polly.

Source: Amazon Polly, API SynthesizeSpeech and the list of neural voices. Its voices do not resemble
speakers; their sex is matched.
"""

import tempfile
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from dub.arrays import Audio
from dub.audio_file import decode_own
from dub.engines import ServiceEngines
from dub.errors import DubFailed
from dub.kokoro import SAMPLE_RATE, trimmed
from dub.voices import Voice

# Uncompressed audio has 16 kHz at most.
FORMAT = "ogg_vorbis"
# A request takes about a second. The SDK retries throttling and failures of the service, with backoff and jitter.
CONNECT_SECONDS = 5
READ_SECONDS = 60
ATTEMPTS = 8

# The neural voices of women and of men. core/dub/dub-support.ts has the same languages: those that separate words by
# spaces, so that a sentence can be compared with its recognition.
VOICES: dict[str, tuple[str, str]] = {
    "ar": ("Hala", "Zayd"),
    "ca": ("Arlet", ""),
    "cs": ("Jitka", ""),
    "da": ("Sofie", ""),
    "de": ("Vicki", "Daniel"),
    "en": ("Joanna Ruth Danielle Kendra Kimberly Salli", "Matthew Stephen Gregory Joey"),
    "es": ("Lucia Mia Lupe", "Sergio Andres Pedro"),
    "fi": ("Suvi", ""),
    "fr": ("Lea", "Remi"),
    "hi": ("Kajal", ""),
    "it": ("Bianca", "Adriano"),
    "nl": ("Laura", ""),
    "no": ("Ida", ""),
    "pl": ("Ola", ""),
    "pt": ("Camila Vitoria", "Thiago"),
    "sv": ("Elin", ""),
    "tr": ("Burcu", ""),
}


def polly_voices(language: str) -> list[Voice]:
    """Returns the voices of a language. Raises KeyError for a language without voices."""
    return [Voice(name, sex, None) for sex, names in zip("fm", VOICES[language], strict=True) for name in names.split()]


class Polly:
    """The voice engine. `client`: of boto3."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def speak(self, phonemes: str, voice: str, speed: float = 1.0) -> Audio:
        """Returns the speech of a text, mono at SAMPLE_RATE, without silence at its ends.

        Raises DubFailed for a text that Polly rejects, and the errors of the SDK, after its retries.
        """
        from botocore.exceptions import ClientError

        text = {"Text": phonemes, "TextType": "text"}
        if speed != 1.0:
            rate = f'<speak><prosody rate="{round(speed * 100)}%">{escape(phonemes)}</prosody></speak>'
            text = {"Text": rate, "TextType": "ssml"}
        try:
            response = self._client.synthesize_speech(
                Engine="neural", VoiceId=voice, OutputFormat=FORMAT, SampleRate=str(SAMPLE_RATE), **text
            )
            encoded = response["AudioStream"].read()
        except ClientError as error:
            name = error.response["Error"]["Code"]
            if name not in {"TextLengthExceededException", "InvalidSsmlException"}:
                raise
            raise DubFailed(f"Amazon Polly rejected a sentence: {name}.") from error
        return trimmed(_decoded(encoded))


def _decoded(encoded: bytes) -> Audio:
    with tempfile.TemporaryDirectory(prefix="dub-") as folder:
        path = Path(folder) / "speech.ogg"
        path.write_bytes(encoded)
        return decode_own(path, 1, SAMPLE_RATE, Path(folder) / "speech.f32")[:]


def polly_client(**options: Any) -> Any:
    """Returns a client with the timeouts and retries of a dub."""
    import boto3
    from botocore.config import Config

    config = Config(
        connect_timeout=CONNECT_SECONDS,
        read_timeout=READ_SECONDS,
        retries={"mode": "standard", "total_max_attempts": ATTEMPTS},
    )
    return boto3.client("polly", config=config, **options)


def polly_engines(weights: Path) -> ServiceEngines:
    """Returns the engines with their weights in a folder; Amazon Polly speaks."""
    return ServiceEngines(weights, Polly(polly_client()), polly_voices)
