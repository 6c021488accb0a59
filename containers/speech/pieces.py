"""Tokens grouped to what a transcript's words are made of."""

import string
import unicodedata
from dataclasses import dataclass


@dataclass
class Piece:
    """A run of tokens without a space inside, with times within its window in seconds."""

    text: str
    space_before: bool
    start: float
    # Where the next piece begins; `voiced_end` leaves out the punctuation marks at the end of this one.
    end: float
    voiced_end: float
    confidence: float


def split_words(tokenizer, tokens: list[int], spaced: bool) -> tuple[list[str], list[list[int]]]:
    """Tokens grouped to what stands between spaces, marks and broken-off ends ("and then...he" is two words); where
    none are written, to the smallest groups that are whole characters."""
    parts, part_tokens = tokenizer.split_tokens_on_unicode(tokens)
    words: list[str] = []
    word_tokens: list[list[int]] = []
    for part, own in zip(parts, part_tokens):
        is_mark = all(character in string.punctuation for character in part.strip())
        if not spaced or not words or part.startswith(" ") or is_mark or words[-1].endswith(("...", "…")):
            words.append(part)
            word_tokens.append(list(own))
        else:
            words[-1] += part
            word_tokens[-1] += own
    return words, word_tokens


OPENING_MARKS = "\"'“‘«‹„¿¡([{「『（《〈"


def is_silent(character: str) -> bool:
    """A mark that is written but not said; %, & and the like are said."""
    return unicodedata.category(character)[0] == "P" and character not in "%‰&@#*/\\"


def join_marks(pieces: list[Piece]) -> list[Piece]:
    """Punctuation marks that stand alone go to the word that they touch: closing ones to the word before, opening
    ones to the word after. Their time is no speech: `voiced_end` stays where the word itself ended."""
    joined: list[Piece] = []
    opening: Piece | None = None
    for piece in pieces:
        if not all(is_silent(character) or character.isspace() for character in piece.text):
            if opening is not None:
                piece.text = opening.text + piece.text
                piece.space_before = opening.space_before
                opening = None
            joined.append(piece)
        elif not joined or (piece.space_before and piece.text in OPENING_MARKS):
            if opening is not None:
                piece.text = opening.text + piece.text
                piece.space_before = opening.space_before
            opening = piece
        else:
            joined[-1].text += piece.text
            joined[-1].end = piece.end
    return joined
