"""Writes amounts, units and abbreviations as they are spoken.

eSpeak NG reads "$3.50" as "dollar three point five zero", "10-20" as "ten dash twenty", and "Sr." letter by letter,
with the pause of a sentence behind it. A recognizer writes the same words in any of these forms.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from dub.verbalization_words import OTHER_WORDS, SCALE_LETTERS, UNIT_OF_SYMBOL, WORDS, Words

# Thousands in groups, then decimals. Not a part of a version, a date or a telephone number: 3.11.2, 3.5.2024, 1 800 555
# 0199.
GROUPS = r"[1-9]\d{0,2}(?:[.,'’ \u00a0\u202f]\d{3})+"
NUMBER = rf"(?<![\d.,/-])(?:{GROUPS}(?! ?\d)|\d+)(?:[.,]\d+)?(?![.,/-]?\d)"
GROUPED = re.compile(rf"({GROUPS})(?:([.,])(\d+))?|(\d+)(?:([.,])(\d+))?")
SYMBOL = "|".join(re.escape(symbol) for symbol in sorted(UNIT_OF_SYMBOL, key=len, reverse=True))
SPACE = r"[ \u00a0\u202f]?"
CENT_DIGITS = 2
VOWELS = "aeiouy"
# Pieces of a telephone number have this many digits or more.
TELEPHONE_DIGITS = 3


class Verbalization(NamedTuple):
    """A span of a text, and what is spoken in its place."""

    start: int
    end: int
    spoken: str


Speak = Callable[[re.Match[str]], str]


def verbalized(text: str, language: str) -> str:
    """Returns the text with its amounts, units and abbreviations as they are spoken."""
    pieces, at = [], 0
    for start, end, spoken in verbalizations(text, language):
        pieces += [text[at:start], spoken]
        at = end
    return "".join([*pieces, text[at:]])


def verbalizations(text: str, language: str) -> list[Verbalization]:
    """Returns what is spoken otherwise than it is written, by position."""
    found: list[Verbalization] = []
    for pattern, speak in _rules(language):
        for match in pattern.finditer(text):
            if all(match.end() <= one.start or match.start() >= one.end for one in found):
                found.append(Verbalization(match.start(), match.end(), speak(match)))
    return sorted(found)


def _always(spoken: str) -> Speak:
    """Returns a function from a match to a fixed text."""
    return lambda _: spoken


@cache
def _rules(language: str) -> list[tuple[re.Pattern[str], Speak]]:
    """Returns the patterns of a language and what they are spoken as. Earlier ones take precedence."""
    words = WORDS.get(language, OTHER_WORDS)
    return [*_amounts(words), *_numbers(words), *_abbreviations(words)]


def _amounts(words: Words) -> Iterator[tuple[re.Pattern[str], Speak]]:
    units = {**UNIT_OF_SYMBOL, **{name: unit for unit, names in words.money.items() for name in names}}
    scales = {name: name for name in words.scales}
    if words.scales:
        scales |= {letter: words.scales[place] for letter, place in SCALE_LETTERS.items()}
    scale = rf"(?:{SPACE}(?P<scale>{_any_of(scales) or '(?!)'})(?!\w))?"

    def speak(match: re.Match[str]) -> str:
        return _amount(match["number"], units[match["unit"]], scales.get(match["scale"] or ""), words)

    yield re.compile(rf"(?P<unit>{SYMBOL}){SPACE}(?P<number>{NUMBER}){scale}"), speak
    yield re.compile(rf"(?P<number>{NUMBER}){scale}{SPACE}(?P<unit>{SYMBOL})"), speak
    # With cents only: others are spoken as they are written.
    cents = r"(?=[\d.,'’\u00a0\u202f]*[.,]\d\d )"
    yield re.compile(rf"{cents}(?P<number>{NUMBER})(?P<scale>(?!))? (?P<unit>{_any_of(units)})(?!\w)"), speak


def _amount(number: str, unit: str, scale: str | None, words: Words) -> str:
    """Returns an amount of money, such as "3 dollars and 50 cents" or "5 million dollars"."""
    names, written = words.money[unit], _written(number, words)
    if scale is not None:
        joint = " " if scale == words.scales[0] else words.of[names[1][0] in VOWELS]
        return f"{written} {scale}{joint}{names[1]}"
    whole, decimals = _parts(number)
    if len(decimals) != CENT_DIGITS or not words.cents:
        return f"{written} {_inflected(written, names)}"
    cents = str(int(decimals))
    units = f"{whole} {_inflected(whole, names)}"
    parts = f"{cents} {_inflected(cents, words.cents.get(unit, words.cents['']))}"
    if cents == "0":
        return units
    return parts if whole == "0" else f"{units}{words.between}{parts}"


def _numbers(words: Words) -> Iterator[tuple[re.Pattern[str], Speak]]:
    if words.hours is not None:
        one, many, between = words.hours

        def time(match: re.Match[str]) -> str:
            hours = str(int(match[1]))
            minutes = f"{between}{match[2]}" if match[2] else ""
            return f"{hours} {_inflected(hours, (one, many))}{minutes}"

        yield re.compile(rf"(?<![\d.,])(\d{{1,2}}){SPACE}h(?:{SPACE}([0-5]\d))?(?![\w/])"), time
    if words.units:
        yield (
            re.compile(rf"({NUMBER}){SPACE}({_any_of(words.units)})(?!\w)"),
            lambda match: f"{_written(match[1], words)} {_inflected(match[1], words.units[match[2]])}",
        )
    if words.number is not None:
        pattern, name = words.number
        yield re.compile(rf"(?<!\w)(?:{pattern}){SPACE}(?=\d)"), _always(f"{name} ")
    if words.to:
        yield re.compile(r"(?<![\w.,/-])(\d{1,4}) ?[-–] ?(\d{1,4})(?![.,/-]?\d)"), lambda match: _range(match, words.to)
    # The dot is that of Spanish.
    yield re.compile(r"(?<=\d)\.(?=[ºª])"), _always("")
    # A date in digits: which of them is the month is unknown.
    yield re.compile(r"(?<![\d/])(\d{1,4})/(\d{1,2})/(\d{1,4})(?![\d/])"), lambda match: ", ".join(match.groups())
    yield re.compile(NUMBER), lambda match: _written(match[0], words)


def _range(match: re.Match[str], to: str) -> str:
    first, last = match.groups()
    is_telephone = len(first) >= TELEPHONE_DIGITS and len(first) != len(last)
    return match[0] if is_telephone else f"{first} {to} {last}"


def _abbreviations(words: Words) -> Iterator[tuple[re.Pattern[str], Speak]]:
    for pattern, spoken in words.titles.items():
        yield re.compile(rf"(?<!\w)(?:{pattern})(?= [^\W\d_a-zß-ÿ])"), _always(spoken)
    for pattern, spoken in words.others.items():
        # The mark at the end of a text ends the sentence as well.
        yield re.compile(rf"(?<!\w)(?:{pattern})(?!\w)(?!$)"), _always(spoken)
        yield re.compile(rf"(?<!\w)(?:{pattern})$"), _always(f"{spoken}.")
    # U.S.A. without pauses between its letters.
    yield re.compile(r"(?<!\w)(?:[A-Z]\.){2,}(?= \S)"), lambda match: match[0].replace(".", "")


def _parts(number: str) -> tuple[str, str]:
    """Returns the digits of a number before and behind its decimal mark."""
    match = GROUPED.fullmatch(number)
    assert match is not None
    whole = re.sub(r"\D", "", match[1] or match[4])
    return whole, match[3] or match[6] or ""


def _written(number: str, words: Words) -> str:
    """Returns a number without marks of thousands, with the decimal mark of the language."""
    whole, decimals = _parts(number)
    return f"{whole}{words.decimal}{decimals}" if decimals else whole


def _inflected(number: str, names: tuple[str, str]) -> str:
    return names[number != "1"]


def _any_of(texts: dict[str, str] | dict[str, tuple[str, str]]) -> str:
    return "|".join(re.escape(text) for text in sorted(texts, key=len, reverse=True))
