"""Forced alignment: word times from an acoustic model that is given the text (PocketSphinx, BSD), phrase by phrase.

The model is English. For some other languages, words are spelled in its phonemes (languages/pronunciation.py), which
is approximate and still locates words better than Whisper's attention weights. A phrase that it cannot place is divided
(decision 0170); words that it cannot place then keep their times.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Protocol

import numpy as np

from speech.audio.arrays import Samples
from speech.audio.timeline import HOP_SAMPLES, SAMPLE_RATE
from speech.languages.numbers import number_words, symbol_words
from speech.languages.pronunciation import LANGUAGES, phonemes_of
from speech.languages.text import normalized
from speech.timing.words import TimedWord
from speech.vad.quiet_speech import Track

FRAME_SECONDS = 0.01
# Speech with non-English phonemes scores low for long before it fits again, longer than the default beam allows. Where
# the default beam finds an alignment, the wide beam finds worse ones, so it serves a second attempt only, for parts of
# so many words: in longer ones it takes long and finds no more than a division does.
WIDE_BEAM = 1e-75
WIDE_BEAM_WORDS = 4
# The model includes the closure of a stop and the breath before a word, so words start this much later.
START_DELAY_SECONDS = 0.02
# Three frames, of which a word with one phoneme consists.
SHORTEST_WORD_SECONDS = 0.03
# In long phrases one wrong word misplaces many others, so a phrase ends at the next pause.
PHRASE_SECONDS = 4.0
PHRASE_PAUSE_SECONDS = 0.12
LONG_PAUSE_SECONDS = 0.6
MAX_PHRASE_SECONDS = 20.0
PAD_SECONDS = 0.25
# A phrase that cannot be aligned is divided: one word that is not spoken as written would lose the alignment of all.
# The audio of its parts overlaps by this much on each side of the boundary, which the attention weights place.
PART_PAD_SECONDS = 0.1
# How much longer a pause has to be to divide a phrase one word further from its middle.
OFF_CENTER_SECONDS = 0.02
# The model comes from recordings and aligns few words beside digital silence (synthetic speech, noise gates). Noise
# raises the quietest moments to this level below the mean power of the phrase.
NOISE_FLOOR_DB = -40
FLOOR_QUANTILE = 0.05
# An alignment that moves a word further than this is wrong.
MAX_MOVE_SECONDS = 1.0
# Vowel signs of Indic scripts are not letters to `re`.
MARKS = "".join(chr(code) for code in range(0x0300, 0x0E00) if unicodedata.category(chr(code)).startswith("M"))
LETTERS = rf"(?:[^\W\d_]|[{MARKS}])+"
TOKENS = re.compile(rf"\d+|{LETTERS}(?:'{LETTERS})*")
THOUSANDS_MARK = re.compile(r"(?<=\d)[.,'’\s](?=\d{3}(?!\d))")


class AlignedSegment(Protocol):
    """An entry of PocketSphinx's alignment; frames of 10 ms, both inclusive."""

    word: str
    start_frame: int
    end_frame: int


class Decoder(Protocol):
    """The part of PocketSphinx's decoder that is used."""

    def lookup_word(self, word: str, /) -> str | None:
        """Returns the pronunciation; None for an unknown word."""

    def add_word(self, word: str, phonemes: str, update: bool, /) -> object:
        """Adds a pronunciation to the dictionary."""

    def set_align_text(self, text: str, /) -> object:
        """Sets the text to align. Raises RuntimeError for unknown words."""

    def start_utt(self) -> object:
        """Starts an utterance."""

    def process_raw(self, data: bytes, /, *, full_utt: bool) -> object:
        """Processes 16-bit samples."""

    def end_utt(self) -> object:
        """Ends the utterance."""

    def seg(self) -> Iterable[AlignedSegment] | None:
        """Returns the alignment; None when there is none."""


def load_aligner() -> "Aligner | None":
    """Returns None where PocketSphinx is not installed: some platforms and versions of Python have no package."""
    try:
        import pocketsphinx
    except ImportError:
        return None

    def load_wide() -> Decoder:
        decoder: Decoder = pocketsphinx.Decoder(
            lm=None, loglevel="FATAL", beam=WIDE_BEAM, wbeam=WIDE_BEAM, pbeam=WIDE_BEAM
        )
        return decoder

    return Aligner(pocketsphinx.Decoder(lm=None, loglevel="FATAL"), load_wide)


def phrases_of(words: list[TimedWord]) -> list[list[TimedWord]]:
    """Returns the words in phrases that end at pauses."""
    phrases: list[list[TimedWord]] = []
    for word in words:
        pause = word.start - phrases[-1][-1].end if phrases else 0.0
        seconds = word.end - phrases[-1][0].start if phrases else 0.0
        is_next = (
            pause >= LONG_PAUSE_SECONDS
            or (pause >= PHRASE_PAUSE_SECONDS and seconds > PHRASE_SECONDS)
            or seconds > MAX_PHRASE_SECONDS
        )
        if not phrases or is_next:
            phrases.append([word])
        else:
            phrases[-1].append(word)
    return phrases


def division_of(phrase: list[TimedWord]) -> int:
    """Returns the index of the word before which a phrase is divided: at a pause, near the middle."""

    def score(index: int) -> float:
        pause = phrase[index].start - phrase[index - 1].end
        return pause - OFF_CENTER_SECONDS * abs(index - len(phrase) / 2)

    return max(range(1, len(phrase)), key=score)


def with_noise_floor(audio: Samples) -> Samples:
    """Returns the audio with the noise of a recording, if it has less. The noise is the same in every run."""
    count = len(audio) // HOP_SAMPLES
    if count == 0:
        return audio
    signal = audio.astype(np.float32)
    powers = np.mean(signal[: count * HOP_SAMPLES].reshape(count, HOP_SAMPLES) ** 2, axis=1)
    missing = float(np.mean(powers)) * 10 ** (NOISE_FLOOR_DB / 10) - float(np.quantile(powers, FLOOR_QUANTILE))
    if missing <= 0:
        return audio
    signal += np.random.default_rng(0).normal(0.0, math.sqrt(missing), len(signal)).astype(np.float32)
    limits = np.iinfo(np.int16)
    return np.clip(np.round(signal), limits.min, limits.max).astype(np.int16)


class Aligner:
    """Aligns words with the audio. Words that its dictionary lacks are added to it."""

    def __init__(self, decoder: Decoder, load_wide: Callable[[], Decoder] | None = None) -> None:
        """Keeps the decoder. `load_wide` creates one with a wide beam, the first time that the other finds nothing."""
        self._decoder = decoder
        self._load_wide = load_wide
        self._entries_by_phonemes: dict[str, str] = {}

    def refine(self, words: list[TimedWord], track: Track, language: str) -> list[TimedWord]:
        """Returns the words, in order, with aligned times where an alignment is found."""
        if language not in LANGUAGES:
            return words
        phrases = phrases_of(words)
        refined: list[TimedWord] = []
        for index, phrase in enumerate(phrases):
            floor = phrases[index - 1][-1].end if index else 0.0
            ceiling = phrases[index + 1][0].start if index + 1 < len(phrases) else len(track) / SAMPLE_RATE
            start = max(floor, phrase[0].start - PAD_SECONDS)
            end = max(start, min(ceiling, phrase[-1].end + PAD_SECONDS))
            audio = with_noise_floor(track[round(start * SAMPLE_RATE) : round(end * SAMPLE_RATE)])
            refined += self._align(phrase, audio, start, language)
        return refined

    def _align(self, phrase: list[TimedWord], audio: Samples, offset: float, language: str) -> list[TimedWord]:
        """Returns the words with aligned times; those of parts that cannot be aligned keep theirs."""
        aligned = self._align_whole(phrase, audio, offset, language)
        if aligned is not None:
            return aligned
        if len(phrase) == 1:
            return phrase
        cut = division_of(phrase)
        boundary = (phrase[cut - 1].end + phrase[cut].start) / 2 - offset
        last = max(0, round((boundary + PART_PAD_SECONDS) * SAMPLE_RATE))
        first = min(len(audio), max(0, round((boundary - PART_PAD_SECONDS) * SAMPLE_RATE)))
        before = self._align(phrase[:cut], audio[:last], offset, language)
        after = self._align(phrase[cut:], audio[first:], offset + first / SAMPLE_RATE, language)
        return [*before, *after]

    def _align_whole(
        self, phrase: list[TimedWord], audio: Samples, offset: float, language: str
    ) -> list[TimedWord] | None:
        entries_by_word = [self._entries(word.text, language) for word in phrase]
        if not all(entries_by_word) or len(audio) < SAMPLE_RATE // 10:
            return None
        entries = list(chain.from_iterable(entries_by_word))
        frames = align_entries(self._decoder, entries, audio)
        if frames is None and self._load_wide is not None and len(phrase) <= WIDE_BEAM_WORDS:
            frames = align_entries(self._wide_decoder_with(entries), entries, audio)
        if frames is None:
            return None
        result: list[TimedWord] = []
        at = 0
        for word, own in zip(phrase, entries_by_word, strict=True):
            start = offset + frames[at][0] * FRAME_SECONDS + START_DELAY_SECONDS
            at += len(own)
            end = offset + frames[at - 1][1] * FRAME_SECONDS
            # The next word starts with the same delay.
            result.append(replace(word, start=start, end=max(start + SHORTEST_WORD_SECONDS, end)))
        moves = [abs(aligned.start - word.start) for aligned, word in zip(result, phrase, strict=True)]
        return result if max(moves) <= MAX_MOVE_SECONDS else None

    def _wide_decoder_with(self, entries: list[str]) -> Decoder:
        """Returns the decoder with the wide beam, with these entries in its dictionary."""
        for entry in entries:
            if self._wide_decoder.lookup_word(entry) is None:
                self._wide_decoder.add_word(entry, entry.replace("_", " "), False)
        return self._wide_decoder

    @cached_property
    def _wide_decoder(self) -> Decoder:
        if self._load_wide is None:
            raise ValueError("The aligner has no decoder with a wide beam.")
        return self._load_wide()

    def _entries(self, text: str, language: str) -> list[str]:
        """Returns the dictionary entries that a word of the transcript is spoken as."""
        entries: list[str | None] = []
        for token in TOKENS.findall(normalized(THOUSANDS_MARK.sub("", text))):
            words = number_words(token, language) if token.isdecimal() else [token]
            entries += [self._entry(word, language) for word in words]
        entries += [self._entry(word, language) for word in symbol_words(text, language)]
        return [entry for entry in entries if entry]

    def _entry(self, word: str, language: str) -> str | None:
        if language == "en" and self._decoder.lookup_word(word) is not None:
            return word
        phonemes = " ".join(phonemes_of(word.replace("'", ""), language))
        if not phonemes:
            return None
        if phonemes not in self._entries_by_phonemes:
            # Uppercase, so that the name differs from the words of the dictionary.
            name = phonemes.replace(" ", "_")
            self._decoder.add_word(name, phonemes, False)
            self._entries_by_phonemes[phonemes] = name
        return self._entries_by_phonemes[phonemes]


def align_entries(decoder: Decoder, entries: list[str], audio: Samples) -> list[tuple[int, int]] | None:
    """Returns the first frame of every entry and the frame after its last; None when they do not fit the audio."""
    try:
        decoder.set_align_text(" ".join(entries))
        decoder.start_utt()
        decoder.process_raw(np.ascontiguousarray(audio, dtype=np.int16).tobytes(), full_utt=True)
        decoder.end_utt()
    except RuntimeError:
        return None
    segments = decoder.seg()
    if segments is None:
        return None
    found = [(one.start_frame, one.end_frame + 1) for one in segments if one.word[0] not in "<["]
    return found if len(found) == len(entries) else None
