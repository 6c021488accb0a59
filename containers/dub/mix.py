"""Adds the sentences of a dub to the background, piece by piece."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import numpy

from dub.arrays import Audio


class Clip(NamedTuple):
    """A spoken sentence: its first sample in the mix, its gain in dB, and how to read it.

    The audio is mono, at the sample rate of the mix.
    """

    start: int
    gain_db: float
    read: Callable[[], Audio]


def mix(background: Iterable[Audio], clips: list[Clip]) -> Iterator[Audio]:
    """Yields the pieces of the background, stereo, with the clips added.

    A clip is read when its first piece comes, and dropped after its last: memory is constant.
    """
    waiting = sorted(clips, key=lambda clip: clip.start)
    playing: list[tuple[int, Audio]] = []
    at = 0
    for piece in background:
        end = at + len(piece)
        while waiting and waiting[0].start < end:
            clip = waiting.pop(0)
            playing.append((clip.start, clip.read() * numpy.float32(10 ** (clip.gain_db / 20))))
        mixed = piece.copy()
        for start, audio in playing:
            first, last = max(start, at), min(start + len(audio), end)
            mixed[first - at : last - at] += audio[first - start : last - start, numpy.newaxis]
        playing = [(start, audio) for start, audio in playing if start + len(audio) > end]
        yield mixed
        at = end
