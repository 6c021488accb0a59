"""Cuts a track into windows that the recogniser takes at once (30 s), at pauses, without the long silences.

Whisper invents text in silence and costs the same for one second as for thirty, so speech is packed: pauses up to
2.5 s stay as they are, longer ones are shortened. A window knows where each of its pieces came from.
"""

from dataclasses import dataclass

import numpy as np

from speech_regions import FRAME_SAMPLES, FRAME_SECONDS, SAMPLE_RATE, Span
from track_memory import let_go

WINDOW_SECONDS = 29.0
# Cutting is looked for from here on, at the longest pause.
EARLIEST_CUT_SECONDS = 16.0
LONGEST_PAUSE_SECONDS = 2.5
# Sound kept around speech: soft onsets and endings that the voice detector misses.
PAD_SECONDS = 0.4
SHORTEST_SPLIT_SECONDS = 6.0
UTTERANCE_PAUSE_SECONDS = 0.3
UTTERANCE_SECONDS = 1.5
TURN_PAUSE_SECONDS = 1.0


@dataclass(frozen=True)
class Window:
    """Pieces of the track, in order, played one after the other."""

    pieces: tuple[Span, ...]

    @property
    def seconds(self) -> float:
        return sum(piece.seconds for piece in self.pieces)

    @property
    def start(self) -> float:
        return self.pieces[0].start

    @property
    def end(self) -> float:
        return self.pieces[-1].end

    def samples(self, track: np.ndarray) -> np.ndarray:
        parts = [track[round(p.start * SAMPLE_RATE) : round(p.end * SAMPLE_RATE)] for p in self.pieces]
        samples = np.concatenate(parts).astype(np.float32) / 32768.0
        let_go(track)
        return samples

    def locate(self, seconds: float, is_end: bool = False) -> float:
        """The track's time of a moment within the window. `is_end`: a moment on a seam belongs to the piece before."""
        at = 0.0
        for piece in self.pieces:
            after = at + piece.seconds
            if seconds < after or (is_end and seconds <= after):
                return piece.start + max(0.0, seconds - at)
            at = after
        return self.end


def halves(window: Window, probabilities: np.ndarray) -> list[Window]:
    """Two windows cut where the voice is least sure in the middle half; none when it is too short to be cut."""
    if window.seconds < SHORTEST_SPLIT_SECONDS:
        return []
    # About a fifth of a second, so that a stop within a word is no pause.
    smooth = np.convolve(probabilities, np.full(7, 1 / 7), mode="same")
    moments = [window.locate(at) for at in np.arange(window.seconds / 4, window.seconds * 3 / 4, FRAME_SECONDS)]
    cut = min(moments, key=lambda moment: smooth[min(len(smooth) - 1, int(moment / FRAME_SECONDS))])
    first = [Span(piece.start, min(piece.end, cut)) for piece in window.pieces if piece.start < cut]
    second = [Span(max(piece.start, cut), piece.end) for piece in window.pieces if piece.end > cut]
    return [Window(tuple(p for p in part if p.seconds > 0.05)) for part in (first, second)]


def utterances(window: Window, regions: list[Span]) -> list[Window]:
    """The window's speech in parts of at least 1.5 s, divided at pauses of at least 0.3 s; of any length between pauses
    of a second."""
    inside = [region for region in regions if window.start <= region.start < window.end]
    groups: list[list[Span]] = []
    for region in inside:
        is_apart = groups and region.start - groups[-1][-1].end >= UTTERANCE_PAUSE_SECONDS
        is_long = groups and groups[-1][-1].end - groups[-1][0].start >= UTTERANCE_SECONDS
        is_turn = groups and region.start - groups[-1][-1].end >= TURN_PAUSE_SECONDS
        if not groups or (is_apart and is_long) or is_turn:
            groups.append([region])
        else:
            groups[-1].append(region)
    if (
        len(groups) > 1
        and groups[-1][-1].end - groups[-1][0].start < UTTERANCE_SECONDS
        and groups[-1][0].start - groups[-2][-1].end < TURN_PAUSE_SECONDS
    ):
        last = groups.pop()
        groups[-1] += last
    bounds = [window.start, *((a[-1].end + b[0].start) / 2 for a, b in zip(groups, groups[1:])), window.end]
    return [window_of(group, floor, ceiling) for group, floor, ceiling in zip(groups, bounds, bounds[1:])]


def joined(first: Window, second: Window) -> Window:
    """Neighbours as one window, with the pause between them."""
    if second.start - first.end < LONGEST_PAUSE_SECONDS:
        bridge = Span(first.pieces[-1].start, second.pieces[0].end)
        return Window((*first.pieces[:-1], bridge, *second.pieces[1:]))
    return Window((*first.pieces, *second.pieces))


def split_long(region: Span, probabilities: np.ndarray) -> list[Span]:
    """A region without a pause that does not fit is cut where the voice is least sure."""
    spans = []
    start = region.start
    while region.end - start > WINDOW_SECONDS - 2 * PAD_SECONDS:
        first = int((start + EARLIEST_CUT_SECONDS) * SAMPLE_RATE / FRAME_SAMPLES)
        last = int((start + WINDOW_SECONDS - 2 * PAD_SECONDS) * SAMPLE_RATE / FRAME_SAMPLES)
        weakest = first + int(np.argmin(probabilities[first:last]))
        cut = (weakest + 0.5) * FRAME_SAMPLES / SAMPLE_RATE
        spans.append(Span(start, cut))
        start = cut
    spans.append(Span(start, region.end))
    return spans


def window_of(regions: list[Span], floor: float, ceiling: float) -> Window:
    """The window over consecutive regions; its outer padding stays between `floor` and `ceiling`."""
    pieces: list[Span] = []
    start = max(floor, regions[0].start - PAD_SECONDS)
    for before, after in zip(regions, regions[1:]):
        if after.start - before.end > LONGEST_PAUSE_SECONDS:
            pieces.append(Span(start, before.end + PAD_SECONDS))
            start = after.start - PAD_SECONDS
    pieces.append(Span(start, min(ceiling, regions[-1].end + PAD_SECONDS)))
    return Window(tuple(pieces))


def plan_windows(regions: list[Span], probabilities: np.ndarray, track_seconds: float) -> list[Window]:
    parts = [part for region in regions for part in split_long(region, probabilities)]
    windows: list[Window] = []
    first = 0
    while first < len(parts):
        floor = 0.0 if first == 0 else (parts[first - 1].end + parts[first].start) / 2
        last = first
        while last + 1 < len(parts) and window_of(parts[first : last + 2], floor, track_seconds).seconds <= WINDOW_SECONDS:
            last += 1
        if last + 1 < len(parts):
            last = best_cut(parts, first, last, floor, track_seconds)
        ceiling = track_seconds if last + 1 == len(parts) else (parts[last].end + parts[last + 1].start) / 2
        windows.append(window_of(parts[first : last + 1], floor, ceiling))
        first = last + 1
    return windows


def best_cut(parts: list[Span], first: int, last: int, floor: float, track_seconds: float) -> int:
    """The region after which the pause is longest, among those that leave the window well filled."""
    candidates = [
        index
        for index in range(first, last + 1)
        if window_of(parts[first : index + 1], floor, track_seconds).seconds >= EARLIEST_CUT_SECONDS
    ]
    return max(candidates or [last], key=lambda index: parts[index + 1].start - parts[index].end)
