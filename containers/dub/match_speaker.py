"""Finds the voice that resembles a speaker most, or a blend of the nearest voices, and a change of its speech.

The speaker encoder compares speech with the speaker: a sentence in the blend, which the dub needs anyway if it is long
enough, or stored samples of voices. What does not raise the similarity is left out.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy

from dub.arrays import Audio
from dub.job import SpeakerVoice
from dub.kokoro import SAMPLE_RATE, blend_name
from dub.level import pitch_hz
from dub.original_voices import embedding_of
from dub.speaker_encoder import Embedding, Encoder
from dub.voice_match import (
    MatchedVoice,
    VoiceMatch,
    equalized,
    gains_between,
    matched,
    pitch_factor,
    spectrum_db,
)

# Languages with no more voices get no blend: it is no more similar to speakers than single voices are.
BLENDED_VOICES = 3
# How much less similar a voice is when it has 1/e of the share of the most similar one.
SHARE_SIMILARITY = 0.05
# Smaller shares cost time and change nothing.
MIN_SHARE = 0.1
# Lengths of vocal tracts differ by more than this among adults.
FORMANT_FACTORS = (0.9, 1.1)
# More speech costs more and says no more about a voice.
COMPARED_SAMPLES = 5 * SAMPLE_RATE


class _Candidate(NamedTuple):
    voice: MatchedVoice
    similarity: float


class _Target(NamedTuple):
    """A speaker."""

    embedding: Embedding
    pitch_hz: float | None
    spectrum_db: list[float] | None


class _Sample(NamedTuple):
    """A sentence in a voice, changed as `match` says."""

    name: str
    audio: Audio
    match: VoiceMatch = VoiceMatch()


class SpeakerMatcher:
    """Compares the speech of voices with speakers."""

    def __init__(self, encoder: Encoder, bank: dict[str, Embedding], sample_of: Callable[[str], Audio]) -> None:
        """`bank`: embeddings of the voices that may be blended, by name. `sample_of`: a sentence in a voice, stored."""
        self._encoder = encoder
        self._bank = bank
        self._sample_of = sample_of

    def matched_voices(
        self, speaker: SpeakerVoice, names: list[str], speak: Callable[[str], Audio]
    ) -> list[MatchedVoice]:
        """Returns the voices for a speaker, best first: the most similar one, then `names` as they are.

        `names`: voices for the speaker, best first. `speak`: a sentence in a voice or a blend. Raises DubFailed.
        """
        plain = [MatchedVoice(name) for name in names]
        embedding = embedding_of(speaker)
        if embedding is None:
            return plain
        target = _Target(embedding, speaker["pitchHz"], speaker["spectrumDb"])
        best = None
        for sample in self._samples(embedding, names, speak):
            best = self._improved(sample, target, best)
        if best is None or best.voice == plain[0]:
            return plain
        return [best.voice, *plain]

    def _samples(self, embedding: Embedding, names: list[str], speak: Callable[[str], Audio]) -> list[_Sample]:
        """Returns what is compared: the blend of the most similar voices, or the first and the most similar one."""
        known = [name for name in names if name in self._bank]
        similar = sorted(known, key=lambda name: float(embedding @ self._bank[name]), reverse=True)
        if len(similar) > BLENDED_VOICES:
            blend = self._blend(embedding, similar[:BLENDED_VOICES])
            return [_Sample(blend, speak(blend)[:COMPARED_SAMPLES])]
        return [_Sample(name, self._sample_of(name)) for name in dict.fromkeys([names[0], *similar[:1]])]

    def _blend(self, embedding: Embedding, names: list[str]) -> str:
        """Returns the blend of voices. `names`: the most similar one first."""
        similarities = {name: float(embedding @ self._bank[name]) for name in names}
        best = similarities[names[0]]
        weights = {name: float(numpy.exp((one - best) / SHARE_SIMILARITY)) for name, one in similarities.items()}
        total = sum(weights.values())
        large = {name: weight for name, weight in weights.items() if weight / total >= MIN_SHARE}
        return blend_name({name: weight / sum(large.values()) for name, weight in large.items()})

    def _improved(self, sample: _Sample, target: _Target, best: _Candidate | None) -> _Candidate | None:
        """Returns the best of a voice, of its changes, and of the candidate so far.

        Pitch and formants are changed one after the other, and only what raises the similarity is kept.
        """
        found = self._better(None, [sample], target)
        pitch = round(pitch_factor(target.pitch_hz, pitch_hz(sample.audio, SAMPLE_RATE)), 3)
        found = self._better(found, [_changed(sample, VoiceMatch(one), target) for one in (1.0, pitch)], target)
        kept = found.voice.match.pitch if found else 1.0
        formants = [_changed(sample, VoiceMatch(kept, one), target) for one in FORMANT_FACTORS]
        found = self._better(found, formants, target)
        if best is None or found is None:
            return best or found
        return found if found.similarity > best.similarity else best

    def _better(self, best: _Candidate | None, samples: list[_Sample], target: _Target) -> _Candidate | None:
        """Returns the most similar of a candidate and of samples."""
        for name, audio, match in samples:
            found = self._encoder.embed(audio, SAMPLE_RATE)
            if found is None:
                continue
            similarity = float(found @ target.embedding)
            if best is None or similarity > best.similarity:
                best = _Candidate(MatchedVoice(name, match), similarity)
        return best


def _changed(sample: _Sample, match: VoiceMatch, target: _Target) -> _Sample:
    """Returns a sample with another pitch and other formants, and then with the spectrum of the speaker."""
    shifted = matched(sample.audio, SAMPLE_RATE, match)
    spectrum = spectrum_db(shifted, SAMPLE_RATE)
    if target.spectrum_db is None or spectrum is None:
        return _Sample(sample.name, shifted, match)
    gains_db = gains_between(numpy.array(target.spectrum_db), spectrum)
    return _Sample(sample.name, equalized(shifted, SAMPLE_RATE, gains_db), match._replace(gains_db=gains_db))
