"""Sentence ends in any script."""

# The semicolon is the question mark of Greek, and separates sentences elsewhere. Then the full stops of Devanagari
# (also of verses), Urdu, Ethiopic and Armenian.
SENTENCE_ENDS = (".", "?", "!", "…", "。", "？", "！", "؟", ";", "।", "॥", "۔", "።", "։")
CLOSING = "\"'”’»)]」』"
# Abbreviations that precede a name within a sentence.
ABBREVIATIONS = frozenset(("mr.", "mrs.", "ms.", "dr.", "st.", "prof.", "sr.", "sra.", "m.", "mme.", "dott."))


def ends_sentence(text: str) -> bool:
    """Returns whether a word with its punctuation ends a sentence."""
    return text.casefold() not in ABBREVIATIONS and text.rstrip(CLOSING).endswith(SENTENCE_ENDS)
