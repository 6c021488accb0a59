"""Options of one decoding call."""

from dataclasses import dataclass

BEAM_SIZE = 5
# The network supports 448 tokens, and the engine gives half of them to the text, as in training. Thirty seconds of
# Hindi take more: a text that is cut off is decoded in halves.
MAX_TOKENS = 448
MAX_TEXT_TOKENS = MAX_TOKENS // 2


@dataclass(frozen=True)
class DecodingTask:
    """What to decode. `timestamps`: decode timestamp tokens along with the text."""

    language: str
    prompt: str | None = None
    translate: bool = False
    timestamps: bool = False
    max_tokens: int = MAX_TEXT_TOKENS


@dataclass(frozen=True)
class Search:
    """Search options of CTranslate2, with its names and defaults."""

    beam_size: int = BEAM_SIZE
    num_hypotheses: int = 1
    sampling_topk: int = 1
    sampling_temperature: float = 1.0
    no_repeat_ngram_size: int = 0
