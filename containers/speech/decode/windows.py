"""Cuts a track at pauses into windows of up to 30 s for the recognizer, without the long silences.

Whisper hallucinates text in silence and costs the same for one second as for thirty. Windows are therefore filled with
speech: pauses up to 2.5 s stay as they are, longer ones are shortened. A window knows the spans that it consists of.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from speech.audio.arrays import Floats
from speech.audio.mapped import release_pages
from speech.audio.timeline import SAMPLE_RATE, Span
from speech.vad.detector import FRAME_SAMPLES, FRAME_SECONDS
from speech.vad.quiet_speech import Track

WINDOW_SECONDS = 29.0
# A window ends at the longest pause from here on.
MIN_CUT_SECONDS = 16.0
MAX_PAUSE_SECONDS = 2.5
# Padding around speech: soft starts and ends that the voice activity detector misses.
PAD_SECONDS = 0.4
MIN_SPLIT_SECONDS = 6.0
# Spans that remain of a cut at the edge of a span are dropped.
MIN_SPAN_SECONDS = 0.05
UTTERANCE_PAUSE_SECONDS = 0.3
UTTERANCE_SECONDS = 1.5
TURN_PAUSE_SECONDS = 1.0
# Seven frames, about a fifth of a second, so that a stop within a word does not count as a pause.
SMOOTHING_FRAMES = 7


@dataclass(frozen=True)
class Window:
    """Spans of the track, in order, concatenated."""

    spans: tuple[Span, ...]

    @property
    def seconds(self) -> float:
        """The duration."""
        return sum(span.seconds for span in self.spans)

    @property
    def start(self) -> float:
        """The start on the track in seconds."""
        return self.spans[0].start

    @property
    def end(self) -> float:
        """The end on the track in seconds."""
        return self.spans[-1].end

    def samples(self, track: Track) -> Floats:
        """Returns the audio, scaled to -1 to 1."""
        parts = [track[round(s.start * SAMPLE_RATE) : round(s.end * SAMPLE_RATE)] for s in self.spans]
        samples = np.concatenate(parts).astype(np.float32) / 32768.0
        release_pages(track)
        return samples

    def locate(self, seconds: float, is_end: bool = False) -> float:
        """Returns the time on the track of a moment within the window.

        `is_end`: a moment between two spans belongs to the first one.
        """
        at = 0.0
        for span in self.spans:
            after = at + span.seconds
            if seconds < after or (is_end and seconds <= after):
                return span.start + max(0.0, seconds - at)
            at = after
        return self.end


def halves(window: Window, probabilities: Floats) -> list[Window]:
    """Returns two windows, cut at the lowest speech probability of the middle half; none when it is too short."""
    if window.seconds < MIN_SPLIT_SECONDS:
        return []
    smooth = np.convolve(probabilities, np.full(SMOOTHING_FRAMES, 1 / SMOOTHING_FRAMES), mode="same")
    moments = [window.locate(at) for at in np.arange(window.seconds / 4, window.seconds * 3 / 4, FRAME_SECONDS)]
    cut = min(moments, key=lambda moment: smooth[min(len(smooth) - 1, int(moment / FRAME_SECONDS))])
    first = [Span(span.start, min(span.end, cut)) for span in window.spans if span.start < cut]
    second = [Span(max(span.start, cut), span.end) for span in window.spans if span.end > cut]
    return [Window(tuple(span for span in part if span.seconds > MIN_SPAN_SECONDS)) for part in (first, second)]


def utterances(window: Window, regions: list[Span]) -> list[Window]:
    """Returns the speech of the window in utterances.

    They are divided at pauses of at least 0.3 s and last at least 1.5 s; between pauses of a second they have any
    duration.
    """
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
    bounds = [window.start, *((a[-1].end + b[0].start) / 2 for a, b in pairwise(groups)), window.end]
    return [
        window_of(group, Span(floor, ceiling))
        for group, (floor, ceiling) in zip(groups, pairwise(bounds), strict=False)
    ]


def concatenated(first: Window, second: Window) -> Window:
    """Returns neighboring windows as one, with the pause between them."""
    if second.start - first.end < MAX_PAUSE_SECONDS:
        bridge = Span(first.spans[-1].start, second.spans[0].end)
        return Window((*first.spans[:-1], bridge, *second.spans[1:]))
    return Window((*first.spans, *second.spans))


def split_long(region: Span, probabilities: Floats) -> list[Span]:
    """Cuts a region that is too long for a window at its lowest speech probabilities."""
    spans = []
    start = region.start
    while region.end - start > WINDOW_SECONDS - 2 * PAD_SECONDS:
        first = int((start + MIN_CUT_SECONDS) * SAMPLE_RATE / FRAME_SAMPLES)
        last = int((start + WINDOW_SECONDS - 2 * PAD_SECONDS) * SAMPLE_RATE / FRAME_SAMPLES)
        lowest = first + int(np.argmin(probabilities[first:last]))
        cut = (lowest + 0.5) * FRAME_SAMPLES / SAMPLE_RATE
        spans.append(Span(start, cut))
        start = cut
    spans.append(Span(start, region.end))
    return spans


def window_of(regions: list[Span], bounds: Span) -> Window:
    """Returns the window over consecutive regions. Its outer padding stays within `bounds`."""
    spans: list[Span] = []
    start = max(bounds.start, regions[0].start - PAD_SECONDS)
    for before, after in pairwise(regions):
        if after.start - before.end > MAX_PAUSE_SECONDS:
            spans.append(Span(start, before.end + PAD_SECONDS))
            start = after.start - PAD_SECONDS
    spans.append(Span(start, min(bounds.end, regions[-1].end + PAD_SECONDS)))
    return Window(tuple(spans))


def plan_windows(regions: list[Span], probabilities: Floats, track_seconds: float) -> list[Window]:
    """Returns the windows over all regions, in order."""
    parts = [part for region in regions for part in split_long(region, probabilities)]
    windows: list[Window] = []
    first = 0
    while first < len(parts):
        floor = 0.0 if first == 0 else (parts[first - 1].end + parts[first].start) / 2
        bounds = Span(floor, track_seconds)
        last = first
        while last + 1 < len(parts) and window_of(parts[first : last + 2], bounds).seconds <= WINDOW_SECONDS:
            last += 1
        if last + 1 < len(parts):
            last = best_cut(parts, first, last, bounds)
        ceiling = track_seconds if last + 1 == len(parts) else (parts[last].end + parts[last + 1].start) / 2
        windows.append(window_of(parts[first : last + 1], Span(floor, ceiling)))
        first = last + 1
    return windows


def best_cut(parts: list[Span], first: int, last: int, bounds: Span) -> int:
    """Returns the index of the part before the longest pause, among those that fill the window well."""
    candidates = [
        index
        for index in range(first, last + 1)
        if window_of(parts[first : index + 1], bounds).seconds >= MIN_CUT_SECONDS
    ]
    return max(candidates or [last], key=lambda index: parts[index + 1].start - parts[index].end)
