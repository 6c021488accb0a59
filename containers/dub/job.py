"""The JSON of a dub's job and its results; core/dub/dub-job.ts has the same shapes."""

from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from dub.comparison import TimedText
from speech.audio.media import AudioSelection


@dataclass(frozen=True)
class Sentence:
    """A sentence to speak, and the span of its original on the time line of the video. Seconds.

    `version` of its text: 0 the first translation, 1 a shorter one. `is_untranslated`: the text is still in another
    language.
    """

    text: str
    start: float
    end: float
    version: int = 0
    is_untranslated: bool = False


@dataclass(frozen=True)
class Job:
    """A dub. `prefix`: of the keys of its objects. `media_seconds`: duration of the video.

    `version` 1: the job of shorter texts, whose other sentences have been spoken.
    """

    source_key: str
    prefix: str
    selection: AudioSelection
    media_seconds: float
    language: str
    sentences: list[Sentence]
    version: int = 0

    @classmethod
    def parse(cls, data: dict[str, Any]) -> "Job":
        """Parses the JSON. Raises KeyError for a missing field."""
        audio = data["audio"]
        return cls(
            source_key=data["sourceKey"],
            prefix=data["prefix"],
            selection=AudioSelection(list(audio["streamIndexes"]), float(audio["zeroSeconds"])),
            media_seconds=float(data["mediaSeconds"]),
            language=data["language"],
            sentences=[
                Sentence(
                    one["text"],
                    one["startSeconds"],
                    one["endSeconds"],
                    one.get("version", 0),
                    one.get("isUntranslated", False),
                )
                for one in data["sentences"]
            ],
            version=data.get("version", 0),
        )

    @property
    def background_key(self) -> str:
        """The audio without the voice, FLAC."""
        return f"{self.prefix}background.flac"

    @property
    def original_key(self) -> str:
        """What was measured of the original voices. Its number changes with its content."""
        return f"{self.prefix}original-2.json"

    @property
    def voices_key(self) -> str:
        """The voices of the speakers."""
        return f"{self.prefix}voices.json"

    @property
    def spoken_key(self) -> str:
        """All sentences as they were spoken."""
        return f"{self.prefix}spoken{_suffix(self.version)}.json"

    @property
    def plan_key(self) -> str:
        """The times, tempi and gains of the sentences."""
        return f"{self.prefix}plan.json"

    @property
    def audio_key(self) -> str:
        """The dubbed audio, AAC."""
        return f"{self.prefix}audio.m4a"

    def sentence_keys(self, index: int, version: int) -> tuple[str, str]:
        """The audio of a sentence, FLAC, and its JSON."""
        name = f"{self.prefix}sentences/{index}{_suffix(version)}"
        return f"{name}.flac", f"{name}.json"


def _suffix(version: int) -> str:
    return f"-{version}" if version else ""


class SpeakerVoice(TypedDict):
    """The voice of a speaker; None where there is too little speech.

    `pitchHz`: median. `embedding`: speaker_encoder.py. `spectrumDb`: voice_match.spectrum_db.
    """

    pitchHz: float | None
    embedding: list[float] | None
    spectrumDb: list[float] | None


class Original(TypedDict):
    """The original voices.

    `speakers`: of each sentence, numbered from 0. `voices`: of the speakers. `loudnessDb`: of each sentence
    (level.loudness_db).
    """

    speakers: list[int]
    voices: list[SpeakerVoice]
    loudnessDb: list[float]


class Spoken(TypedDict):
    """A spoken sentence at tempo 1.

    `errorRate`: share of wrong words, transcribed back. `isDoubtful`: no attempt was understood well. Levels in dB of
    full scale.
    """

    seconds: float
    loudnessDb: float
    peakDb: float
    originalLoudnessDb: float
    voice: str
    errorRate: float
    isDoubtful: bool
    words: list[TimedText]


class Clip(TypedDict):
    """A sentence in the plan; `index` counts all sentences of the job from 0. `version`: of its text, absent 0."""

    index: int
    version: NotRequired[int]
    startSeconds: float
    tempo: float
    gainDb: float
