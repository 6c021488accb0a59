"""Whisper through CTranslate2: from windows of audio to tokens with scores and times.

Each window is decoded without the text of the preceding one, so that an error cannot spread. Several windows are
decoded at once.
"""

from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from speech.audio.arrays import Floats
from speech.decode.hypothesis import Hypothesis
from speech.decode.search import MAX_TEXT_TOKENS, DecodingTask, Search
from speech.decode.tokens import AlignedWord, attach_punctuation, split_words
from speech.faster_whisper_files import load_module
from speech.languages.detection import LanguageProbabilities
from speech.languages.scripts import foreign_tokens, in_script
from speech.languages.text import writes_spaces
from speech.runtime import processor_count

# A StorageView of CTranslate2: the encoder's output, one row per window.
Encoded: TypeAlias = Any

FRAMES_PER_SECOND = 100
SECONDS_PER_ALIGNMENT_STEP = 0.02
WINDOW_FRAMES = 3000
MAX_BATCH = 4  # Windows. Each takes up to 130 MB, and a call may bring a dozen parts of windows.
MAX_PROMPT_TOKENS = 190
FALLBACK_TEMPERATURES = (0.2, 0.4, 0.6)
SAMPLES_PER_TEMPERATURE = 5
# A text that repeats itself is decoded again without any repeated run of this many tokens: more than a word takes in
# Indic scripts, at two or three tokens per letter.
UNREPEATED_TOKENS = 16
# The limit of a sampled text beyond twice the length of the uncertain one. Longer samples are wrong.
SPARE_TOKENS = 32
MEDIAN_FILTER_WIDTH = 7


class WhisperEngine:
    """The model with its tokenizer."""

    def __init__(self, folder: Path) -> None:
        """Loads the model from a folder in CTranslate2's format."""
        import ctranslate2
        import tokenizers

        ctranslate2.set_random_seed(0)
        self._storage: Any = ctranslate2.StorageView
        self.model: Any = ctranslate2.models.Whisper(
            str(folder), device="cpu", compute_type="int8", intra_threads=processor_count(), inter_threads=1
        )
        self._text: Any = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._features: Any = load_module("feature_extractor").FeatureExtractor(feature_size=self.model.n_mels)
        self._tokenizers: dict[str, Any] = {}
        self._suppressions: dict[str, list[int]] = {}

    def has_language(self, language: str) -> bool:
        """Returns whether the model has a token for a language."""
        return self._text.token_to_id(f"<|{language}|>") is not None

    def tokenizer(self, language: str) -> Any:
        """Returns faster-whisper's tokenizer for a language."""
        if language not in self._tokenizers:
            # Models before large-v3 have no token for Cantonese and take it for Chinese, which shares its script.
            known = language if self.has_language(language) else "zh"
            self._tokenizers[language] = load_module("tokenizer").Tokenizer(
                self._text, True, task="transcribe", language=known
            )
        return self._tokenizers[language]

    def encode(self, windows: list[Floats]) -> Encoded:
        """Returns the encoder's output, one row for each array of at most 30 s of mono audio."""
        if len(windows) > MAX_BATCH:
            parts = [self.encode(windows[batch.start : batch.stop]) for batch in batches_of(len(windows))]
            return self._storage.from_array(np.concatenate([np.array(part) for part in parts]))
        rows = []
        for samples in windows:
            frames = self._features(samples)[:, :WINDOW_FRAMES]
            # As in training: zeros pad the log-mel spectrogram after normalization.
            rows.append(np.pad(frames, ((0, 0), (0, WINDOW_FRAMES - frames.shape[1]))))
        return self.model.encode(self._storage.from_array(np.ascontiguousarray(np.stack(rows), dtype=np.float32)))

    def language_probabilities(self, encoded: Encoded) -> list[LanguageProbabilities]:
        """Returns the probabilities of every row."""
        return [{token[2:-2]: probability for token, probability in row} for row in self.model.detect_language(encoded)]

    def languages_of(self, windows: list[Floats]) -> list[LanguageProbabilities]:
        """As `language_probabilities`, for audio that is not decoded.

        The network gets the duration of the audio instead of thirty seconds. That costs a fraction and detects the same
        language; words would suffer.
        """
        found = []
        for samples in windows:
            frames = self._features(samples)[:, :WINDOW_FRAMES]
            frames = np.pad(frames, ((0, 0), (0, frames.shape[1] % 2)))
            batch = np.ascontiguousarray(frames[np.newaxis], dtype=np.float32)
            found += self.language_probabilities(self.model.encode(self._storage.from_array(batch)))
        return found

    def rows(self, encoded: Encoded, indices: list[int]) -> Encoded:
        """Returns some rows of the encoder's output."""
        if indices == list(range(encoded.shape[0])):
            return encoded
        return self._storage.from_array(np.ascontiguousarray(np.array(encoded)[indices]))

    def decode(self, encoded: Encoded, language: str, prompt: str | None) -> list[Hypothesis]:
        """Returns one hypothesis per row, by beam search."""
        return self._beam_search(encoded, DecodingTask(language, prompt))

    def decode_timed(self, encoded: Encoded, language: str, prompt: str | None) -> list[Hypothesis]:
        """As `decode`, with timestamp tokens along the text, which yields other words at times.

        The timestamps themselves are dropped.
        """
        results = self._beam_search(encoded, DecodingTask(language, prompt, timestamps=True))
        for hypothesis in results:
            hypothesis.tokens = self._text_tokens(hypothesis)
        return results

    def _beam_search(self, encoded: Encoded, task: DecodingTask) -> list[Hypothesis]:
        batches = [self.rows(encoded, [*batch]) for batch in batches_of(encoded.shape[0])]
        return [hypothesis for rows in batches for hypothesis in self._generate(rows, task, Search())]

    def text_probabilities(self, encoded: Encoded, seconds: list[float], hypotheses: list[Hypothesis]) -> list[Floats]:
        """Returns the token probabilities of each row's text, given its audio.

        All hypotheses are in one language; `seconds` as in `align`.
        """
        return [np.array(one.text_token_probs) for one in self._alignments(encoded, hypotheses, seconds)]

    def decode_again(self, encoded: Encoded, first: Hypothesis, prompt: str | None) -> Hypothesis:
        """Decodes a single row again after a poor result and returns the best of all attempts.

        A loop is decoded without repetitions, an uncertain text by temperature fallback.
        """
        if first.is_loop:
            search = Search(no_repeat_ngram_size=UNREPEATED_TOKENS)
            other = self._generate(encoded, DecodingTask(first.language, prompt), search)[0]
            return max(first, other, key=lambda one: (not one.is_poor, not one.is_loop, one.log_probability))
        kept = [first]
        max_tokens = min(MAX_TEXT_TOKENS, 2 * len(first.tokens) + SPARE_TOKENS)
        task = DecodingTask(first.language, prompt, max_tokens=max_tokens)
        for temperature in FALLBACK_TEMPERATURES:
            search = Search(
                beam_size=1,
                num_hypotheses=SAMPLES_PER_TEMPERATURE,
                sampling_topk=0,
                sampling_temperature=temperature,
            )
            hypothesis = self._generate(encoded, task, search)[0]
            if hypothesis.is_loop or hypothesis.is_cut_off:
                # Higher temperatures fail as well.
                break
            kept.append(hypothesis)
            if not hypothesis.is_poor:
                return hypothesis
        return max(kept, key=lambda one: one.log_probability)

    def translate(self, encoded: Encoded, language: str) -> list[Hypothesis]:
        """Returns the English translation of speech in `language`, one hypothesis per row."""
        task = DecodingTask(language, translate=True)
        results = self._generate(encoded, task, Search())
        for row, hypothesis in enumerate(results):
            if hypothesis.is_poor:
                again = self._generate(self.rows(encoded, [row]), task, Search(beam_size=1))[0]
                results[row] = max(hypothesis, again, key=lambda one: (not one.is_poor, one.log_probability))
        return results

    def _generate(self, encoded: Encoded, task: DecodingTask, search: Search) -> list[Hypothesis]:
        prompt = self._prompt_tokens(task)
        results = self.model.generate(
            encoded,
            [prompt] * encoded.shape[0],
            # The engine gives the text half of it, or what the prompt leaves.
            max_length=task.max_tokens + max(task.max_tokens, len(prompt)),
            return_scores=True,
            return_no_speech_prob=True,
            suppress_blank=True,
            suppress_tokens=self._suppressed(task.language),
            **asdict(search),
        )
        hypotheses = []
        for result in results:
            tokens = list(result.sequences_ids[0])
            # The score is the mean over the tokens and the end mark.
            log_probability = result.scores[0] * len(tokens) / (len(tokens) + 1)
            text = in_script([self.tokenizer(task.language).decode(tokens)], task.language)[0]
            is_cut_off = len(tokens) >= task.max_tokens - 1
            hypotheses.append(
                Hypothesis(task.language, tokens, text, log_probability, result.no_speech_prob, is_cut_off)
            )
        return hypotheses

    def _prompt_tokens(self, task: DecodingTask) -> list[int]:
        tokenizer = self.tokenizer(task.language)
        before: list[int] = []
        if task.prompt:
            before = [tokenizer.sot_prev, *tokenizer.encode(" " + task.prompt.strip())[-MAX_PROMPT_TOKENS:]]
        start, language, transcribe = tokenizer.sot_sequence
        operation = tokenizer.translate if task.translate else transcribe
        return [*before, start, language, operation, *([] if task.timestamps else [tokenizer.no_timestamps])]

    def _suppressed(self, language: str) -> list[int]:
        if language not in self._suppressions:
            tokenizer = self.tokenizer(language)
            special = (
                tokenizer.transcribe,
                tokenizer.translate,
                tokenizer.sot,
                tokenizer.sot_prev,
                tokenizer.sot_lm,
                tokenizer.no_speech,
            )
            foreign = foreign_tokens(self._text.get_vocab(), language)
            self._suppressions[language] = sorted({*tokenizer.non_speech_tokens, *special, *foreign})
        return self._suppressions[language]

    def align(self, encoded: Encoded, hypotheses: list[Hypothesis], seconds: list[float]) -> None:
        """Fills in the words of the hypotheses, all in one language. `seconds`: duration of each row's audio."""
        alignments = self._alignments(encoded, hypotheses, seconds)
        for hypothesis, alignment in zip(hypotheses, alignments, strict=True):
            tokens = self._text_tokens(hypothesis)
            hypothesis.words = self._aligned_words(hypothesis.language, tokens, alignment) if tokens else []

    def _alignments(self, encoded: Encoded, hypotheses: list[Hypothesis], seconds: list[float]) -> list[Any]:
        frames = [max(1, min(WINDOW_FRAMES, int(s * FRAMES_PER_SECOND))) for s in seconds]
        start = self.tokenizer(hypotheses[0].language).sot_sequence
        texts = [self._text_tokens(one) for one in hypotheses]
        found: list[Any] = []
        for batch in batches_of(len(hypotheses)):
            rows, own = self.rows(encoded, [*batch]), slice(batch.start, batch.stop)
            found += self.model.align(rows, start, texts[own], frames[own], median_filter_width=MEDIAN_FILTER_WIDTH)
        return found

    def _text_tokens(self, hypothesis: Hypothesis) -> list[int]:
        end_of_text = self.tokenizer(hypothesis.language).eot
        return [token for token in hypothesis.tokens if token < end_of_text]

    def _aligned_words(self, language: str, tokens: list[int], alignment: Any) -> list[AlignedWord]:
        texts, word_tokens = split_words(self.tokenizer(language), tokens, writes_spaces(language))
        texts = in_script(texts, language)
        pairs = np.array(alignment.alignments)
        first_of_token = np.concatenate([[True], np.diff(pairs[:, 0]) > 0])
        token_starts = pairs[first_of_token, 1] * SECONDS_PER_ALIGNMENT_STEP
        probabilities = alignment.text_token_probs
        words = []
        at = 0
        for text, own in zip(texts, word_tokens, strict=True):
            after = at + len(own)
            start = float(token_starts[min(at, len(token_starts) - 1)])
            end = float(token_starts[min(after, len(token_starts) - 1)])
            confidence = float(np.clip(np.mean(probabilities[at:after]), 0.0, 1.0)) if after > at else 0.0
            words.append(AlignedWord(text.strip(), text.startswith(" "), start, end, end, confidence))
            at = after
        return attach_punctuation([word for word in words if word.text])


def batches_of(count: int) -> list[range]:
    """Returns the indices below `count` in batches; MAX_BATCH limits their size."""
    return [range(start, min(count, start + MAX_BATCH)) for start in range(0, count, MAX_BATCH)]
