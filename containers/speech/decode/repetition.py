"""Measures whether a text repeats itself, as the text of a decoding loop does."""

import zlib

# Hangul letters. Syllables and ideographs follow, with Khmer and the longer Latin and Greek alphabets between them.
FIRST_SYLLABLES = 0x1100
LATER_LETTERS = (0x1780, 0x2000)
FIRST_NON_ASCII = 0x80


def compression_ratio(text: str) -> float:
    """Returns the size of the text divided by its compressed size.

    Every letter counts as one byte, like Latin letters. The two or three bytes of UTF-8 are mostly alike, so that
    ordinary Hindi and Thai would come close to the ratio of a loop (2.3 and 2.2).
    """
    data = b"".join(letter_bytes(character) for character in text)
    return len(data) / len(zlib.compress(data)) if data else 0.0


def letter_bytes(character: str) -> bytes:
    """Returns one byte for a letter of an alphabet (blocks of 128), and UTF-8 for syllables and ideographs."""
    code = ord(character)
    is_letter = FIRST_NON_ASCII <= code < FIRST_SYLLABLES or LATER_LETTERS[0] <= code < LATER_LETTERS[1]
    return bytes((0x80 | code & 0x7F,)) if is_letter else character.encode("utf-8")
