"""The engines of a dub: networks with their weights in a folder, and a voice engine that is a network or a service."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from dub.kokoro import Kokoro
from dub.match_speaker import SpeakerMatcher
from dub.phonemes import Phonemizer, PlainText
from dub.recognition import WhisperListener
from dub.sentence_speaker import Engine, SentenceSpeaker
from dub.separation import Separator
from dub.speak_step import SourceSeparator, Speaker
from dub.speaker_encoder import Encoder, SpeakerEncoder
from dub.voice_bank import voice_bank, voice_sample
from dub.voices import Voice, kokoro_voices
from speech.runtime import processor_count


class ModelEngines:
    """The engines with their weights in a folder; Kokoro speaks."""

    def __init__(self, weights: Path) -> None:
        self._weights = weights

    def separator(self) -> SourceSeparator:
        """Loads the separation."""
        return Separator(self._weights, processor_count())

    def encoder(self) -> Encoder:
        """Loads the encoder of voices."""
        return SpeakerEncoder(self._weights, processor_count())

    def voices(self, language: str) -> list[Voice]:
        """Returns the voices of a language."""
        return kokoro_voices(language)

    @contextmanager
    def speaker(self, scratch: Path) -> Iterator[Speaker]:
        """Loads the voice engine and the recognizer."""
        with Phonemizer() as phonemizer:
            kokoro = Kokoro(self._weights, processor_count())
            matcher = SpeakerMatcher(self.encoder(), voice_bank(), voice_sample)
            yield SentenceSpeaker(kokoro, phonemizer, WhisperListener(), scratch, matcher)


class ServiceEngines(ModelEngines):
    """The same, but a service speaks: it gets texts, and its voices are used as they are."""

    def __init__(self, weights: Path, service: Engine, voices_of: Callable[[str], list[Voice]]) -> None:
        """`voices_of`: the voices of a language."""
        super().__init__(weights)
        self._service = service
        self._voices_of = voices_of

    def voices(self, language: str) -> list[Voice]:
        """Returns the voices of a language."""
        return self._voices_of(language)

    @contextmanager
    def speaker(self, scratch: Path) -> Iterator[Speaker]:
        """Loads the recognizer."""
        yield SentenceSpeaker(self._service, PlainText(), WhisperListener(), scratch)
