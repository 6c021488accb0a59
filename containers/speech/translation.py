"""What is said, in English: Whisper has learnt to translate into it while it listens.

Passages of a few sentences are heard at once, for their meaning, and stay near their time.
"""

from collections.abc import Callable

import numpy as np

from sentences import ends_sentence
from speech_regions import SAMPLE_RATE, Span
from whisper_engine import WhisperEngine, is_bad
from windows import Window
from word_times import TimedWord

# A passage is ended by a sentence's end from here on, and by a pause.
LONG_ENOUGH_SECONDS = 7.0
PAUSE_SECONDS = 1.2
LONGEST_SECONDS = 27.0
PAD_SECONDS = 0.15
BATCH_PASSAGES = 4
# A passage that is not understood is heard in parts, and those once more: a misheard filler must not cost its neighbours.
DEEPEST_SPLIT = 2
FEWEST_WORDS_TO_SPLIT = 4


def passages_of(words: list[TimedWord]) -> list[list[TimedWord]]:
    """The words in order, in groups of whole sentences as far as these are short enough."""
    passages: list[list[TimedWord]] = []
    for word in words:
        last = passages[-1] if passages else None
        if last is None or is_over(last, word):
            passages.append([word])
        else:
            last.append(word)
    return passages


def is_over(passage: list[TimedWord], word: TimedWord) -> bool:
    seconds = passage[-1].end - passage[0].start
    return (
        word.start - passage[-1].end >= PAUSE_SECONDS
        or (ends_sentence(passage[-1].text) and seconds >= LONG_ENOUGH_SECONDS)
        or word.end - passage[0].start > LONGEST_SECONDS
    )


def in_english(
    engine: WhisperEngine,
    track: np.ndarray,
    words: list[TimedWord],
    language: str,
    on_progress: Callable[[float], None] = lambda done: None,
) -> list[dict]:
    """Passages in English, with the times of what was said. What could not be understood is left out."""
    passages = passages_of(words)
    result = []
    for first in range(0, len(passages), BATCH_PASSAGES):
        batch = passages[first : first + BATCH_PASSAGES]
        result += _told(engine, track, batch, language, 0)
        on_progress(min(1.0, (first + len(batch)) / len(passages)))
    return result


def _told(
    engine: WhisperEngine, track: np.ndarray, passages: list[list[TimedWord]], language: str, depth: int
) -> list[dict]:
    track_seconds = len(track) / SAMPLE_RATE
    windows = [
        Window((Span(max(0.0, p[0].start - PAD_SECONDS), min(track_seconds, p[-1].end + PAD_SECONDS)),))
        for p in passages
    ]
    encoded = engine.encode([window.samples(track) for window in windows])
    result = []
    for passage, heard in zip(passages, engine.in_english(encoded, language)):
        text = heard.text.strip()
        if text and not is_bad(heard):
            result.append({"startSeconds": passage[0].start, "endSeconds": passage[-1].end, "text": text})
        elif depth < DEEPEST_SPLIT and len(passage) >= FEWEST_WORDS_TO_SPLIT:
            result += _told(engine, track, parts_of(passage), language, depth + 1)
    return result


def parts_of(passage: list[TimedWord]) -> list[list[TimedWord]]:
    """Two parts: behind the end of a sentence where there is one, else at the longest pause; the more in the middle the
    better."""
    middle = len(passage) / 2

    def fitness(at: int) -> tuple[bool, float, float]:
        ends = ends_sentence(passage[at - 1].text)
        return ends, round(passage[at].start - passage[at - 1].end, 1), -abs(at - middle)

    at = max(range(1, len(passage)), key=fitness)
    return [passage[:at], passage[at:]]
