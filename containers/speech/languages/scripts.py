"""Scripts that a language is not written in, although Whisper writes it, or a related language, in them.

Whisper detects Hindi and transcribes it in the letters of Urdu. Tokens with such letters are suppressed. It writes
Chinese in traditional characters or simplified ones, with fewer errors in the former; those are converted.
"""

from collections.abc import Mapping
from functools import lru_cache

from speech.languages.simplified import simplified

# First and last code point of the Unicode blocks.
ARABIC = (0x0600, 0x06FF)
DEVANAGARI = (0x0900, 0x097F)
INDIC = ("hi", "mr", "ne", "sa", "bn", "as", "gu", "pa", "ta", "te", "kn", "ml", "si")
PERSO_ARABIC = ("ur", "sd", "ps", "fa", "ar")
FOREIGN_LETTERS = {**dict.fromkeys(INDIC, ARABIC), **dict.fromkeys(PERSO_ARABIC, DEVANAGARI)}


@lru_cache(maxsize=1)
def byte_alphabet() -> dict[str, int]:
    """Returns the characters that stand for bytes in the vocabularies of GPT-2 and Whisper.

    Printable bytes stand for themselves; the others map to code points from 256 on, in order.
    """
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    return {**{chr(byte): byte for byte in printable}, **{chr(256 + index): byte for index, byte in enumerate(others)}}


def foreign_tokens(vocabulary: Mapping[str, int], language: str) -> list[int]:
    """Returns the tokens that contain, or begin, a letter that `language` is not written in."""
    letters = FOREIGN_LETTERS.get(language)
    if letters is None:
        return []
    first, last = (chr(letter) for letter in letters)
    # The leading bytes of the letters in UTF-8: one byte of two, two bytes of three.
    leads = {chr(letter).encode()[:-1] for letter in range(letters[0], letters[1] + 1)}
    alphabet = byte_alphabet()
    found = []
    for spelling, token in vocabulary.items():
        if not all(character in alphabet for character in spelling):
            continue
        data = bytes(alphabet[character] for character in spelling)
        if any(first <= letter <= last for letter in data.decode("utf-8", "ignore")) or data.lstrip() in leads:
            found.append(token)
    return sorted(found)


def in_script(parts: list[str], language: str) -> list[str]:
    """Returns the parts of a text in the characters of the language, each as long as before."""
    return simplified(parts) if language == "zh" else parts
