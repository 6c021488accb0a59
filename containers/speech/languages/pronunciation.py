"""Approximate pronunciation by letter rules, in ARPAbet, the phoneme set of the aligner's acoustic model.

The result serves to locate a word in the audio. A wrong vowel costs the aligner little, a missing syllable much.
English words come from the dictionary of the aligner; the rules serve words that it does not contain.
"""

import unicodedata

from speech.languages.pronunciation_rules import COMMON, RULES

# Languages in which the aligner times words better than the attention weights; measured, see docs/speech.md.
LANGUAGES = frozenset(RULES)
MAX_RULE_LETTERS = 4


HANGUL = range(0xAC00, 0xD7A4)
INDIC_CONSONANTS = frozenset(chr(code) for code in (*range(0x0915, 0x093A), *range(0x0958, 0x0960)))
ARABIC_CONSONANTS = frozenset("بتثجحخدذرزسشصضطظغفقكلمنهپچژگکٹڈڑ")


def parse_rules(rules: str) -> dict[str, list[str]]:
    """Returns the phonemes by letters."""
    pairs = (rule.split(":") for rule in rules.split())
    return {letters: [phoneme for phoneme in phonemes.split(",") if phoneme] for letters, phonemes in pairs}


TABLES = {language: parse_rules(f"{COMMON} {rules}") for language, rules in RULES.items()}


def phonemes_of(word: str, language: str) -> list[str]:
    """Returns the phonemes of a lowercase word. `language`: one of LANGUAGES.

    Letters without a rule are read without their diacritics or skipped, so the result may be empty.
    """
    table = TABLES[language]
    word = expand_letters(word)
    phonemes: list[str] = []
    at = 0
    while at < len(word):
        letters = matching_rule(word, at, table)
        if letters is None:
            phonemes += table.get(unicodedata.normalize("NFD", word[at])[0], [])
            at += 1
            continue
        phonemes += table[letters]
        at += len(letters.rstrip("$"))
    return phonemes


def matching_rule(word: str, at: int, table: dict[str, list[str]]) -> str | None:
    """Returns the letters of the longest rule that applies at a position; None without one."""
    for size in range(MAX_RULE_LETTERS, 0, -1):
        letters = word[at : at + size]
        if len(letters) < size:
            continue
        # Rules for endings do not apply to a word that consists of the ending only.
        if at > 0 and at + size == len(word) and f"{letters}$" in table:
            return f"{letters}$"
        if letters in table:
            return letters
    return None


def expand_letters(word: str) -> str:
    """Returns Korean syllables as letters, and "ə" where Devanagari and Arabic do not write a vowel."""
    letters: list[str] = []
    for index, letter in enumerate(word):
        following = word[index + 1] if index + 1 < len(word) else ""
        if ord(letter) in HANGUL:
            letters += unicodedata.normalize("NFD", letter)
            continue
        letters.append(letter)
        if letter in INDIC_CONSONANTS and (following in INDIC_CONSONANTS or following in "ंँ") and following:
            letters.append("ə")
        if letter in ARABIC_CONSONANTS and following in ARABIC_CONSONANTS and following:
            letters.append("ə")
    return "".join(letters)
