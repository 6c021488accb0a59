"""One track heard: its windows decoded, their text believed or not, their words timed."""

from dataclasses import dataclass

import numpy as np

from fitting import best_fitting, fit_of
from forced_alignment import Aligner
from invention import is_invented, is_voiced
from languages import is_surely, likely_language, main_language, prompt_for, runs_by_language, window_language, writes_spaces
from scripts import INDIC
from speech_regions import SAMPLE_RATE, Span
from unheard import cut_at_weakest, inserted, is_worth_keeping, unheard_windows
from whisper_engine import Heard, WhisperEngine, is_bad
from windows import SHORTEST_SPLIT_SECONDS, Window, halves, joined, utterances
from word_times import TimedWord, audible_stretches, settle_boundaries, snap, within

LANGUAGE_SAMPLES = 5
# A window that fails is cut in two, and those once more.
DEEPEST_SPLIT = 2
# How much likelier (mean log probability) a text in another language must be than one in the file's own: the right one is
# likelier by 0.3 and more.
LIKELIER_BY = 0.1
# Speech that is left out is looked for again beside what was found of it.
UNHEARD_ROUNDS = 3

# India's scripts take two or three tokens a letter: what is longer does not fit into one answer, which is cut off then.
LONGEST_INDIC_SECONDS = 16.0

# What is not as sure as this is heard once more from a moment later, and the likelier text is kept: the recogniser's
# spelling hangs on where its frames fall. One error in seventeen fewer for a third more of the processor (docs/speech.md).
SURE_LOG_PROBABILITY = -0.1
SECOND_LOOK_SECONDS = 0.2
# What is in another language than the file, and as sure as this, is not tried in the file's.
SURE_LANGUAGE_LOG_PROBABILITY = -0.15
SHORTEST_LEAD_SECONDS = 0.35

# A window's text, aligned, with the sound that it is from.
Passage = tuple[Window, Heard]


@dataclass
class Listening:
    """`track`: int16 mono at 16 kHz. `probabilities` and `regions`: of speech, for the whole track."""

    engine: WhisperEngine
    track: np.ndarray
    probabilities: np.ndarray
    regions: list[Span]
    given_language: str | None
    dictionary: list[str]
    aligner: Aligner | None = None
    language: str = "en"
    language_confidence: float = 1.0
    # Fillers and false starts are wanted, too.
    disfluent: bool = False
    # Whether speech in other languages is looked for. Not in a file that does not hold the language that it is said to
    # be in: whoever named it knows better than the recogniser, or wants it so.
    may_switch: bool = True

    def encode(self, windows: list[Window]):
        return self.engine.encode([window.samples(self.track) for window in windows])

    def find_language(self, encoded, windows: list[Window], later: list[Window]) -> None:
        """From `windows`, already encoded, and from some spread over the rest: an intro in another language must not
        decide."""
        if self.given_language is not None:
            self.language = self.given_language
            some = [*windows, *later[:: max(1, len(later) // LANGUAGE_SAMPLES)][:LANGUAGE_SAMPLES]]
            parts = [part for window in some for part in utterances(window, self.regions)]
            self.may_switch = any(is_surely(self.language, row) for row in self._languages(parts))
            return
        found = list(zip(self.engine.language_probabilities(encoded), (window.seconds for window in windows)))
        for window in later[:: max(1, len(later) // LANGUAGE_SAMPLES)][:LANGUAGE_SAMPLES]:
            found.append((self.engine.language_probabilities(self.encode([window]))[0], window.seconds))
        self.language, self.language_confidence = main_language(found)

    def listen(self, windows: list[Window], encoded) -> tuple[list[TimedWord], dict[str, float]]:
        """The windows' words with times on the track, and the seconds of each language."""
        words: list[TimedWord] = []
        spoken: dict[str, float] = {}

        def take(window: Window, heard: Heard) -> list[TimedWord]:
            timed = self.time(window, heard)
            if timed:
                spoken[heard.language] = spoken.get(heard.language, 0.0) + window.seconds
            return timed

        for window, heard in self.hear(windows, encoded):
            words += take(window, heard)
        looked_at: set[Window] = set()
        apart: list[Window] = []
        for _ in range(UNHEARD_ROUNDS):
            pieces = [piece for window in windows for piece in window.pieces]
            gaps = [*apart, *(gap for piece in pieces for gap in unheard_windows(words, self.probabilities, piece))]
            left = [gap for gap in dict.fromkeys(gaps) if gap not in looked_at]
            apart = []
            if not left:
                break
            looked_at.update(left)
            heard_in = {gap.start: heard for gap, heard in self._hear_gaps(left)}
            for gap in left:
                heard = heard_in.get(gap.start)
                if heard is not None and is_worth_keeping(heard, gap.seconds, words, gap.start):
                    words = inserted(words, take(gap, heard), gap.pieces[0])
                else:
                    # Perhaps several sentences, or languages, without a pause between them.
                    apart += cut_at_weakest(gap, self.probabilities)
        return words, spoken

    def _hear_gaps(self, gaps: list[Window]) -> list[Passage]:
        languages = [self.language] * len(gaps)
        if self.may_switch:
            languages = [likely_language(self.language, row) for row in self._languages(gaps)]
        return self._decode(gaps, self.encode(gaps), languages, DEEPEST_SPLIT)

    def hear(self, windows: list[Window], encoded, depth: int = 0) -> list[Passage]:
        """The believed passages, in order. A window in two languages, or one whose decoding fails, is heard in parts."""
        if not self.may_switch:
            return self._decode(windows, encoded, [self.language] * len(windows), depth)
        detected = self.engine.language_probabilities(encoded)
        if depth > 0:
            languages = [likely_language(self.language, row) for row in detected]
            return self._decode(windows, encoded, languages, depth)
        languages = [window_language(self.language, p, w.seconds) for p, w in zip(detected, windows)]
        passages: list[Passage] = []
        whole: list[int] = []
        for row, window in enumerate(windows):
            parts = self._parts_by_language(window)
            heard = self.hear(parts, self.encode(parts), 1) if len(parts) > 1 else []
            if len({one.language for _, one in heard}) > 1:
                passages += heard
            elif languages[row] in INDIC and window.seconds > LONGEST_INDIC_SECONDS:
                parts = halves(window, self.probabilities)
                passages += heard or self.hear(parts, self.encode(parts), 1)
            else:
                # In one language after all: the whole window gives each word more context.
                whole.append(row)
        if whole:
            rows = self.engine.rows(encoded, whole)
            passages += self._decode([windows[r] for r in whole], rows, [languages[r] for r in whole], 0)
        return sorted(passages, key=lambda passage: passage[0].start)

    def _parts_by_language(self, window: Window) -> list[Window]:
        parts = utterances(window, self.regions)
        if len(parts) < 2:
            return []
        merged = []
        for run in runs_by_language(self._languages(parts)):
            whole = parts[run[0]]
            for index in run[1:]:
                whole = joined(whole, parts[index])
            merged.append(whole)
        return merged

    def _languages(self, parts: list[Window]) -> list[dict[str, float]]:
        return self.engine.languages_of([part.samples(self.track) for part in parts])

    def _decode(self, windows: list[Window], encoded, languages: list[str], depth: int) -> list[Passage]:
        passages: list[Passage] = []
        for language in dict.fromkeys(languages):
            rows = [row for row, own in enumerate(languages) if own == language]
            part = self.engine.rows(encoded, rows)
            own = [windows[row] for row in rows]
            heard = self._decode_in(part, own, language, depth)
            for spoken in {one.language for one in heard}:
                indices = [index for index, one in enumerate(heard) if one.language == spoken]
                self.engine.align(
                    self.engine.rows(part, indices),
                    [heard[index] for index in indices],
                    [own[index].seconds for index in indices],
                )
            passages += zip(own, heard)
        return self._believed(sorted(passages, key=lambda passage: passage[0].start), depth)

    def _decode_in(self, encoded, windows: list[Window], language: str, depth: int) -> list[Heard]:
        """In `language`, or in the file's where that gives a likelier text."""
        heard = self.engine.decode(encoded, language, self._prompt(language))
        if language != self.language:
            self._compare(heard, encoded)
        # What is heard in parts next is worth no more tries as a whole.
        final = [index for index, window in enumerate(windows) if not self._is_divided(window, heard[index], depth)]
        self._look_again(heard, encoded, windows, final)
        for index in final:
            one = heard[index]
            if is_bad(one) and not is_invented(one):
                heard[index] = self.engine.decode_again(self.engine.rows(encoded, [index]), one, self._prompt(one.language))
        return heard

    def _is_divided(self, window: Window, heard: Heard, depth: int) -> bool:
        return depth < DEEPEST_SPLIT and (heard.is_loop or heard.is_cut_off) and window.seconds >= SHORTEST_SPLIT_SECONDS

    def _prompt(self, language: str) -> str | None:
        return prompt_for(language, self.dictionary, self.disfluent)

    def _compare(self, heard: list[Heard], encoded) -> None:
        """A short stretch is easily taken for a neighbouring language; its text tells better. Only the one that is kept
        is worth a second look: speech put down in a language that it is not in costs ten times the processor."""
        unsure = [index for index, one in enumerate(heard) if one.log_probability < SURE_LANGUAGE_LOG_PROBABILITY or is_bad(one)]
        if unsure:
            rows = self.engine.rows(encoded, unsure)
            for index, other in zip(unsure, self.engine.decode(rows, self.language, self._prompt(self.language))):
                heard[index] = in_likelier_language(heard[index], other)

    def _look_again(self, heard: list[Heard], encoded, windows: list[Window], rows: list[int]) -> None:
        """Puts another text in the place of a doubtful one where that fits the sound better, whichever moment it is heard
        from. Nothing spoken is skipped."""
        doubtful = [
            index
            for index in rows
            if heard[index].log_probability < SURE_LOG_PROBABILITY
            and self._lead_seconds(windows[index]) >= SHORTEST_LEAD_SECONDS
        ]
        skipped = round(SECOND_LOOK_SECONDS * SAMPLE_RATE)
        for language in dict.fromkeys(heard[index].language for index in doubtful):
            own = [index for index in doubtful if heard[index].language == language]
            seconds = [windows[index].seconds for index in own]
            sooner = self.engine.rows(encoded, own)
            later = self.engine.encode([windows[index].samples(self.track)[skipped:] for index in own])
            prompt = self._prompt(language)
            texts = [
                [heard[index] for index in own],
                self.engine.decode(later, language, prompt),
                self.engine.decode_timed(sooner, language, prompt),
            ]
            # A text that comes of where the frames fell fits no others: what it lost there counts as much as what it won.
            framings = [(sooner, seconds), (later, [one - SECOND_LOOK_SECONDS for one in seconds])]
            fits = [
                np.mean([[fit_of(row) for row in self.engine.text_probabilities(*sound, text)] for sound in framings], axis=0)
                for text in texts
            ]
            for row, index in enumerate(own):
                heard[index] = best_fitting([text[row] for text in texts], [float(fit[row]) for fit in fits])

    def _lead_seconds(self, window: Window) -> float:
        """How long nobody speaks at the beginning of a window."""
        first = next((region.start for region in self.regions if region.end > window.start), window.end)
        return first - window.start

    def _believed(self, passages: list[Passage], depth: int) -> list[Passage]:
        believed: list[Passage] = []
        for window, heard in passages:
            if is_invented(heard):
                continue
            parts = halves(window, self.probabilities) if depth < DEEPEST_SPLIT and (is_bad(heard) or heard.is_cut_off) else []
            if heard.is_stuck and not parts:
                continue
            believed += self.hear(parts, self.encode(parts), depth + 1) if parts else [(window, heard)]
        return believed

    def time(self, window: Window, heard: Heard) -> list[TimedWord]:
        """The passage's words with times on the track."""
        spaced = writes_spaces(heard.language)
        words = [
            TimedWord(
                piece.text,
                # Two windows meet between words.
                piece.space_before or (index == 0 and spaced),
                window.locate(piece.start),
                window.locate(piece.voiced_end, is_end=True),
                piece.confidence,
            )
            for index, piece in enumerate(heard.pieces)
        ]
        stretches: list[Span] = []
        for piece in window.pieces:
            stretches += audible_stretches(self._sound(piece), self.probabilities, piece.start)
        timed = snap(words, stretches)
        for piece in window.pieces:
            inside = [word for word in timed if piece.start <= word.start < piece.end]
            settle_boundaries(inside, self._sound(piece), piece.start)
        if self.aligner is not None:
            timed = self.aligner.refine(timed, self.track, heard.language)
            timed = within(timed, stretches)
        return [word for word in timed if is_voiced(word, self.probabilities)]

    def _sound(self, span: Span) -> np.ndarray:
        return self.track[round(span.start * SAMPLE_RATE) : round(span.end * SAMPLE_RATE)]


def in_likelier_language(own: Heard, other: Heard) -> Heard:
    """`other`: the text in the file's language."""
    if is_bad(own) != is_bad(other):
        return other if is_bad(own) else own
    return own if own.log_probability >= other.log_probability + LIKELIER_BY else other
