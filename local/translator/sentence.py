"""Translates one sentence, around the limits of the engine."""

import re

from translator.models import Engine

# The engine truncates text beyond its context; longer text is a passage and not a sentence.
MAX_WORDS = 80
# The time grows with the square of the length of a word: implausibly long runs of letters are kept.
MAX_WORD_LETTERS = 60
FINAL_MARKS = ",;:"


def translate_sentence(text: str, engine: Engine) -> str:
    """Returns the translation of a sentence. A passage is translated in parts; very long words are kept."""
    parts = [_translate_part(part, engine) for part in _parts(text.split())]
    return " ".join(part for part in parts if part)


def _parts(words: list[str]) -> list[list[str]]:
    """Splits words after a clause where it can, so that no part has more than MAX_WORDS words."""
    parts: list[list[str]] = []
    part: list[str] = []
    for word in words:
        is_endless = len(word) > MAX_WORD_LETTERS
        if part and (is_endless or len(part) == MAX_WORDS):
            cut = len(part) if is_endless else _clause_end(part)
            parts.append(part[:cut])
            part = part[cut:]
        if is_endless:
            parts.append([word])
        else:
            part.append(word)
    return [*parts, part] if part else parts


def _clause_end(words: list[str]) -> int:
    """Returns how many words come before the last clause, at least half of them; all where no clause ends there."""
    half = len(words) // 2
    return next((at for at in range(len(words), half, -1) if re.search(r"[,;:.!?]$", words[at - 1])), len(words))


def _translate_part(words: list[str], engine: Engine) -> str:
    if len(words) == 1 and len(words[0]) > MAX_WORD_LETTERS:
        return words[0]
    source = " ".join(words)
    translation = engine.translate(source).strip()
    # A greeting without a mark gets a comma: "Hello" becomes "Olá,".
    return translation if source[-1:] in FINAL_MARKS else translation.rstrip(FINAL_MARKS)
