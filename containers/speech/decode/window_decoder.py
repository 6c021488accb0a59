"""Decodes windows in their languages and rejects unreliable text."""

from dataclasses import dataclass, field

import numpy as np

from speech.audio.arrays import Floats
from speech.audio.timeline import SAMPLE_RATE, Span
from speech.decode.hallucinations import is_hallucinated
from speech.decode.hypothesis import Hypothesis
from speech.decode.rescoring import best_fit, fit_of
from speech.decode.whisper import Encoded, WhisperEngine
from speech.decode.windows import MIN_SPLIT_SECONDS, Window, concatenated, halves, utterances
from speech.languages.detection import (
    LanguageProbabilities,
    is_clearly,
    likely_language,
    main_language,
    runs_by_language,
    window_language,
)
from speech.languages.prompts import prompt_for
from speech.languages.scripts import INDIC
from speech.vad.quiet_speech import Track

LANGUAGE_SAMPLES = 5
# A window that fails is cut in two, and those once more.
MAX_SPLIT_DEPTH = 2
# How much higher the log probability of a text in another language must be than that of one in the file's language. The
# right language is higher by 0.3 and more.
OTHER_LANGUAGE_MARGIN = 0.1
# Indic scripts take two or three tokens per letter. Longer windows exceed the token limit and are cut off.
MAX_INDIC_SECONDS = 16.0

# Less certain windows are decoded once more from a moment later, and the text that fits better is kept: the spelling
# depends on the position of the frames. Removes one error in seventeen for a third more CPU time.
CERTAIN_LOG_PROBABILITY = -0.1
RESCORING_SHIFT_SECONDS = 0.2
# A text in another language with at least this log probability is not compared with the file's language.
CERTAIN_LANGUAGE_LOG_PROBABILITY = -0.15
MIN_LEAD_SECONDS = 0.35

# The text of a window, aligned.
DecodedWindow = tuple[Window, Hypothesis]


@dataclass(frozen=True)
class TrackSpeech:
    """A track with its speech. `probabilities` and `regions` cover the whole track."""

    track: Track
    probabilities: Floats
    regions: list[Span]


@dataclass(frozen=True)
class DecodingOptions:
    """Settings of the task.

    `language`: None to detect it. `disfluent`: transcribe fillers and false starts. `only_language`: all speech is in
    `language`.
    """

    language: str | None = None
    dictionary: list[str] = field(default_factory=list)
    disfluent: bool = False
    only_language: bool = False


@dataclass
class WindowDecoder:
    """Decodes the windows of one track."""

    engine: WhisperEngine
    speech: TrackSpeech
    options: DecodingOptions
    # Of the file; set by `find_language`.
    language: str = "en"
    language_confidence: float = 1.0
    # Whether speech in other languages is decoded as such. Not in a file without any speech in the given language: the
    # caller's choice takes precedence over the recognizer.
    may_switch: bool = True

    def encode(self, windows: list[Window]) -> Encoded:
        """Returns the encoder's output for the windows."""
        return self.engine.encode([window.samples(self.speech.track) for window in windows])

    def find_language(self, encoded: Encoded, windows: list[Window], later: list[Window]) -> None:
        """Sets the language of the file.

        Uses `windows`, already encoded, and some spread over the rest, so that an introduction in another language does
        not decide.
        """
        samples = later[:: max(1, len(later) // LANGUAGE_SAMPLES)][:LANGUAGE_SAMPLES]
        if self.options.language is not None:
            self.language = self.options.language
            if self.options.only_language:
                self.may_switch = False
                return
            parts = [part for window in [*windows, *samples] for part in utterances(window, self.speech.regions)]
            self.may_switch = any(is_clearly(self.language, row) for row in self._languages(parts))
            return
        probabilities = self.engine.language_probabilities(encoded)
        found = list(zip(probabilities, (window.seconds for window in windows), strict=True))
        for window in samples:
            found.append((self.engine.language_probabilities(self.encode([window]))[0], window.seconds))
        self.language, self.language_confidence = main_language(found)

    def decode_gaps(self, gaps: list[Window]) -> list[DecodedWindow]:
        """Returns the accepted texts of windows over gaps, each in its likely language."""
        languages = [self.language] * len(gaps)
        if self.may_switch:
            languages = [likely_language(self.language, row) for row in self._languages(gaps)]
        return self._decode(gaps, self.encode(gaps), languages, MAX_SPLIT_DEPTH)

    def decode_windows(self, windows: list[Window], encoded: Encoded, depth: int = 0) -> list[DecodedWindow]:
        """Returns the accepted texts, in order.

        A window in two languages, or one that fails, is decoded in parts.
        """
        if not self.may_switch:
            return self._decode(windows, encoded, [self.language] * len(windows), depth)
        detected = self.engine.language_probabilities(encoded)
        if depth > 0:
            languages = [likely_language(self.language, row) for row in detected]
            return self._decode(windows, encoded, languages, depth)
        languages = [
            window_language(self.language, probabilities, window.seconds)
            for probabilities, window in zip(detected, windows, strict=True)
        ]
        results: list[DecodedWindow] = []
        whole: list[int] = []
        for row, window in enumerate(windows):
            parts = self._parts_by_language(window)
            decoded = self.decode_windows(parts, self.encode(parts), 1) if len(parts) > 1 else []
            if len({hypothesis.language for _, hypothesis in decoded}) > 1:
                results += decoded
            elif languages[row] in INDIC and window.seconds > MAX_INDIC_SECONDS:
                parts = halves(window, self.speech.probabilities)
                results += decoded or self.decode_windows(parts, self.encode(parts), 1)
            else:
                # In one language after all: the whole window gives each word more context.
                whole.append(row)
        if whole:
            rows = self.engine.rows(encoded, whole)
            results += self._decode([windows[r] for r in whole], rows, [languages[r] for r in whole], 0)
        return sorted(results, key=lambda result: result[0].start)

    def _parts_by_language(self, window: Window) -> list[Window]:
        parts = utterances(window, self.speech.regions)
        if len(parts) < 2:  # noqa: PLR2004
            return []
        merged = []
        for run in runs_by_language(self._languages(parts)):
            whole = parts[run[0]]
            for index in run[1:]:
                whole = concatenated(whole, parts[index])
            merged.append(whole)
        return merged

    def _languages(self, parts: list[Window]) -> list[LanguageProbabilities]:
        return self.engine.languages_of([part.samples(self.speech.track) for part in parts])

    def _decode(self, windows: list[Window], encoded: Encoded, languages: list[str], depth: int) -> list[DecodedWindow]:
        """Decodes each window in its language and aligns it."""
        results: list[DecodedWindow] = []
        for language in dict.fromkeys(languages):
            rows = [row for row, own in enumerate(languages) if own == language]
            part = self.engine.rows(encoded, rows)
            own = [windows[row] for row in rows]
            hypotheses = self._decode_in(part, own, language, depth)
            for decoded in {hypothesis.language for hypothesis in hypotheses}:
                indices = [index for index, hypothesis in enumerate(hypotheses) if hypothesis.language == decoded]
                self.engine.align(
                    self.engine.rows(part, indices),
                    [hypotheses[index] for index in indices],
                    [own[index].seconds for index in indices],
                )
            results += zip(own, hypotheses, strict=True)
        return self._accepted(sorted(results, key=lambda result: result[0].start), depth)

    def _decode_in(self, encoded: Encoded, windows: list[Window], language: str, depth: int) -> list[Hypothesis]:
        """Decodes in `language`, or in the file's when that gives a more likely text."""
        hypotheses = self.engine.decode(encoded, language, self._prompt(language))
        if language != self.language:
            self._compare_languages(hypotheses, encoded)
        # A window that is split next is worth no more attempts as a whole.
        final = [index for index, window in enumerate(windows) if not is_split(window, hypotheses[index], depth)]
        self._rescore(hypotheses, encoded, windows, final)
        for index in final:
            hypothesis = hypotheses[index]
            if hypothesis.is_poor and not is_hallucinated(hypothesis):
                row = self.engine.rows(encoded, [index])
                hypotheses[index] = self.engine.decode_again(row, hypothesis, self._prompt(hypothesis.language))
        return hypotheses

    def _prompt(self, language: str) -> str | None:
        return prompt_for(language, self.options.dictionary, self.options.disfluent)

    def _compare_languages(self, hypotheses: list[Hypothesis], encoded: Encoded) -> None:
        """Replaces texts that are more likely in the file's language. In place.

        Short audio is easily detected as a related language, and its text decides more reliably. Only the selected text
        is rescored: decoding speech in a wrong language takes ten times the CPU time.
        """
        uncertain = [
            index
            for index, hypothesis in enumerate(hypotheses)
            if hypothesis.log_probability < CERTAIN_LANGUAGE_LOG_PROBABILITY or hypothesis.is_poor
        ]
        if uncertain:
            rows = self.engine.rows(encoded, uncertain)
            others = self.engine.decode(rows, self.language, self._prompt(self.language))
            for index, other in zip(uncertain, others, strict=True):
                hypotheses[index] = in_likelier_language(hypotheses[index], other)

    def _rescore(self, hypotheses: list[Hypothesis], encoded: Encoded, windows: list[Window], rows: list[int]) -> None:
        """Replaces uncertain texts by others that fit the audio better from two starting points. In place.

        The later starting point skips no speech.
        """
        uncertain = [
            index
            for index in rows
            if hypotheses[index].log_probability < CERTAIN_LOG_PROBABILITY
            and self._lead_seconds(windows[index]) >= MIN_LEAD_SECONDS
        ]
        skipped = round(RESCORING_SHIFT_SECONDS * SAMPLE_RATE)
        for language in dict.fromkeys(hypotheses[index].language for index in uncertain):
            own = [index for index in uncertain if hypotheses[index].language == language]
            seconds = [windows[index].seconds for index in own]
            earlier = self.engine.rows(encoded, own)
            later = self.engine.encode([windows[index].samples(self.speech.track)[skipped:] for index in own])
            prompt = self._prompt(language)
            candidates = [
                [hypotheses[index] for index in own],
                self.engine.decode(later, language, prompt),
                self.engine.decode_timed(earlier, language, prompt),
            ]
            # A text that results from the position of the frames fits only that position, so both positions count.
            positions = [(earlier, seconds), (later, [one - RESCORING_SHIFT_SECONDS for one in seconds])]
            fits = [
                np.mean(
                    [
                        [fit_of(row) for row in self.engine.text_probabilities(rows_at, seconds_at, texts)]
                        for rows_at, seconds_at in positions
                    ],
                    axis=0,
                )
                for texts in candidates
            ]
            for row, index in enumerate(own):
                hypotheses[index] = best_fit([texts[row] for texts in candidates], [float(fit[row]) for fit in fits])

    def _lead_seconds(self, window: Window) -> float:
        """Returns the seconds without speech at the start of a window."""
        starts = (region.start for region in self.speech.regions if region.end > window.start)
        return next(starts, window.end) - window.start

    def _accepted(self, results: list[DecodedWindow], depth: int) -> list[DecodedWindow]:
        accepted: list[DecodedWindow] = []
        for window, hypothesis in results:
            if is_hallucinated(hypothesis):
                continue
            fails = depth < MAX_SPLIT_DEPTH and (hypothesis.is_poor or hypothesis.is_cut_off)
            parts = halves(window, self.speech.probabilities) if fails else []
            if hypothesis.is_endless_loop and not parts:
                continue
            if parts:
                accepted += self.decode_windows(parts, self.encode(parts), depth + 1)
            else:
                accepted.append((window, hypothesis))
        return accepted


def is_split(window: Window, hypothesis: Hypothesis, depth: int) -> bool:
    """Returns whether a failed window is decoded in two parts next."""
    return (
        depth < MAX_SPLIT_DEPTH
        and (hypothesis.is_loop or hypothesis.is_cut_off)
        and window.seconds >= MIN_SPLIT_SECONDS
    )


def in_likelier_language(own: Hypothesis, other: Hypothesis) -> Hypothesis:
    """Returns the more likely text. `other`: the text in the file's language."""
    if own.is_poor != other.is_poor:
        return other if own.is_poor else own
    return own if own.log_probability >= other.log_probability + OTHER_LANGUAGE_MARGIN else other
