"""How words are roughly spoken, by their letters: sounds of ARPAbet, the alphabet of the aligner's acoustic model.

Good enough to find where a word lies in the sound, never to speak it: a wrong vowel costs the aligner little, a missing
syllable much. English words come from the aligner's dictionary; these rules are for what is not in it.
"""

import unicodedata

from letter_rules import COMMON, RULES

# Of these the aligner finds the words better than the attention does; measured, see docs/speech.md.
LANGUAGES = frozenset(RULES)
LONGEST_RULE = 4


HANGUL = range(0xAC00, 0xD7A4)
INDIC_CONSONANTS = frozenset(chr(code) for code in (*range(0x0915, 0x093A), *range(0x0958, 0x0960)))
ARABIC_CONSONANTS = frozenset("بتثجحخدذرزسشصضطظغفقكلمنهپچژگکٹڈڑ")


def parsed(rules: str) -> dict[str, list[str]]:
    pairs = (rule.split(":") for rule in rules.split())
    return {letters: [sound for sound in sounds.split(",") if sound] for letters, sounds in pairs}


TABLES = {language: parsed(f"{COMMON} {rules}") for language, rules in RULES.items()}


def sounds_of(word: str, language: str) -> list[str]:
    """`word`: letters of a language in LANGUAGES, lower case. Letters that it has not got are read without their marks
    or left out, so the result may be empty."""
    table = TABLES[language]
    word = spoken_letters(word)
    sounds: list[str] = []
    at = 0
    while at < len(word):
        letters = longest_rule(word, at, table)
        if letters is None:
            sounds += table.get(unicodedata.normalize("NFD", word[at])[0], [])
            at += 1
            continue
        sounds += table[letters]
        at += len(letters.rstrip("$"))
    return sounds


def longest_rule(word: str, at: int, table: dict[str, list[str]]) -> str | None:
    for size in range(LONGEST_RULE, 0, -1):
        letters = word[at : at + size]
        if len(letters) < size:
            continue
        # A word that is nothing but an ending is read as it stands.
        if at > 0 and at + size == len(word) and f"{letters}$" in table:
            return f"{letters}$"
        if letters in table:
            return letters
    return None


def spoken_letters(word: str) -> str:
    """Korean syllables as their letters; "ə" where Devanagari and Arabic leave a vowel unwritten."""
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
