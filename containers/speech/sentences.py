"""Where sentences end, in any script."""

# The semicolon is Greek's question mark, and parts sentences elsewhere; then the full stops of Devanagari (verses', too),
# Urdu, Ethiopic and Armenian.
SENTENCE_ENDS = (".", "?", "!", "…", "。", "？", "！", "؟", ";", "।", "॥", "۔", "።", "։")
CLOSING = "\"'”’»)]」』"
# Said before a name, in the middle of a sentence.
ABBREVIATIONS = frozenset(("mr.", "mrs.", "ms.", "dr.", "st.", "prof.", "sr.", "sra.", "m.", "mme.", "dott."))


def ends_sentence(text: str) -> bool:
    """`text`: a word with the marks at it."""
    return text.casefold() not in ABBREVIATIONS and text.rstrip(CLOSING).endswith(SENTENCE_ENDS)
