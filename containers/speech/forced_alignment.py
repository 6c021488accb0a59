"""Word times from an acoustic model that is told what was said (PocketSphinx, BSD), phrase by phrase.

The model is an English one; for some other languages words are spelt out in its sounds (letter_sounds.py), which is
rough and still finds words better than Whisper's attention does. What it cannot place keeps the times that it came with.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

import numpy as np

from invention import plain
from letter_sounds import LANGUAGES, sounds_of
from speech_regions import SAMPLE_RATE
from spoken_numbers import mark_words, number_words
from word_times import TimedWord

FRAME_SECONDS = 0.01
# Speech in other sounds than English strays far before it fits again, further than the model looks by itself. Where it
# finds an end by itself, looking further finds worse ones: only a second try does.
WIDE_BEAM = 1e-75
# The model counts the closing of a stop and the breath before a word as the word: it is heard this much later.
HEARD_LATER_SECONDS = 0.03
# Long phrases let one wrong word lead many astray, so they are ended at the next pause.
PHRASE_SECONDS = 4.0
PHRASE_PAUSE_SECONDS = 0.12
LONG_PAUSE_SECONDS = 0.6
LONGEST_PHRASE_SECONDS = 20.0
PAD_SECONDS = 0.25
# Whoever moves words further than this has lost its way.
FARTHEST_SECONDS = 1.0
# Vowel signs of Indic scripts are no letters to `re`.
MARKS = "".join(chr(code) for code in range(0x0300, 0x0E00) if unicodedata.category(chr(code)).startswith("M"))
LETTERS = rf"(?:[^\W\d_]|[{MARKS}])+"
TOKENS = re.compile(rf"\d+|{LETTERS}(?:'{LETTERS})*")
THOUSANDS_MARK = re.compile(r"(?<=\d)[.,'’\s](?=\d{3}(?!\d))")


def load_aligner() -> "Aligner | None":
    """None where PocketSphinx is not installed: there are processors and Pythons that it has no package for."""
    try:
        from pocketsphinx import Decoder
    except ImportError:
        return None

    def load_patient():
        return Decoder(lm=None, loglevel="FATAL", beam=WIDE_BEAM, wbeam=WIDE_BEAM, pbeam=WIDE_BEAM)

    return Aligner(Decoder(lm=None, loglevel="FATAL"), load_patient)


def phrases(words: list[TimedWord]) -> list[list[TimedWord]]:
    parts: list[list[TimedWord]] = []
    for word in words:
        pause = word.start - parts[-1][-1].end if parts else 0.0
        seconds = word.end - parts[-1][0].start if parts else 0.0
        is_next = (
            pause >= LONG_PAUSE_SECONDS
            or (pause >= PHRASE_PAUSE_SECONDS and seconds > PHRASE_SECONDS)
            or seconds > LONGEST_PHRASE_SECONDS
        )
        if not parts or is_next:
            parts.append([word])
        else:
            parts[-1].append(word)
    return parts


class Aligner:
    def __init__(self, decoder, load_patient: Callable | None = None):
        """`load_patient` makes a decoder that looks further, when the first one finds nothing for the first time."""
        self._decoder = decoder
        self._load_patient = load_patient
        self._spelt: dict[str, str] = {}

    def refine(self, words: list[TimedWord], track: np.ndarray, language: str) -> list[TimedWord]:
        """The words, in order, with better times where they are found. `track`: int16 mono at 16 kHz."""
        if language not in LANGUAGES:
            return words
        parts = phrases(words)
        refined: list[TimedWord] = []
        for index, phrase in enumerate(parts):
            floor = parts[index - 1][-1].end if index else 0.0
            ceiling = parts[index + 1][0].start if index + 1 < len(parts) else len(track) / SAMPLE_RATE
            start = max(floor, phrase[0].start - PAD_SECONDS)
            end = max(start, min(ceiling, phrase[-1].end + PAD_SECONDS))
            refined += self._align(phrase, track[round(start * SAMPLE_RATE) : round(end * SAMPLE_RATE)], start, language)
        return refined

    def _align(self, phrase: list[TimedWord], sound: np.ndarray, offset: float, language: str) -> list[TimedWord]:
        spoken = [self._entries(word.text, language) for word in phrase]
        if not all(spoken) or len(sound) < SAMPLE_RATE // 10:
            return phrase
        said = [entry for entries in spoken for entry in entries]
        found = find(self._decoder, said, sound)
        if found is None and self._load_patient is not None:
            found = find(self._patient_for(said), said, sound)
        if found is None:
            return phrase
        result: list[TimedWord] = []
        at = 0
        for word, entries in zip(phrase, spoken):
            start = offset + found[at][0] * FRAME_SECONDS + HEARD_LATER_SECONDS
            at += len(entries)
            end = offset + found[at - 1][1] * FRAME_SECONDS
            # The next word begins that much later, too.
            result.append(replace(word, start=start, end=max(start + HEARD_LATER_SECONDS, end)))
        moved = [abs(new.start - old.start) for new, old in zip(result, phrase)]
        return result if max(moved) <= FARTHEST_SECONDS else phrase

    def _patient_for(self, entries: list[str]):
        """The decoder that looks further, knowing these entries."""
        for entry in entries:
            if self._patient.lookup_word(entry) is None:
                self._patient.add_word(entry, entry.replace("_", " "), False)
        return self._patient

    @cached_property
    def _patient(self):
        return self._load_patient()

    def _entries(self, text: str, language: str) -> list[str]:
        """The dictionary's entries that a word of the transcript is spoken as."""
        entries: list[str] = []
        for token in TOKENS.findall(plain(THOUSANDS_MARK.sub("", text))):
            words = number_words(token, language) if token.isdecimal() else [token]
            entries += [self._entry(word, language) for word in words]
        entries += [self._entry(word, language) for word in mark_words(text, language)]
        return [entry for entry in entries if entry]

    def _entry(self, word: str, language: str) -> str | None:
        if language == "en" and self._decoder.lookup_word(word) is not None:
            return word
        sounds = " ".join(sounds_of(word.replace("'", ""), language))
        if not sounds:
            return None
        if sounds not in self._spelt:
            # Upper case keeps them apart from the dictionary's own.
            name = sounds.replace(" ", "_")
            self._decoder.add_word(name, sounds, False)
            self._spelt[sounds] = name
        return self._spelt[sounds]


def find(decoder, entries: list[str], sound: np.ndarray) -> list[tuple[int, int]] | None:
    """First frame and the one behind the last of every entry; None when they do not fit the sound."""
    try:
        decoder.set_align_text(" ".join(entries))
        decoder.start_utt()
        decoder.process_raw(np.ascontiguousarray(sound, dtype=np.int16).tobytes(), full_utt=True)
        decoder.end_utt()
    except RuntimeError:
        return None
    segments = decoder.seg()
    if segments is None:
        return None
    found = [(one.start_frame, one.end_frame + 1) for one in segments if one.word[0] not in "<["]
    return found if len(found) == len(entries) else None
