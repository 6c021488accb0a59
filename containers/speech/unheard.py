"""Speech that no word was written for: the recogniser leaves out sentences, most of all beside another language."""

from dataclasses import replace

import numpy as np

from invention import plain
from sentences import ends_sentence
from speech_regions import FRAME_SECONDS, SPOKEN_PROBABILITY, Span
from whisper_engine import COMPRESSION_LIMIT, Heard
from windows import PAD_SECONDS, Window
from word_times import TimedWord

# A word takes this long and this much more for each character; what is longer was stretched over something unheard.
WORD_SECONDS = 0.5
CHARACTER_SECONDS = 0.12
# Times are this exact; a pause of this length divides what is looked for.
NEAR_SECONDS = 0.2
BRIDGED_SECONDS = 0.6
SHORTEST_SECONDS = 0.6
SHORTEST_CUT_SECONDS = 3.0
# Share of a stretch in which the detector is sure of a voice.
LEAST_SPOKEN_SHARE = 0.5

# What is heard without its surroundings and was left out before must be surer than the rest.
LEAST_LOG_PROBABILITY = -0.6
LARGEST_NO_SPEECH_PROBABILITY = 0.3
FASTEST_CHARACTERS_PER_SECOND = 30.0
NEIGHBOURS = 8
FEWEST_REPEATED = 3
SHORTEST_REPEATED_SECONDS = 1.2
CRAMMED_WORD_SECONDS = 0.13


def unheard_windows(words: list[TimedWord], probabilities: np.ndarray, bounds: Span) -> list[Window]:
    """Windows over speech within `bounds` that none of the words (in order) covers."""
    first, last = int(bounds.start / FRAME_SECONDS), min(len(probabilities), int(np.ceil(bounds.end / FRAME_SECONDS)))
    covers = [span for index in range(len(words)) for span in plausible(words, index)]
    unheard = probabilities[first:last] >= SPOKEN_PROBABILITY
    for span in covers:
        start, end = (span.start - NEAR_SECONDS) / FRAME_SECONDS, (span.end + NEAR_SECONDS) / FRAME_SECONDS
        unheard[max(0, int(start) - first) : max(0, int(np.ceil(end)) - first)] = False
    frames = np.flatnonzero(unheard)
    if not len(frames):
        return []
    found = []
    for group in np.split(frames, np.flatnonzero(np.diff(frames) * FRAME_SECONDS > BRIDGED_SECONDS) + 1):
        start, end = (first + group[0]) * FRAME_SECONDS, (first + group[-1] + 1) * FRAME_SECONDS
        if end - start < SHORTEST_SECONDS or len(group) * FRAME_SECONDS < LEAST_SPOKEN_SHARE * (end - start):
            continue
        floor = max((span.end for span in covers if span.start < start), default=bounds.start)
        ceiling = min((span.start for span in covers if span.end > end), default=bounds.end)
        start, end = max(bounds.start, floor, start - PAD_SECONDS), min(bounds.end, ceiling, end + PAD_SECONDS)
        if end - start >= SHORTEST_SECONDS:
            found.append(Window((Span(start, end),)))
    return found


def cut_at_weakest(gap: Window, probabilities: np.ndarray) -> list[Window]:
    """Two windows cut where the voice is least sure in the middle of a gap; none when it is short."""
    span = gap.pieces[0]
    if span.seconds < SHORTEST_CUT_SECONDS:
        return []
    first = int((span.start + span.seconds * 0.25) / FRAME_SECONDS)
    last = int((span.start + span.seconds * 0.75) / FRAME_SECONDS)
    cut = (first + int(np.argmin(probabilities[first:last])) + 0.5) * FRAME_SECONDS
    return [Window((Span(span.start, cut),)), Window((Span(cut, span.end),))]


def plausible(words: list[TimedWord], index: int) -> list[Span]:
    """Where a word may have been spoken: all of its time; of a time that is too long, what is next to the rest of its
    sentence."""
    word = words[index]
    longest = WORD_SECONDS + CHARACTER_SECONDS * len(plain(word.text))
    if word.end - word.start <= longest:
        return [Span(word.start, word.end)]
    first, last = Span(word.start, word.start + longest), Span(word.end - longest, word.end)
    begins, ends = begins_sentence(words, index), ends_sentence(word.text)
    return [first, last] if begins == ends else [last] if begins else [first]


def begins_sentence(words: list[TimedWord], index: int) -> bool:
    return index == 0 or ends_sentence(words[index - 1].text)


def is_worth_keeping(heard: Heard, seconds: float, words: list[TimedWord], at: float) -> bool:
    """Whether a text heard in a gap is surely said, and not what stands beside the gap already. `words`: those that
    are written, in order. `at`: where the gap begins."""
    said = plain(heard.text).split()
    if not said or heard.log_probability < LEAST_LOG_PROBABILITY:
        return False
    if heard.no_speech_probability > LARGEST_NO_SPEECH_PROBABILITY or heard.compression > COMPRESSION_LIMIT:
        return False
    if len(heard.text) > FASTEST_CHARACTERS_PER_SECOND * seconds:
        return False
    before = [word for word in words if word.start < at][-NEIGHBOURS:]
    after = [word for word in words if word.start >= at][:NEIGHBOURS]
    beside = [*before, *after]
    if not all(part in {p for word in beside for p in plain(word.text).split()} for part in said):
        return True
    # Somebody may say a sentence again; else these are the neighbours, whose times are wrong.
    spoken_each = sum(word.end - word.start for word in beside) / len(beside)
    return len(said) >= FEWEST_REPEATED and seconds >= SHORTEST_REPEATED_SECONDS and spoken_each >= CRAMMED_WORD_SECONDS


def inserted(words: list[TimedWord], added: list[TimedWord], gap: Span) -> list[TimedWord]:
    """A run of words heard in a gap put in its place, in one piece. All in order."""
    if not added:
        return words
    at = next((index for index, word in enumerate(words) if middle(words, index) >= gap.start), len(words))
    before, after = [replace(word) for word in words[:at]], [replace(word) for word in words[at:]]
    # What was stretched over the gap makes room.
    for word in before[-1:]:
        word.end = max(word.start, min(word.end, gap.start))
    for word in after[:1]:
        word.start = min(word.end, max(word.start, gap.end))
    return [*before, *added, *after]


def middle(words: list[TimedWord], index: int) -> float:
    span = plausible(words, index)[0]
    return (span.start + span.end) / 2
