"""Timed words of a track."""

from dataclasses import dataclass


@dataclass
class TimedWord:
    """A word with its punctuation. Start and end in seconds on the track; confidence 0 to 1."""

    text: str
    space_before: bool
    start: float
    end: float
    confidence: float


def in_order(words: list[TimedWord], track_seconds: float) -> list[TimedWord]:
    """Returns all words with times rounded to milliseconds, inside of the track and without overlap."""
    result: list[TimedWord] = []
    before = 0.0
    for index, word in enumerate(words):
        start = min(max(word.start, before), track_seconds)
        end = min(max(word.end, start), track_seconds)
        if index + 1 < len(words):
            following = max(words[index + 1].start, start)
            end = min(end, following) if following > start else end
        start, end = round(float(start), 3), round(float(end), 3)
        result.append(TimedWord(word.text, word.space_before, start, max(start, end), word.confidence))
        before = result[-1].end
    return result
