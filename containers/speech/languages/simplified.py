"""Converts traditional Chinese characters to simplified ones.

The tables are those of OpenCC for Taiwan's characters ("tw2s"): characters within U+4E00–9FFF, and phrases in which a
character has another counterpart than alone (著 is 着, but 著名 is 著名).
"""

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from pathlib import Path

TABLES = Path(__file__).with_suffix(".json")


@dataclass(frozen=True)
class Tables:
    """The counterparts of characters (for `str.translate`) and of phrases. `pattern` matches the longest phrase."""

    characters: dict[int, int]
    phrases: dict[str, str]
    pattern: re.Pattern[str]


@lru_cache(maxsize=1)
def tables() -> Tables:
    """Returns the tables of the package."""
    content = json.loads(TABLES.read_text(encoding="utf-8"))
    phrases: dict[str, str] = content["phrases"]
    pattern = re.compile("|".join(sorted(phrases, key=len, reverse=True)))
    return Tables(str.maketrans(content["traditional"], content["simplified"]), phrases, pattern)


def simplified(parts: list[str]) -> list[str]:
    """Returns the parts of a text in simplified characters.

    The text is converted as a whole, since a phrase may extend over several parts. Every character has one counterpart,
    so the parts keep their lengths.
    """
    text = "".join(parts)
    converted = list(text.translate(tables().characters))
    for match in tables().pattern.finditer(text):
        converted[match.start() : match.end()] = tables().phrases[match.group()]
    bounds = accumulate((len(part) for part in parts), initial=0)
    return ["".join(converted[start:end]) for start, end in pairwise(bounds)]
