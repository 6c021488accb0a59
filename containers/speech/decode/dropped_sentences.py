"""Recovers dropped sentences: speech without words. Whisper omits sentences, above all beside another language."""

from dataclasses import dataclass, replace

import numpy as np

from speech.audio.arrays import Floats
from speech.audio.timeline import Span
from speech.decode.hypothesis import COMPRESSION_LIMIT, Hypothesis
from speech.decode.windows import PAD_SECONDS, Window
from speech.languages.sentences import ends_sentence
from speech.languages.text import normalized
from speech.timing.words import TimedWord
from speech.vad.detector import FRAME_SECONDS, SPEECH_PROBABILITY

# A word takes this long, and this much more per character. A longer word was stretched over a dropped sentence.
WORD_SECONDS = 0.5
CHARACTER_SECONDS = 0.12
# The precision of word times. A pause of BRIDGED_SECONDS divides two gaps.
TOLERANCE_SECONDS = 0.2
BRIDGED_SECONDS = 0.6
MIN_SECONDS = 0.6
MIN_CUT_SECONDS = 3.0
# The share of a gap in which speech is more likely than not.
MIN_SPEECH_SHARE = 0.5

# A text that is decoded without its context and was dropped before needs better scores than others.
MIN_LOG_PROBABILITY = -0.6
MAX_NO_SPEECH_PROBABILITY = 0.3
MAX_CHARACTERS_PER_SECOND = 30.0
NEIGHBORS = 8
# A repeated sentence: at least this many words over this time, beside words that are not crowded.
MIN_REPEATED_WORDS = 3
MIN_REPEATED_SECONDS = 1.2
CROWDED_WORD_SECONDS = 0.13


def gap_windows(words: list[TimedWord], probabilities: Floats, bounds: Span) -> list[Window]:
    """Returns windows over the speech within `bounds` that none of the words (in order) covers."""
    first, last = int(bounds.start / FRAME_SECONDS), min(len(probabilities), int(np.ceil(bounds.end / FRAME_SECONDS)))
    covers = [span for index in range(len(words)) for span in plausible_spans(words, index)]
    uncovered = probabilities[first:last] >= SPEECH_PROBABILITY
    for span in covers:
        start, end = (span.start - TOLERANCE_SECONDS) / FRAME_SECONDS, (span.end + TOLERANCE_SECONDS) / FRAME_SECONDS
        uncovered[max(0, int(start) - first) : max(0, int(np.ceil(end)) - first)] = False
    frames = np.flatnonzero(uncovered)
    if not len(frames):
        return []
    found = []
    for group in np.split(frames, np.flatnonzero(np.diff(frames) * FRAME_SECONDS > BRIDGED_SECONDS) + 1):
        start, end = (first + group[0]) * FRAME_SECONDS, (first + group[-1] + 1) * FRAME_SECONDS
        if end - start < MIN_SECONDS or len(group) * FRAME_SECONDS < MIN_SPEECH_SHARE * (end - start):
            continue
        floor = max((span.end for span in covers if span.start < start), default=bounds.start)
        ceiling = min((span.start for span in covers if span.end > end), default=bounds.end)
        start, end = max(bounds.start, floor, start - PAD_SECONDS), min(bounds.end, ceiling, end + PAD_SECONDS)
        if end - start >= MIN_SECONDS:
            found.append(Window((Span(start, end),)))
    return found


def split_gap(gap: Window, probabilities: Floats) -> list[Window]:
    """Returns two windows, cut at the lowest speech probability in the middle of a gap; none when it is short."""
    span = gap.spans[0]
    if span.seconds < MIN_CUT_SECONDS:
        return []
    first = int((span.start + span.seconds * 0.25) / FRAME_SECONDS)
    last = int((span.start + span.seconds * 0.75) / FRAME_SECONDS)
    cut = (first + int(np.argmin(probabilities[first:last])) + 0.5) * FRAME_SECONDS
    return [Window((Span(span.start, cut),)), Window((Span(cut, span.end),))]


def plausible_spans(words: list[TimedWord], index: int) -> list[Span]:
    """Returns where a word may have been spoken.

    All of its time, or, when that is too long, the end that adjoins its sentence.
    """
    word = words[index]
    max_seconds = WORD_SECONDS + CHARACTER_SECONDS * len(normalized(word.text))
    if word.end - word.start <= max_seconds:
        return [Span(word.start, word.end)]
    first, last = Span(word.start, word.start + max_seconds), Span(word.end - max_seconds, word.end)
    begins, ends = begins_sentence(words, index), ends_sentence(word.text)
    if begins == ends:
        return [first, last]
    return [last] if begins else [first]


def begins_sentence(words: list[TimedWord], index: int) -> bool:
    """Returns whether the word is the first of a sentence."""
    return index == 0 or ends_sentence(words[index - 1].text)


@dataclass(frozen=True)
class Gap:
    """A gap to fill: its start and duration in seconds."""

    start: float
    seconds: float


def is_recovered(hypothesis: Hypothesis, gap: Gap, words: list[TimedWord]) -> bool:
    """Returns whether the text of a gap is reliable and not already written beside the gap.

    `words`: the words of the transcript so far, in order.
    """
    spoken = normalized(hypothesis.text).split()
    is_doubtful = (
        hypothesis.log_probability < MIN_LOG_PROBABILITY
        or hypothesis.no_speech_probability > MAX_NO_SPEECH_PROBABILITY
        or hypothesis.compression > COMPRESSION_LIMIT
        or len(hypothesis.text) > MAX_CHARACTERS_PER_SECOND * gap.seconds
    )
    if not spoken or is_doubtful:
        return False
    before = [word for word in words if word.start < gap.start][-NEIGHBORS:]
    after = [word for word in words if word.start >= gap.start][:NEIGHBORS]
    beside = [*before, *after]
    written = {part for word in beside for part in normalized(word.text).split()}
    if not all(part in written for part in spoken):
        return True
    # Either a sentence is repeated, or these are the neighbors, whose times are wrong.
    seconds_per_word = sum(word.end - word.start for word in beside) / len(beside)
    return (
        len(spoken) >= MIN_REPEATED_WORDS
        and gap.seconds >= MIN_REPEATED_SECONDS
        and seconds_per_word >= CROWDED_WORD_SECONDS
    )


def inserted(words: list[TimedWord], added: list[TimedWord], gap: Span) -> list[TimedWord]:
    """Returns the words with those of a gap inserted as one run. All in order."""
    if not added:
        return words
    at = next((index for index in range(len(words)) if middle_of(words, index) >= gap.start), len(words))
    before, after = [replace(word) for word in words[:at]], [replace(word) for word in words[at:]]
    # Words that were stretched over the gap are shortened.
    for word in before[-1:]:
        word.end = max(word.start, min(word.end, gap.start))
    for word in after[:1]:
        word.start = min(word.end, max(word.start, gap.end))
    return [*before, *added, *after]


def middle_of(words: list[TimedWord], index: int) -> float:
    """Returns the middle of the word's first plausible span in seconds."""
    span = plausible_spans(words, index)[0]
    return (span.start + span.end) / 2
