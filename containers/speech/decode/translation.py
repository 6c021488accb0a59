"""English translation by Whisper, in passages of a few sentences, so that the text stays close to its time."""

from collections.abc import Callable
from dataclasses import dataclass

from speech.audio.arrays import Samples
from speech.audio.timeline import SAMPLE_RATE, Span
from speech.decode.whisper import WhisperEngine
from speech.decode.windows import Window
from speech.languages.sentences import ends_sentence
from speech.recognition import TranslatedPassage
from speech.timing.words import TimedWord

# A passage ends at a sentence end from here on, and at a pause.
MIN_SECONDS = 7.0
PAUSE_SECONDS = 1.2
MAX_SECONDS = 27.0
PAD_SECONDS = 0.15
BATCH_PASSAGES = 4
# A passage that fails is translated in parts, and those once more: a misrecognized filler must not cost its neighbors.
MAX_SPLIT_DEPTH = 2
MIN_WORDS_TO_SPLIT = 4

Passage = list[TimedWord]


def ignore_progress(_done: float) -> None:
    """Does nothing."""


def passages_of(words: list[TimedWord]) -> list[Passage]:
    """Returns the words in order, in passages of whole sentences where these are short enough."""
    passages: list[Passage] = []
    for word in words:
        last = passages[-1] if passages else None
        if last is None or is_complete(last, word):
            passages.append([word])
        else:
            last.append(word)
    return passages


def is_complete(passage: Passage, following: TimedWord) -> bool:
    """Returns whether a passage ends before the following word."""
    seconds = passage[-1].end - passage[0].start
    return (
        following.start - passage[-1].end >= PAUSE_SECONDS
        or (ends_sentence(passage[-1].text) and seconds >= MIN_SECONDS)
        or following.end - passage[0].start > MAX_SECONDS
    )


def split_passage(passage: Passage) -> list[Passage]:
    """Returns two parts: split after a sentence end if there is one, else at the longest pause, close to the middle."""
    middle = len(passage) / 2

    def suitability(at: int) -> tuple[bool, float, float]:
        ends = ends_sentence(passage[at - 1].text)
        return ends, round(passage[at].start - passage[at - 1].end, 1), -abs(at - middle)

    at = max(range(1, len(passage)), key=suitability)
    return [passage[:at], passage[at:]]


@dataclass(frozen=True)
class Translator:
    """Translates speech in one language. `track`: mono audio of the whole file."""

    engine: WhisperEngine
    track: Samples
    language: str

    def translate(
        self, words: list[TimedWord], on_progress: Callable[[float], object] = ignore_progress
    ) -> list[TranslatedPassage]:
        """Returns passages in English with the times of the original. Passages that fail are omitted.

        `on_progress` is called with the completed share, 0 to 1.
        """
        passages = passages_of(words)
        result = []
        for first in range(0, len(passages), BATCH_PASSAGES):
            batch = passages[first : first + BATCH_PASSAGES]
            result += self._translate(batch, 0)
            on_progress(min(1.0, (first + len(batch)) / len(passages)))
        return result

    def _translate(self, passages: list[Passage], depth: int) -> list[TranslatedPassage]:
        encoded = self.engine.encode([self._window(passage).samples(self.track) for passage in passages])
        result: list[TranslatedPassage] = []
        for passage, hypothesis in zip(passages, self.engine.translate(encoded, self.language), strict=True):
            text = hypothesis.text.strip()
            if text and not hypothesis.is_poor:
                result.append({"startSeconds": passage[0].start, "endSeconds": passage[-1].end, "text": text})
            elif depth < MAX_SPLIT_DEPTH and len(passage) >= MIN_WORDS_TO_SPLIT:
                result += self._translate(split_passage(passage), depth + 1)
        return result

    def _window(self, passage: Passage) -> Window:
        track_seconds = len(self.track) / SAMPLE_RATE
        start = max(0.0, passage[0].start - PAD_SECONDS)
        return Window((Span(start, min(track_seconds, passage[-1].end + PAD_SECONDS)),))
