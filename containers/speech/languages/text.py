"""Text of any language: normalization for comparisons, and spacing."""

import unicodedata

UNSPACED = frozenset(("zh", "yue", "ja", "th", "lo", "km", "my", "bo"))


def writes_spaces(language: str) -> bool:
    """Returns whether the language separates words by spaces."""
    return language not in UNSPACED


def normalized(text: str) -> str:
    """Returns the text without case, punctuation and repeated spaces, for comparisons."""
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    kept = "".join(c if c.isalnum() or c == "'" or unicodedata.category(c)[0] == "M" else " " for c in folded)
    return " ".join(kept.split())
