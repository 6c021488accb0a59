"""Speaks sentences, and transcribes them back until each is understood."""

import itertools
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy

from dub.arrays import Audio
from dub.audio_file import FLAC, encode
from dub.comparison import Comparison, RecognizedWord, compare
from dub.job import SpeakerVoice
from dub.kokoro import SAMPLE_RATE
from dub.voice_bank import SENTENCES
from dub.voice_match import MatchedVoice, matched

# A sentence with more wrong words is spoken again. Recognition errors of names and numbers stay below it in most cases.
MAX_ERROR_RATE = 0.15
# The engine is deterministic: another speed makes another attempt.
SLOWER = 0.9
# Of a text that has no sounds.
SILENT_SECONDS = 0.1
# Silence between sentences that are transcribed together.
GAP_SECONDS = 0.8


class Engine(Protocol):
    """A voice engine."""

    def speak(self, phonemes: str, voice: str, speed: float = 1.0) -> Audio:
        """Returns speech, mono at SAMPLE_RATE."""


class PhonemeSource(Protocol):
    """A phonemizer."""

    def phonemes(self, text: str, language: str) -> str:
        """Returns the phonemes of a text."""


class Listener(Protocol):
    """A recognizer of speech."""

    def words(self, path: Path, language: str) -> list[RecognizedWord]:
        """Returns the words of an audio file."""


class Matcher(Protocol):
    """Chooses voices that resemble a speaker."""

    def matched_voices(
        self, speaker: SpeakerVoice, names: list[str], speak: Callable[[str], Audio]
    ) -> list[MatchedVoice]:
        """Returns the voices for a speaker, best first. `speak`: a sentence in a voice."""


class Request(NamedTuple):
    """A sentence to speak, and the voices for it, best first."""

    text: str
    voices: list[MatchedVoice]


class Attempt(NamedTuple):
    """Speech, mono at SAMPLE_RATE, and how it was understood.

    `voice`: its name. `together`: the sentences of its transcription; none for a sentence alone.
    """

    audio: Audio
    voice: str
    comparison: Comparison
    together: tuple[str, ...] = ()

    @property
    def is_understood(self) -> bool:
        """Whether few enough words were wrong."""
        return self.comparison.error_rate <= MAX_ERROR_RATE


class _Speech(NamedTuple):
    """Speech that has not been transcribed yet."""

    audio: Audio
    voice: str


class SentenceSpeaker:
    """Speaks with the best voice twice, then with the next one; keeps the attempt that is understood best.

    Sentences are transcribed together: the recognizer takes as long for a short sentence as for 30 s.
    """

    def __init__(
        self,
        engine: Engine,
        phonemizer: PhonemeSource,
        listener: Listener,
        scratch: Path,
        matcher: Matcher | None = None,
    ) -> None:
        """`matcher`: None for an engine whose voices are used as they are."""
        self._engine = engine
        self._phonemizer = phonemizer
        self._listener = listener
        self._scratch = scratch
        self._matcher = matcher
        # Speech of candidates, by phonemes and voice, until the dub needs it.
        self._candidates: dict[tuple[str, str], Audio] = {}

    def matched_voices(
        self, speaker: SpeakerVoice, names: list[str], language: str, text: str | None
    ) -> list[MatchedVoice]:
        """Returns the voices for a speaker, best first.

        `names`: voices of the engine, best first. `text`: a sentence of the speaker for the comparison, whose speech is
        kept for the dub; None for that of the voices' samples.
        """
        if self._matcher is None:
            return [MatchedVoice(name) for name in names]
        phonemes = self._phonemizer.phonemes(text or SENTENCES[language], language)

        def speak(voice: str) -> Audio:
            audio = self._engine.speak(phonemes, voice)
            if text is not None:
                self._candidates[phonemes, voice] = audio
            return audio

        return self._matcher.matched_voices(speaker, names, speak)

    def speak(self, requests: list[Request], language: str) -> list[Attempt]:
        """Returns the first attempt for each sentence; a short silence for a text without sounds, such as a dash."""
        spoken = [self._say(request, 0, 1.0, language) for request in requests]
        return self._recognize(requests, spoken, language)

    def speak_unchecked(self, request: Request, language: str) -> Attempt:
        """Returns speech that the recognizer would not understand: it is not transcribed, and all words are wrong."""
        audio, voice = self._say(request, 0, 1.0, language)
        return Attempt(audio, voice, compare(request.text, [], len(audio) / SAMPLE_RATE, language))

    def improve(self, requests: list[Request], attempts: list[Attempt], language: str) -> list[Attempt]:
        """Returns the best attempts for sentences that were not understood, in rounds: all of them beside each other.

        Transcribes the same speech without the sentences that were understood, then speaks slower, then with the next
        voice. What is misunderstood in the same way twice is not: the recognizer does not know the word.
        """
        best = list(attempts)
        again = {index: _Speech(one.audio, one.voice) for index, one in enumerate(attempts) if one.together}
        # The same speech would be understood in the same way.
        if any(attempts[index].together != tuple(requests[one].text for one in again) for index in again):
            self._try(best, requests, again, language)
        slower = {index: self._say(requests[index], 0, SLOWER, language) for index in doubtful_of(best)}
        unknown = self._try(best, requests, slower, language)
        others = [index for index in doubtful_of(best) if index not in unknown and len(requests[index].voices) > 1]
        self._try(best, requests, {index: self._say(requests[index], 1, 1.0, language) for index in others}, language)
        return best

    def _try(self, best: list[Attempt], requests: list[Request], others: dict[int, _Speech], language: str) -> set[int]:
        """Replaces attempts by others, of the same index, that are understood better. In place.

        Returns the indexes of those in which the same words were recognized.
        """
        if not others:
            return set()
        attempts = self._recognize([requests[index] for index in others], list(others.values()), language)
        same = set()
        for index, attempt in zip(others, attempts, strict=True):
            if attempt.comparison.recognized == best[index].comparison.recognized:
                same.add(index)
            if attempt.comparison.error_rate < best[index].comparison.error_rate:
                best[index] = attempt
        return same

    def _say(self, request: Request, place: int, speed: float, language: str) -> _Speech:
        """Speaks a sentence with the voice at a place of its list."""
        text, voice = request.text, request.voices[place]
        audio = numpy.zeros(0, numpy.float32)
        if any(letter.isalnum() for letter in text):
            phonemes = self._phonemizer.phonemes(text, language)
            known = self._candidates.pop((phonemes, voice.name), None) if speed == 1 else None
            audio = self._engine.speak(phonemes, voice.name, speed) if known is None else known
        if len(audio) == 0:
            return _Speech(numpy.zeros(round(SILENT_SECONDS * SAMPLE_RATE), numpy.float32), voice.name)
        return _Speech(matched(audio, SAMPLE_RATE, voice.match), voice.name)

    def _recognize(self, requests: list[Request], spoken: list[_Speech], language: str) -> list[Attempt]:
        """Transcribes speech one after the other; a word belongs to the one in which its middle is, or behind it."""
        path = self._scratch / "attempt.flac"
        gap = numpy.zeros(round(GAP_SECONDS * SAMPLE_RATE), numpy.float32)
        encode([piece for audio, _ in spoken for piece in (audio, gap)][:-1], 1, SAMPLE_RATE, FLAC, path)
        durations = [len(audio) / SAMPLE_RATE for audio, _ in spoken]
        starts = [0.0, *itertools.accumulate(seconds + GAP_SECONDS for seconds in durations)]
        words = self._listener.words(path, language)
        spans = zip(durations, itertools.pairwise(starts), strict=True)
        together = tuple(text for text, _ in requests) if len(requests) > 1 else ()
        compared = partial(compare, language=language, phonemes=lambda text: self._phonemizer.phonemes(text, language))
        return [
            Attempt(audio, voice, compared(text, _words_between(words, start, end), seconds), together)
            for (text, _), (audio, voice), (seconds, (start, end)) in zip(requests, spoken, spans, strict=True)
        ]


def doubtful_of(attempts: list[Attempt]) -> list[int]:
    """Returns the indexes of attempts that were not understood."""
    return [index for index, attempt in enumerate(attempts) if not attempt.is_understood]


def _words_between(words: list[RecognizedWord], start: float, end: float) -> list[RecognizedWord]:
    """Returns the words of a span, with times that count from its start."""
    return [
        RecognizedWord(word.text, max(0.0, word.start - start), word.end - start)
        for word in words
        if start <= (word.start + word.end) / 2 < end
    ]
