"""Transcribes one track: decodes its windows, recovers dropped sentences, and times the words."""

from dataclasses import dataclass

from speech.audio.arrays import Samples
from speech.audio.timeline import SAMPLE_RATE, Span
from speech.decode.dropped_sentences import Gap, gap_windows, inserted, is_recovered, split_gap
from speech.decode.hallucinations import is_voiced
from speech.decode.hypothesis import Hypothesis
from speech.decode.whisper import Encoded
from speech.decode.window_decoder import WindowDecoder
from speech.decode.windows import Window
from speech.languages.text import writes_spaces
from speech.timing.attention import (
    audible_spans,
    correct_attention_times,
    fit_to_sound,
    settle_boundaries,
    sound_spans,
)
from speech.timing.forced_alignment import Aligner
from speech.timing.words import TimedWord

# After a gap is filled, the speech beside the new words is checked again.
GAP_ROUNDS = 3


@dataclass(frozen=True)
class TrackTranscriber:
    """Transcribes the windows of one track. `aligner`: None to time words by attention weights alone."""

    decoder: WindowDecoder
    aligner: Aligner | None = None

    def transcribe(self, windows: list[Window], encoded: Encoded) -> tuple[list[TimedWord], dict[str, float]]:
        """Returns the words of the windows with times on the track, and the seconds of each language."""
        words: list[TimedWord] = []
        seconds_by_language: dict[str, float] = {}

        def timed_words(window: Window, hypothesis: Hypothesis) -> list[TimedWord]:
            timed = self.time(window, hypothesis)
            if timed:
                language = hypothesis.language
                seconds_by_language[language] = seconds_by_language.get(language, 0.0) + window.seconds
            return timed

        for window, hypothesis in self.decoder.decode_windows(windows, encoded):
            words += timed_words(window, hypothesis)
        tried: set[Window] = set()
        parts: list[Window] = []
        for _ in range(GAP_ROUNDS):
            spans = [span for window in windows for span in window.spans]
            gaps = [
                *parts,
                *(gap for span in spans for gap in gap_windows(words, self.decoder.speech.probabilities, span)),
            ]
            remaining = [gap for gap in dict.fromkeys(gaps) if gap not in tried]
            parts = []
            if not remaining:
                break
            tried.update(remaining)
            decoded = {gap.start: hypothesis for gap, hypothesis in self.decoder.decode_gaps(remaining)}
            for gap in remaining:
                recovered = decoded.get(gap.start)
                if recovered is not None and is_recovered(recovered, Gap(gap.start, gap.seconds), words):
                    words = inserted(words, timed_words(gap, recovered), gap.spans[0])
                else:
                    # It may hold several sentences, or languages, without a pause between them.
                    parts += split_gap(gap, self.decoder.speech.probabilities)
        return words, seconds_by_language

    def time(self, window: Window, hypothesis: Hypothesis) -> list[TimedWord]:
        """Returns the words of a window with times on the track."""
        spaced = writes_spaces(hypothesis.language)
        words = [
            TimedWord(
                word.text,
                # Two windows meet between words.
                word.space_before or (index == 0 and spaced),
                window.locate(word.start),
                window.locate(word.voiced_end, is_end=True),
                word.confidence,
            )
            for index, word in enumerate(hypothesis.words)
        ]
        audible: list[Span] = []
        sounds: list[Span] = []
        audio = [self._audio(span) for span in window.spans]
        for span, samples in zip(window.spans, audio, strict=True):
            own = sound_spans(samples, span.start)
            audible += audible_spans(own, self.decoder.speech.probabilities, span)
            sounds += own
        timed = correct_attention_times(words, audible)
        for span, samples in zip(window.spans, audio, strict=True):
            inside = [word for word in timed if span.start <= word.start < span.end]
            settle_boundaries(inside, samples, span.start)
        if self.aligner is not None:
            timed = self.aligner.refine(timed, self.decoder.speech.track, hypothesis.language)
            timed = fit_to_sound(timed, audible, sounds)
        return [word for word in timed if is_voiced(word, self.decoder.speech.probabilities)]

    def _audio(self, span: Span) -> Samples:
        return self.decoder.speech.track[round(span.start * SAMPLE_RATE) : round(span.end * SAMPLE_RATE)]
