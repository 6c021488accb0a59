"""Whether a text repeats itself, as one does whose recognition got stuck."""

import zlib

# Hangul's parts; syllables and ideographs follow, with Khmer and the longer Latin and Greek alphabets between.
FIRST_SYLLABLES = 0x1100
LATER_LETTERS = (0x1780, 0x2000)


def compression_ratio(text: str) -> float:
    """A text's size by its size when packed. Every letter counts as one byte, as Latin ones do: the two or three of UTF-8
    are mostly alike, so that ordinary Hindi and Thai came close to what is taken for a loop (2.3 and 2.2)."""
    data = b"".join(letter_bytes(character) for character in text)
    return len(data) / len(zlib.compress(data)) if data else 0.0


def letter_bytes(character: str) -> bytes:
    """One byte for a letter of an alphabet (they lie in blocks of 128); UTF-8 for syllables and ideographs."""
    code = ord(character)
    is_letter = 0x80 <= code < FIRST_SYLLABLES or LATER_LETTERS[0] <= code < LATER_LETTERS[1]
    return bytes((0x80 | code & 0x7F,)) if is_letter else character.encode("utf-8")
