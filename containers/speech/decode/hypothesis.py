"""The decoded text of one window with its scores."""

from dataclasses import dataclass, field

from speech.decode.repetition import compression_ratio
from speech.decode.tokens import AlignedWord

COMPRESSION_LIMIT = 2.4
LOG_PROBABILITY_LIMIT = -1.0


@dataclass
class Hypothesis:
    """The text of a window, as decoded. `log_probability`: mean over the tokens."""

    language: str
    tokens: list[int]
    text: str
    log_probability: float
    no_speech_probability: float
    # The text reached the token limit before it ended.
    is_cut_off: bool = False
    # Filled in by the alignment.
    words: list[AlignedWord] = field(default_factory=list)

    @property
    def compression(self) -> float:
        """The compression ratio of the text; high for a text that repeats itself."""
        return compression_ratio(self.text)

    @property
    def is_loop(self) -> bool:
        """Whether the text repeats itself."""
        return self.compression > COMPRESSION_LIMIT

    @property
    def is_endless_loop(self) -> bool:
        """Whether the text repeats itself up to the token limit, which speech does not."""
        return self.is_loop and self.is_cut_off

    @property
    def is_poor(self) -> bool:
        """Whether the text is a loop or very uncertain."""
        return self.is_loop or self.log_probability < LOG_PROBABILITY_LIMIT
