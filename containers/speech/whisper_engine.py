"""Whisper through CTranslate2: windows of sound in, tokens with scores and times out.

Windows are decoded by themselves (nothing said before is fed back, so an error cannot spread) and several at once.
"""

import os
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from errors import ModelMissing
from languages import writes_spaces
from pieces import Piece, join_marks, split_words
from processor import processor_count
from repetition import compression_ratio
from scripts import foreign_tokens

FRAMES_PER_SECOND = 100
SECONDS_PER_ALIGNMENT_STEP = 0.02
WINDOW_FRAMES = 3000
BEAM_SIZE = 5
MOST_AT_ONCE = 4  # Windows: each takes up to 130 MB, and a call may bring a dozen parts of windows.
# The network has places for 448 tokens and the engine gives half of them to the text, as in training. Thirty seconds of
# Hindi take more: what is cut off is heard in halves.
LONGEST_TOKENS = 448
LONGEST_TEXT_TOKENS = LONGEST_TOKENS // 2
LONGEST_PROMPT_TOKENS = 190
COMPRESSION_LIMIT = 2.4
LOG_PROBABILITY_LIMIT = -1.0
NO_SPEECH_LIMIT = 0.6
FALLBACK_TEMPERATURES = (0.2, 0.4, 0.6)
# A text that repeats itself is looked for anew with no run of so many tokens twice: more than a word takes in India's
# scripts, at two or three a letter.
UNREPEATED_TOKENS = 16
# What is sampled for an unsure text is about as long as that, or goes astray.
SPARE_TOKENS = 32


@dataclass
class Heard:
    """What was decoded from one window."""

    language: str
    tokens: list[int]
    text: str
    log_probability: float
    no_speech_probability: float
    # The text was still going on when the places for tokens ran out.
    is_cut_off: bool = False
    pieces: list[Piece] = field(default_factory=list)

    @property
    def compression(self) -> float:
        return compression_ratio(self.text)

    @property
    def is_loop(self) -> bool:
        return self.compression > COMPRESSION_LIMIT

    @property
    def is_stuck(self) -> bool:
        """Repeated until there was no place left: nobody speaks like that."""
        return self.is_loop and self.is_cut_off


def model_folder() -> Path:
    """CAPSTACK_WHISPER_MODEL, else the image's own, else the one that the local set-up fetched."""
    named = os.environ.get("CAPSTACK_WHISPER_MODEL")
    repository = Path(__file__).resolve().parents[2]
    candidates = [Path(named)] if named else [Path("/opt/whisper"), repository / ".local/speech-model"]
    for folder in candidates:
        if (folder / "model.bin").is_file():
            return folder
    raise ModelMissing(
        f"There is no speech model in {candidates[-1]}; set CAPSTACK_WHISPER_MODEL to a folder that "
        "containers/speech/fetch_model.py has filled."
    )


class WhisperEngine:
    def __init__(self, folder: Path):
        import ctranslate2
        import tokenizers
        from faster_whisper.feature_extractor import FeatureExtractor

        ctranslate2.set_random_seed(0)
        self._storage = ctranslate2.StorageView
        self.model = ctranslate2.models.Whisper(
            str(folder), device="cpu", compute_type="int8", intra_threads=processor_count(), inter_threads=1
        )
        self._text = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._features = FeatureExtractor(feature_size=self.model.n_mels)
        self._tokenizers = {}
        self._suppressions: dict[str, list[int]] = {}

    def tokenizer(self, language: str):
        from faster_whisper.tokenizer import Tokenizer

        if language not in self._tokenizers:
            # Models before large-v3 have no Cantonese of their own and take it for Chinese, which it is written as.
            known = language if self._text.token_to_id(f"<|{language}|>") is not None else "zh"
            self._tokenizers[language] = Tokenizer(self._text, True, task="transcribe", language=known)
        return self._tokenizers[language]

    def encode(self, sounds: list[np.ndarray]):
        """`sounds`: mono float arrays of at most 30 s. The encoder's output, one row for each."""
        if len(sounds) > MOST_AT_ONCE:
            parts = [self.encode(sounds[turn.start : turn.stop]) for turn in in_turns(len(sounds))]
            return self._storage.from_array(np.concatenate([np.array(part) for part in parts]))
        rows = []
        for sound in sounds:
            frames = self._features(sound)[:, :WINDOW_FRAMES]
            # As in training: silence is what log-mel padding of zeros gives after normalisation.
            rows.append(np.pad(frames, ((0, 0), (0, WINDOW_FRAMES - frames.shape[1]))))
        return self.model.encode(self._storage.from_array(np.ascontiguousarray(np.stack(rows), dtype=np.float32)))

    def language_probabilities(self, encoded) -> list[dict[str, float]]:
        return [
            {token[2:-2]: probability for token, probability in row} for row in self.model.detect_language(encoded)
        ]

    def languages_of(self, sounds: list[np.ndarray]) -> list[dict[str, float]]:
        """As language_probabilities, for sounds that are looked at for nothing else: the network sees only their own
        length, not thirty seconds. That costs a fraction and names the same language (words suffer, languages do not)."""
        found = []
        for sound in sounds:
            frames = self._features(sound)[:, :WINDOW_FRAMES]
            frames = np.pad(frames, ((0, 0), (0, frames.shape[1] % 2)))
            encoded = self.model.encode(self._storage.from_array(np.ascontiguousarray(frames[np.newaxis], dtype=np.float32)))
            found += self.language_probabilities(encoded)
        return found

    def rows(self, encoded, indices: list[int]):
        """Some rows of the encoder's output."""
        if indices == list(range(encoded.shape[0])):
            return encoded
        return self._storage.from_array(np.ascontiguousarray(np.array(encoded)[indices]))

    def decode(self, encoded, language: str, prompt: str | None) -> list[Heard]:
        """One result per row, by beam search."""
        return self._beams(encoded, language, prompt)

    def decode_timed(self, encoded, language: str, prompt: str | None) -> list[Heard]:
        """As decode(), with the text's times sought along with it: other words come out now and then. The times
        themselves are let go of."""
        results = self._beams(encoded, language, prompt, timed=True)
        for heard in results:
            heard.tokens = self._text_tokens(heard)
        return results

    def _beams(self, encoded, language: str, prompt: str | None, **how) -> list[Heard]:
        turns = [self.rows(encoded, [*some]) for some in in_turns(encoded.shape[0])]
        return [one for rows in turns for one in self._generate(rows, language, prompt, beam_size=BEAM_SIZE, **how)]

    def text_probabilities(self, encoded, seconds: list[float], heard: list[Heard]) -> list[np.ndarray]:
        """Of the tokens of each row's text, given its sound. All of one language; `seconds` as in align()."""
        return [np.array(one.text_token_probs) for one in self._aligned(encoded, heard, seconds)]

    def decode_again(self, encoded, first: Heard, prompt: str | None) -> Heard:
        """A single row anew, `first` being a loop or very unsure. The best of all tries."""
        language = first.language
        if first.is_loop:
            other = self._generate(encoded, language, prompt, beam_size=BEAM_SIZE, no_repeat_ngram_size=UNREPEATED_TOKENS)[0]
            return max(first, other, key=lambda heard: (not is_bad(heard), not heard.is_loop, heard.log_probability))
        kept = [first]
        for temperature in FALLBACK_TEMPERATURES:
            heard = self._generate(
                encoded,
                language,
                prompt,
                beam_size=1,
                num_hypotheses=5,
                sampling_topk=0,
                sampling_temperature=temperature,
                places=min(LONGEST_TEXT_TOKENS, 2 * len(first.tokens) + SPARE_TOKENS),
            )[0]
            if heard.is_loop or heard.is_cut_off:
                # Warmer ones go astray as well.
                break
            kept.append(heard)
            if not is_bad(heard):
                return heard
        return max(kept, key=lambda heard: heard.log_probability)

    def in_english(self, encoded, language: str) -> list[Heard]:
        """What is said in `language`, put into English; one result per row."""
        results = self._generate(encoded, language, None, english=True, beam_size=BEAM_SIZE)
        for row, heard in enumerate(results):
            if is_bad(heard):
                again = self._generate(self.rows(encoded, [row]), language, None, english=True, beam_size=1)[0]
                results[row] = max(heard, again, key=lambda one: (not is_bad(one), one.log_probability))
        return results

    def _generate(
        self,
        encoded,
        language: str,
        prompt: str | None,
        english: bool = False,
        timed: bool = False,
        places: int = LONGEST_TEXT_TOKENS,
        **search,
    ) -> list[Heard]:
        """`places`: for the text's tokens, at most."""
        before = self._prompt(language, prompt, english, timed)
        results = self.model.generate(
            encoded,
            [before] * encoded.shape[0],
            # The engine gives the text half of it, or what the prompt leaves.
            max_length=places + max(places, len(before)),
            return_scores=True,
            return_no_speech_prob=True,
            suppress_blank=True,
            suppress_tokens=self._suppressed(language),
            **search,
        )
        heard = []
        for result in results:
            tokens = list(result.sequences_ids[0])
            # The score is the mean over the tokens and the end mark.
            log_probability = result.scores[0] * len(tokens) / (len(tokens) + 1)
            text = self.tokenizer(language).decode(tokens)
            is_cut_off = len(tokens) >= places - 1
            heard.append(Heard(language, tokens, text, log_probability, result.no_speech_prob, is_cut_off))
        return heard

    def _prompt(self, language: str, prompt: str | None, english: bool, timed: bool) -> list[int]:
        tokenizer = self.tokenizer(language)
        before = []
        if prompt:
            before = [tokenizer.sot_prev, *tokenizer.encode(" " + prompt.strip())[-LONGEST_PROMPT_TOKENS:]]
        # Start, language, and what is to be done.
        start, spoken, transcribe = tokenizer.sot_sequence
        task = tokenizer.translate if english else transcribe
        return [*before, start, spoken, task, *([] if timed else [tokenizer.no_timestamps])]

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

    def align(self, encoded, heard: list[Heard], seconds: list[float]) -> None:
        """Gives every result its pieces. All of one language; `seconds` is the sound's length of each row."""
        for one, alignment in zip(heard, self._aligned(encoded, heard, seconds)):
            tokens = self._text_tokens(one)
            one.pieces = self._pieces(self.tokenizer(one.language), one.language, tokens, alignment) if tokens else []

    def _aligned(self, encoded, heard: list[Heard], seconds: list[float]) -> list:
        frames = [max(1, min(WINDOW_FRAMES, int(s * FRAMES_PER_SECOND))) for s in seconds]
        start = self.tokenizer(heard[0].language).sot_sequence
        texts = [self._text_tokens(one) for one in heard]
        found = []
        for turn in in_turns(len(heard)):
            rows, own = self.rows(encoded, [*turn]), slice(turn.start, turn.stop)
            found += self.model.align(rows, start, texts[own], frames[own], median_filter_width=7)
        return found

    def _text_tokens(self, heard: Heard) -> list[int]:
        return [token for token in heard.tokens if token < self.tokenizer(heard.language).eot]

    def _pieces(self, tokenizer, language: str, tokens: list[int], alignment) -> list[Piece]:
        words, word_tokens = split_words(tokenizer, tokens, writes_spaces(language))
        pairs = np.array(alignment.alignments)
        first_of_token = np.concatenate([[True], np.diff(pairs[:, 0]) > 0])
        token_starts = pairs[first_of_token, 1] * SECONDS_PER_ALIGNMENT_STEP
        probabilities = alignment.text_token_probs
        pieces = []
        at = 0
        for word, own in zip(words, word_tokens):
            after = at + len(own)
            start = float(token_starts[min(at, len(token_starts) - 1)])
            end = float(token_starts[min(after, len(token_starts) - 1)])
            confidence = float(np.clip(np.mean(probabilities[at:after]), 0.0, 1.0)) if after > at else 0.0
            pieces.append(Piece(word.strip(), word.startswith(" "), start, end, end, confidence))
            at = after
        return join_marks([piece for piece in pieces if piece.text])


def in_turns(count: int) -> list[range]:
    """The indices below `count`, as many together as may be had at once."""
    return [range(start, min(count, start + MOST_AT_ONCE)) for start in range(0, count, MOST_AT_ONCE)]


def is_bad(heard: Heard) -> bool:
    return heard.is_loop or heard.log_probability < LOG_PROBABILITY_LIMIT
