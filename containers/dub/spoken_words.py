"""Words as they are spoken, so that a text and its recognition compare: numbers, currencies and percentages.

A recognizer writes "$40" where the text has "40 dollars", and the reverse.
"""

import re
from typing import NamedTuple

from speech.languages.numbers import number_words
from speech.languages.text import normalized

# A mark between the thousands of a number, which one side may leave out.
THOUSANDS_MARK = re.compile(r"(?<=\d)[.,'’\s](?=\d{3}(?!\d))")
SYMBOLS = {"R$": "real", "$": "dollar", "€": "euro", "£": "pound", "¥": "yen", "₹": "rupee", "%": "percent"}
SYMBOL = re.compile("|".join(re.escape(symbol) for symbol in SYMBOLS))
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


class SpokenWord(NamedTuple):
    """A word as it is spoken, and the index of the written word that it belongs to."""

    spoken: str
    word: int
    is_number: bool = False
    is_symbol: bool = False


def spoken_words(words: list[str], language: str) -> list[SpokenWord]:
    """Returns the words as they are spoken; units follow their numbers."""
    spoken: list[SpokenWord] = []
    for index, word in enumerate(words):
        spoken += _of_word(word, index, language)
    return _behind_numbers(_joined(spoken))


def _of_word(word: str, index: int, language: str) -> list[SpokenWord]:
    text = THOUSANDS_MARK.sub("", word)
    found: list[SpokenWord] = []
    at = 0
    for match in [*SYMBOL.finditer(text), None]:
        end = match.start() if match else len(text)
        for token in normalized(text[at:end]).split():
            numbers = number_words(token, language) if token.isdecimal() else []
            found += [SpokenWord(normalized(one), index, True) for one in numbers]
            if not numbers:
                found.append(SpokenWord(NAMES.get(token, token), index, token.isdecimal()))
        if match:
            found.append(SpokenWord(SYMBOLS[match.group()], index, is_symbol=True))
            at = match.end()
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


def _behind_numbers(words: list[SpokenWord]) -> list[SpokenWord]:
    """Moves symbols behind the numbers that they precede: "$40" is spoken as "40 dollars".

    They exchange their written words, whose times stay in order.
    """
    moved: list[SpokenWord] = []
    waiting: SpokenWord | None = None
    for word in words:
        if waiting is not None and not word.is_number:
            moved.append(waiting)
            waiting = None
        follows_number = bool(moved) and moved[-1].is_number
        if word.is_symbol and not follows_number:
            waiting = word
        elif waiting is not None and not follows_number:
            moved.append(word._replace(word=waiting.word))
            waiting = waiting._replace(word=word.word)
        else:
            moved.append(word)
    return moved if waiting is None else [*moved, waiting]
