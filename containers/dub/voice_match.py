"""Makes the speech of a synthetic voice resemble a speaker: pitch, formants and long-term spectrum.

The result is a matched voice, not a copy: what remains is the way of speaking of the synthetic voice.
"""

import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from dub.arrays import Audio
from dub.stretch import shift

# Centers of the bands of a spectrum: 28 from 88 Hz to 10.5 kHz, a quarter of an octave apart.
BANDS = 28
_EDGES_HZ = numpy.geomspace(80.0, 11_500.0, BANDS + 1)
BAND_HZ = numpy.sqrt(_EDGES_HZ[1:] * _EDGES_HZ[:-1])
# Standard deviation of the bell that weights the frequencies of a band.
BAND_OCTAVES = 0.17
# Bands whose mean gain is zero: those that decide how loud speech is.
LOUD_BANDS = (BAND_HZ > 150.0) & (BAND_HZ < 6_000.0)  # noqa: PLR2004
# A recording's color and the voice's are kept apart only roughly. Limits of 7 and of 14 dB make voices less similar to
# speakers: docs/decisions/0195-a-matched-spectrum-within-10-db.md.
MAX_GAIN_DB = 10.0
FLOOR_DB = -140.0
FRAME_SECONDS = 0.043
# Frames this far below the loudest one are pauses.
PAUSE_DB = 30.0
# Pitches further apart sound artificial, or were measured wrongly.
MIN_PITCH_FACTOR, MAX_PITCH_FACTOR = 0.7, 1.45
# The equalizer's impulse response is shorter than this.
MARGIN_SAMPLES = 2048


class VoiceMatch(NamedTuple):
    """How the speech of a voice is changed.

    `pitch`, `formants`: factors of their frequencies. `gains_db`: of the BANDS; empty for none.
    """

    pitch: float = 1.0
    formants: float = 1.0
    gains_db: tuple[float, ...] = ()


class MatchedVoice(NamedTuple):
    """A voice of the engine, or a blend of voices where it has them (kokoro.py), and how its speech is changed."""

    name: str
    match: VoiceMatch = VoiceMatch()

    @classmethod
    def parse(cls, data: dict[str, Any]) -> "MatchedVoice":
        """Parses the JSON. Raises KeyError for a missing field."""
        return cls(data["name"], VoiceMatch(data["pitch"], data["formants"], tuple(data["gainsDb"])))

    def to_json(self) -> dict[str, Any]:
        """Returns the JSON."""
        pitch, formants, gains_db = self.match
        return {"name": self.name, "pitch": pitch, "formants": formants, "gainsDb": gains_db}


def matched(audio: Audio, sample_rate: int, match: VoiceMatch) -> Audio:
    """Returns speech, mono, with another pitch, other formants and another spectrum; its duration is kept.

    Raises DubFailed.
    """
    if (match.pitch, match.formants) != (1.0, 1.0):
        with tempfile.TemporaryDirectory(prefix="dub-") as folder:
            audio = shift(audio, sample_rate, (match.pitch, match.formants), Path(folder))
    return equalized(audio, sample_rate, match.gains_db) if match.gains_db else audio


def pitch_factor(speaker_hz: float | None, voice_hz: float | None) -> float:
    """Returns the factor from the pitch of a voice to that of a speaker, in a plausible range; 1 if one is unknown."""
    if speaker_hz is None or voice_hz is None:
        return 1.0
    return min(MAX_PITCH_FACTOR, max(MIN_PITCH_FACTOR, speaker_hz / voice_hz))


def spectrum_db(mono: Audio, sample_rate: int) -> NDArray[numpy.float64] | None:
    """Returns the long-term spectrum of speech without its pauses, in dB per band; None for too little audio."""
    size = 1 << round(numpy.log2(FRAME_SECONDS * sample_rate))
    if len(mono) < size:
        return None
    frames = numpy.lib.stride_tricks.sliding_window_view(mono, size)[:: size // 2]
    power = numpy.abs(numpy.fft.rfft(frames * numpy.hanning(size), axis=1)) ** 2
    energy = power.sum(axis=1)
    mean = power[energy >= energy.max() * 10 ** (-PAUSE_DB / 10)].mean(axis=0)
    octaves = numpy.log2(numpy.maximum(numpy.fft.rfftfreq(size, 1 / sample_rate), 1.0))
    weights = numpy.exp(-0.5 * ((octaves - numpy.log2(BAND_HZ)[:, None]) / BAND_OCTAVES) ** 2)
    bands: NDArray[numpy.float64] = 10 * numpy.log10(weights @ mean / weights.sum(axis=1) + 10 ** (FLOOR_DB / 10))
    return bands


def gains_between(speaker_db: NDArray[numpy.float64], voice_db: NDArray[numpy.float64]) -> tuple[float, ...]:
    """Returns the gains from the spectrum of a voice to that of a speaker. They do not change the loudness much."""
    difference = speaker_db - voice_db
    for _ in range(5):
        difference = difference - numpy.clip(difference, -MAX_GAIN_DB, MAX_GAIN_DB)[LOUD_BANDS].mean()
    return tuple(round(float(gain), 2) for gain in numpy.clip(difference, -MAX_GAIN_DB, MAX_GAIN_DB))


def equalized(audio: Audio, sample_rate: int, gains_db: tuple[float, ...]) -> Audio:
    """Returns audio with the gains of the bands, without delay (zero phase)."""
    padded = numpy.pad(audio, MARGIN_SAMPLES)
    hertz = numpy.fft.rfftfreq(len(padded), 1 / sample_rate)
    gain = 10 ** (numpy.interp(numpy.log(numpy.maximum(hertz, 1.0)), numpy.log(BAND_HZ), gains_db) / 20)
    filtered = numpy.fft.irfft(numpy.fft.rfft(padded) * gain, len(padded))
    return filtered[MARGIN_SAMPLES : MARGIN_SAMPLES + len(audio)].astype(numpy.float32)
