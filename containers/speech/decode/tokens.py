"""Groups the tokens of a text into the words of a transcript."""

import string
import unicodedata
from dataclasses import dataclass
from typing import Protocol

OPENING_MARKS = "\"'“‘«‹„¿¡([{「『（《〈"
HYPHENS = "-‐‑"
DASH = "–"


class TokenSplitter(Protocol):
    """The part of faster-whisper's tokenizer that splits a text."""

    def split_tokens_on_unicode(self, tokens: list[int], /) -> tuple[list[str], list[list[int]]]:
        """Returns the smallest groups of tokens that are whole characters, as texts and tokens."""


@dataclass
class AlignedWord:
    """A run of tokens without a space inside. Times in seconds within its window."""

    text: str
    space_before: bool
    start: float
    # The start of the next word. `voiced_end` excludes the punctuation at the end of this one.
    end: float
    voiced_end: float
    confidence: float


def split_words(tokenizer: TokenSplitter, tokens: list[int], spaced: bool) -> tuple[list[str], list[list[int]]]:
    """Returns the words as texts and tokens, split at spaces, punctuation and ellipses ("and then...he" is two words).

    Without spaces: the smallest groups that are whole characters.
    """
    parts, part_tokens = tokenizer.split_tokens_on_unicode(tokens)
    words: list[str] = []
    word_tokens: list[list[int]] = []
    for part, own in zip(parts, part_tokens, strict=True):
        is_mark = all(character in string.punctuation for character in part.strip())
        if not spaced or not words or part.startswith(" ") or is_mark or words[-1].endswith(("...", "…")):
            words.append(part)
            word_tokens.append(list(own))
        else:
            words[-1] += part
            word_tokens[-1] += own
    return words, word_tokens


def is_unspoken(character: str) -> bool:
    """Returns whether a character is punctuation that is not spoken; %, & and the like are spoken."""
    return unicodedata.category(character)[0] == "P" and character not in "%‰&@#*/\\"


def attach_punctuation(words: list[AlignedWord]) -> list[AlignedWord]:
    """Attaches separate punctuation to the word that it touches.

    Closing marks go to the preceding word, opening ones to the next. Their time holds no speech, so `voiced_end` keeps
    the end of the word. A hyphen between spaces is a dash ("no - you"), and one after a space a sign ("is -5").
    """
    joined: list[AlignedWord] = []
    opening: AlignedWord | None = None
    for index, word in enumerate(words):
        touches_next = index + 1 < len(words) and not words[index + 1].space_before
        is_sign = False
        if word.text.strip(HYPHENS) == "" and (word.space_before or not joined):
            is_sign = touches_next
            word.text = word.text if is_sign else DASH
        if not all(is_unspoken(character) or character.isspace() for character in word.text):
            if opening is not None:
                word.text = opening.text + word.text
                word.space_before = opening.space_before
                opening = None
            joined.append(word)
        elif not joined or is_sign or (word.space_before and word.text in OPENING_MARKS):
            if opening is not None:
                word.text = opening.text + word.text
                word.space_before = opening.space_before
            opening = word
        else:
            joined[-1].text += word.text
            joined[-1].end = word.end
    return joined
