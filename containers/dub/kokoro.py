"""Speaks phonemes with Kokoro-82M."""

from pathlib import Path

import numpy

from dub.alphabet import numbers_of
from dub.arrays import Audio
from dub.network import load_network

SAMPLE_RATE = 24_000
# A style is chosen by the number of letters, of which the engine takes at most this many at once.
MAX_LETTERS = 510
STYLE_SIZE = 256
# Silence that the engine adds at both ends, below this part of the loudest sample.
SILENCE_LEVEL = 0.01
KEPT_SECONDS = 0.02


class Kokoro:
    """The voice engine."""

    def __init__(self, weights: Path, threads: int) -> None:
        self._voices = weights / "voices"
        self._session = load_network(weights / "kokoro.onnx", threads)

    def speak(self, phonemes: str, voice: str, speed: float = 1.0) -> Audio:
        """Returns speech, mono at SAMPLE_RATE, without silence at its ends; empty without letters.

        Text that is too long for one call is spoken clause by clause. `voice`: a name, or a blend (blend_name).
        """
        styles = self._styles(voice)
        spoken = [self._speak(part, styles, speed) for part in parts_of(phonemes)]
        return trimmed(numpy.concatenate(spoken)) if spoken else numpy.zeros(0, numpy.float32)

    def _styles(self, voice: str) -> Audio:
        """Returns the style of a voice for each number of letters, shape [numbers, 1, STYLE_SIZE]."""
        styles = [
            numpy.fromfile(self._voices / f"{name}.bin", numpy.float32).reshape(-1, 1, STYLE_SIZE)
            * numpy.float32(share)
            for name, share in shares_of(voice).items()
        ]
        blend: Audio = numpy.sum(styles, axis=0)
        return blend

    def _speak(self, phonemes: str, styles: Audio, speed: float) -> Audio:
        numbers = numbers_of(phonemes)
        inputs = {
            "tokens": numpy.array([[0, *numbers, 0]], numpy.int64),
            "style": styles[min(len(numbers), len(styles) - 1)],
            "speed": numpy.array([speed], numpy.float32),
        }
        audio: Audio = self._session.run(None, inputs)[0]
        return audio.reshape(-1)


def blend_name(shares: dict[str, float]) -> str:
    """Returns the name of a blend of voices, such as `pm_alex:0.60+pm_santa:0.40`. `shares`: by voice, in total 1."""
    return "+".join(f"{name}:{share:.2f}" for name, share in shares.items())


def shares_of(voice: str) -> dict[str, float]:
    """Returns the shares of voices in a blend, in total 1; a single voice has all."""
    parts = [part.partition(":") for part in voice.split("+")]
    shares = {name: float(share or 1) for name, _, share in parts}
    total = sum(shares.values())
    return {name: share / total for name, share in shares.items()}


def parts_of(phonemes: str) -> list[str]:
    """Splits phonemes into parts that are short enough for one call.

    Splits at punctuation, else at a space, else anywhere.
    """
    rest, parts = phonemes.strip(), []
    while len(rest) > MAX_LETTERS:
        head = rest[:MAX_LETTERS]
        cut = max(head.rfind(mark) + 1 for mark in ".!?;:,…—")
        cut = cut or head.rfind(" ") + 1 or MAX_LETTERS
        parts.append(rest[:cut].strip())
        rest = rest[cut:].strip()
    return [part for part in [*parts, rest] if numbers_of(part)]


def trimmed(audio: Audio) -> Audio:
    """Removes silence at both ends, except for KEPT_SECONDS."""
    loud = numpy.flatnonzero(numpy.abs(audio) > SILENCE_LEVEL * numpy.abs(audio).max(initial=0))
    if loud.size == 0:
        return audio[:0]
    kept = int(KEPT_SECONDS * SAMPLE_RATE)
    return audio[max(0, loud[0] - kept) : loud[-1] + kept + 1]
