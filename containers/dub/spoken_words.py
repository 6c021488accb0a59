"""Words as they are spoken, so that a text and its recognition compare: numbers, amounts, units and abbreviations.

A recognizer writes "$40" where the text has "40 dollars", and the reverse.
"""

import itertools
import re
from bisect import bisect_right
from functools import cache
from typing import NamedTuple

from dub.verbalization import verbalizations
from speech.languages.numbers import WORDS, number_words
from speech.languages.text import normalized

# The names of these units in the languages of dubs.
NAMES = {
    name: unit
    for unit, names in {
        "real": "real reais reales réals",
        "dollar": "dollar dollars dólar dólares dollaro dollari",
        "euro": "euro euros",
        "pound": "pound pounds libra libras livre livres sterlina sterline",
        "yen": "yen yens iene ienes",
        "rupee": "rupee rupees rupia rupias rupie roupie roupies",
        "percent": "percent porcento porciento percento pourcent prozent",
    }.items()
    for name in map(normalized, names.split())
}
# "Per cent" in two words.
PERCENT = {(first, second) for first in ("por", "per", "pour") for second in ("cent", "cento", "ciento")}
WORD = re.compile(r"\S+")


class SpokenWord(NamedTuple):
    """A word as it is spoken, and the index of the written word that it belongs to."""

    spoken: str
    word: int


def spoken_words(words: list[str], language: str) -> list[SpokenWord]:
    """Returns the words as they are spoken. What is spoken in place of several words is divided among them in order."""
    text = " ".join(words)
    starts = [0, *itertools.accumulate(len(word) + 1 for word in words)]
    spoken: list[SpokenWord] = []

    def place_of(at: int) -> int:
        return bisect_right(starts, at) - 1

    def add_written(start: int, end: int) -> None:
        for match in WORD.finditer(text, start, end):
            spoken.extend(_of_word(match[0], place_of(match.start()), language))

    at = 0
    for start, end, replacement in verbalizations(text, language):
        add_written(at, start)
        first, count = place_of(start), place_of(end - 1) - place_of(start) + 1
        parts = replacement.split()
        for number, part in enumerate(parts):
            spoken.extend(_of_word(part, first + number * count // len(parts), language))
        at = end
    add_written(at, len(text))
    return _joined(spoken)


def is_number(word: str, language: str) -> bool:
    """Returns whether a spoken word is a number or a part of one."""
    return word.isdecimal() or word in _number_words(language)


@cache
def _number_words(language: str) -> frozenset[str]:
    return frozenset(normalized(word) for word in re.findall(r"\w+", WORDS.get(language, "")))


def _of_word(word: str, index: int, language: str) -> list[SpokenWord]:
    found: list[SpokenWord] = []
    for token in normalized(word.replace("%", " percent ")).split():
        numbers = number_words(token, language) if token.isdecimal() else []
        found += [SpokenWord(normalized(one), index) for one in numbers]
        if not numbers:
            found.append(SpokenWord(NAMES.get(token, token), index))
    return found


def _joined(words: list[SpokenWord]) -> list[SpokenWord]:
    """Joins "per cent"."""
    joined: list[SpokenWord] = []
    for word in words:
        if joined and (joined[-1].spoken, word.spoken) in PERCENT:
            joined[-1] = SpokenWord("percent", word.word)
        else:
            joined.append(word)
    return joined
