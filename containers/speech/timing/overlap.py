"""Merges the words of two speakers who overlap.

Entries of a transcript must not overlap. Phrases therefore stay whole, in the order of their starts, and share the time
in which both speakers talk: each moment counts once per speaker. Where one speaker talks, nothing moves.
"""

from dataclasses import replace

import numpy as np

from speech.audio.arrays import Floats
from speech.languages.sentences import ends_sentence
from speech.languages.text import normalized
from speech.timing.words import TimedWord

PAUSE_SECONDS = 0.3
MAX_PHRASE_SECONDS = 5.0
# Equal words on both channels within this distance are one word.
SAME_WORD_SECONDS = 0.7
DUPLICATE_SHARE = 0.6

Phrase = list[TimedWord]


def merge_speakers(channels: list[list[TimedWord]]) -> list[TimedWord]:
    """Returns the words of all channels in one order. The words of a channel do not overlap; nor do the result's."""
    phrases = sorted(
        (phrase for words in without_duplicates(channels) for phrase in phrases_of(words)),
        key=lambda phrase: phrase[0].start,
    )
    if not phrases:
        return []
    bounds = [(phrase[0].start, phrase[-1].end) for phrase in phrases]
    moments = np.unique(np.array(bounds).ravel())
    speakers = [sum(start <= at < end for start, end in bounds) for at in moments[:-1]]
    # Seconds of speech of all speakers before each moment.
    spoken = np.concatenate([[0.0], np.cumsum(np.diff(moments) * speakers)])
    words: list[TimedWord] = []
    before = 0.0
    for phrase in phrases:
        for word in phrase:
            first, last = before + word.start - phrase[0].start, before + word.end - phrase[0].start
            start = moment_of(first, moments, spoken, is_end=False)
            words.append(replace(word, start=start, end=max(start, moment_of(last, moments, spoken, is_end=True))))
        before += phrase[-1].end - phrase[0].start
    return words


def moment_of(seconds: float, moments: Floats, spoken: Floats, is_end: bool) -> float:
    """Returns the moment at which so many seconds of speech are over.

    When that moment is a pause: its start for the end of a word, else its end.
    """
    tolerance = -1e-6 if is_end else 1e-6
    index = int(np.clip(np.searchsorted(spoken, seconds + tolerance, side="right"), 1, len(moments) - 1))
    share = (seconds - spoken[index - 1]) / max(1e-9, spoken[index] - spoken[index - 1])
    return float(moments[index - 1] + min(1.0, max(0.0, share)) * (moments[index] - moments[index - 1]))


def phrases_of(words: list[TimedWord]) -> list[Phrase]:
    """Returns the words in phrases that end at pauses and sentence ends."""
    phrases: list[Phrase] = []
    for word in words:
        is_new = not phrases or (
            word.start - phrases[-1][-1].end >= PAUSE_SECONDS
            or ends_sentence(phrases[-1][-1].text)
            or word.end - phrases[-1][0].start > MAX_PHRASE_SECONDS
        )
        if is_new:
            phrases.append([word])
        else:
            phrases[-1].append(word)
    return phrases


def without_duplicates(channels: list[list[TimedWord]]) -> list[list[TimedWord]]:
    """Returns the channels without phrases that another channel holds with a higher confidence."""
    kept = []
    for index, words in enumerate(channels):
        others = [word for at, channel in enumerate(channels) if at != index for word in channel]
        own: list[TimedWord] = []
        for phrase in phrases_of(words):
            matches = [match_of(word, others) for word in phrase]
            found = [match for match in matches if match is not None]
            is_duplicate = len(found) >= DUPLICATE_SHARE * len(phrase)
            confidence, other_confidence = (
                sum(word.confidence for word in part) / max(1, len(part)) for part in (phrase, found)
            )
            if not is_duplicate or confidence > other_confidence or (confidence == other_confidence and index == 0):
                own += phrase
        kept.append(own)
    return kept


def match_of(word: TimedWord, others: list[TimedWord]) -> TimedWord | None:
    """Returns the same word of another channel at about the same time."""
    text = normalized(word.text)
    near = (other for other in others if abs(other.start - word.start) <= SAME_WORD_SECONDS)
    return next((other for other in near if normalized(other.text) == text), None)
