"""Compares what a recognizer transcribed with the text that was spoken."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypedDict

from dub.spoken_words import is_number, spoken_words

# Recognized words that sound like the text except for this share of their phonemes are no error. It is one in six, so
# that short words have to be the same.
MAX_OTHER_PHONEMES = 1 / 6
# Marks of stress, length, pauses and spaces.
UNSOUNDED = re.compile(r"[\W_ˈˌː]")
# Vowels and the shorter ones that sound like them. French has another "y".
SIMILAR = str.maketrans("ɪjʊw", "iiuu")
SIMILAR_EXCEPT_FRENCH = str.maketrans("ɪjyʊw", "iiiuu")

Phonemes = Callable[[str], str]


class TimedText(TypedDict):
    """A word of the text, with its punctuation, and when it is spoken. Seconds."""

    text: str
    startSeconds: float
    endSeconds: float


class RecognizedWord(NamedTuple):
    """A recognized word. Seconds."""

    text: str
    start: float
    end: float


class Comparison(NamedTuple):
    """The share of wrong words, as a rule 0 to 1, and the words of the text with their times.

    `recognized`: the recognized words as they are spoken.
    """

    error_rate: float
    words: list[TimedText]
    recognized: list[str]


def compare(
    text: str, recognized: list[RecognizedWord], seconds: float, language: str, phonemes: Phonemes = str
) -> Comparison:
    """Aligns recognized words with a text of `seconds`.

    Numbers and units count as the words that they are spoken as. Words that sound alike by their `phonemes` are no
    errors: a recognizer spells names that it does not know as other words. Words of the text that were not recognized
    get the time between their neighbors.
    """
    written = text.split()
    expected = spoken_words(written, language)
    found = spoken_words([word.text for word in recognized], language)
    pairs = _align([part.spoken for part in expected], [part.spoken for part in found])
    differences = _differences([part.spoken for part in expected], [part.spoken for part in found], pairs)
    errors = sum(max(map(len, one)) for one in differences if not _sound_alike(*one, language, phonemes))
    spans: dict[int, tuple[float, float]] = {}
    for at, other in pairs:
        index, word = expected[at].word, recognized[found[other].word]
        start, end = spans.get(index, (word.start, word.end))
        spans[index] = (min(start, word.start), max(end, word.end))
    rate = errors / len(expected) if expected else 0.0
    return Comparison(rate, _timed(written, spans, seconds), [part.spoken for part in found])


def _differences(
    expected: list[str], found: list[str], pairs: list[tuple[int, int]]
) -> list[tuple[list[str], list[str]]]:
    """Returns the words between those that are equal: of the text, and recognized."""
    equal = [(at, other) for at, other in pairs if expected[at] == found[other]]
    spans = zip([(-1, -1), *equal], [*equal, (len(expected), len(found))], strict=True)
    return [(expected[at + 1 : until], found[other + 1 : before]) for (at, other), (until, before) in spans]


def _sound_alike(expected: list[str], found: list[str], language: str, phonemes: Phonemes) -> bool:
    """Returns whether words differ in few phonemes. Numbers are too similar to each other: sixty, seventy."""
    if not expected or not found or any(is_number(word, language) for word in [*expected, *found]):
        return False
    similar = SIMILAR if language == "fr" else SIMILAR_EXCEPT_FRENCH
    first, second = (UNSOUNDED.sub("", phonemes(" ".join(words))).translate(similar) for words in (expected, found))
    return _edits(first, second)[-1][-1] <= MAX_OTHER_PHONEMES * max(len(first), len(second))


def _edits(expected: Sequence[str], found: Sequence[str]) -> list[list[int]]:
    """Returns the numbers of insertions, deletions and substitutions between all beginnings of two sequences."""
    rows = [list(range(len(found) + 1))]
    for at, item in enumerate(expected, 1):
        row, above = [at], rows[-1]
        for other, candidate in enumerate(found, 1):
            row.append(min(above[other - 1] + (item != candidate), above[other] + 1, row[other - 1] + 1))
        rows.append(row)
    return rows


def _align(expected: list[str], found: list[str]) -> list[tuple[int, int]]:
    """Returns the pairs of corresponding words, with the fewest insertions, deletions and substitutions."""
    rows = _edits(expected, found)
    pairs = []
    at, other = len(expected), len(found)
    while at > 0 and other > 0:
        is_equal = expected[at - 1] == found[other - 1]
        if rows[at][other] == rows[at - 1][other - 1] + (not is_equal):
            at, other = at - 1, other - 1
            pairs.append((at, other))
        elif rows[at][other] == rows[at - 1][other] + 1:
            at -= 1
        else:
            other -= 1
    return pairs[::-1]


def _timed(written: list[str], spans: dict[int, tuple[float, float]], seconds: float) -> list[TimedText]:
    words: list[TimedText] = []
    at, before = 0, 0.0
    while at < len(written):
        if at in spans:
            start = min(max(spans[at][0], before), seconds)
            before = min(max(spans[at][1], start), seconds)
            words.append({"text": written[at], "startSeconds": round(start, 3), "endSeconds": round(before, 3)})
            at += 1
            continue
        until = next((index for index in range(at, len(written)) if index in spans), len(written))
        limit = max(before, spans[until][0]) if until in spans else seconds
        # Longer words take longer.
        total = sum(len(word) for word in written[at:until])
        for word in written[at:until]:
            start, before = before, before + (limit - before) * len(word) / total
            total -= len(word)
            words.append({"text": word, "startSeconds": round(start, 3), "endSeconds": round(before, 3)})
        at = until
    return words
