"""The words of two people who speak at once, in one order.

No two entries of a transcript may overlap. So phrases stay whole, in the order in which they begin, and share the time
in which both are spoken: each moment counts as often as people speak in it. Where one speaks, nothing moves.
"""

from dataclasses import replace

import numpy as np

from invention import plain
from sentences import ends_sentence
from word_times import TimedWord

PAUSE_SECONDS = 0.3
LONGEST_PHRASE_SECONDS = 5.0
# What both sides hear at about the same time is said once.
SAME_WORD_SECONDS = 0.7
DOUBLED_SHARE = 0.6

Phrase = list[TimedWord]


def interleaved(sides: list[list[TimedWord]]) -> list[TimedWord]:
    """The words of every side are in order and do not overlap; nor do the result's."""
    phrases = sorted((p for side in without_doubles(sides) for p in phrases_of(side)), key=lambda p: p[0].start)
    if not phrases:
        return []
    bounds = [(phrase[0].start, phrase[-1].end) for phrase in phrases]
    moments = np.unique(np.array(bounds).ravel())
    speakers = [sum(start <= at < end for start, end in bounds) for at in moments[:-1]]
    # Seconds of speech, everybody's, before each moment.
    spent = np.concatenate([[0.0], np.cumsum(np.diff(moments) * speakers)])
    words: list[TimedWord] = []
    before = 0.0
    for phrase in phrases:
        for word in phrase:
            first, last = before + word.start - phrase[0].start, before + word.end - phrase[0].start
            start = moment_of(first, moments, spent, is_end=False)
            words.append(replace(word, start=start, end=max(start, moment_of(last, moments, spent, is_end=True))))
        before += phrase[-1].end - phrase[0].start
    return words


def moment_of(seconds: float, moments: np.ndarray, spent: np.ndarray, is_end: bool) -> float:
    """When so many seconds of speech are over; of a pause its beginning for an end, else its end."""
    tolerance = -1e-6 if is_end else 1e-6
    index = int(np.clip(np.searchsorted(spent, seconds + tolerance, side="right"), 1, len(moments) - 1))
    share = (seconds - spent[index - 1]) / max(1e-9, spent[index] - spent[index - 1])
    return float(moments[index - 1] + min(1.0, max(0.0, share)) * (moments[index] - moments[index - 1]))


def phrases_of(words: list[TimedWord]) -> list[Phrase]:
    phrases: list[Phrase] = []
    for word in words:
        is_new = not phrases or (
            word.start - phrases[-1][-1].end >= PAUSE_SECONDS
            or ends_sentence(phrases[-1][-1].text)
            or word.end - phrases[-1][0].start > LONGEST_PHRASE_SECONDS
        )
        if is_new:
            phrases.append([word])
        else:
            phrases[-1].append(word)
    return phrases


def without_doubles(sides: list[list[TimedWord]]) -> list[list[TimedWord]]:
    """Without phrases that the other side has as well and is surer of."""
    kept = []
    for index, words in enumerate(sides):
        others = [word for at, side in enumerate(sides) if at != index for word in side]
        own: list[TimedWord] = []
        for phrase in phrases_of(words):
            twins = [twin_of(word, others) for word in phrase]
            found = [twin for twin in twins if twin is not None]
            is_double = len(found) >= DOUBLED_SHARE * len(phrase)
            mine, theirs = (sum(w.confidence for w in part) / max(1, len(part)) for part in (phrase, found))
            if not is_double or mine > theirs or (mine == theirs and index == 0):
                own += phrase
        kept.append(own)
    return kept


def twin_of(word: TimedWord, others: list[TimedWord]) -> TimedWord | None:
    said = plain(word.text)
    near = (w for w in others if abs(w.start - word.start) <= SAME_WORD_SECONDS)
    return next((other for other in near if plain(other.text) == said), None)
