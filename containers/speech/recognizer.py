"""Recognizes the speech of a media file: words with times on the time line of the video."""

import tempfile
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np

from speech.audio.arrays import Floats, Samples
from speech.audio.media import AudioSelection, as_mono, decode_channels
from speech.audio.timeline import SAMPLE_RATE
from speech.decode.hallucinations import without_loops
from speech.decode.model import model_folder
from speech.decode.track_transcriber import TrackTranscriber
from speech.decode.translation import Translator, ignore_progress
from speech.decode.whisper import WhisperEngine
from speech.decode.window_decoder import DecodingOptions, TrackSpeech, WindowDecoder
from speech.decode.windows import Window, plan_windows, utterances
from speech.languages.detection import LanguageProbabilities, single_language
from speech.recognition import Recognition, audible_span, no_speech, recognized_word
from speech.runtime import release_free_memory
from speech.timing.forced_alignment import Aligner, load_aligner
from speech.timing.overlap import merge_speakers
from speech.timing.words import TimedWord, in_order
from speech.vad.audible import audible_spans
from speech.vad.channels import independent_speech
from speech.vad.detector import load_network, speech_regions, speech_seconds
from speech.vad.fillers import is_filler
from speech.vad.quiet_speech import raise_quiet_turns, speech_probabilities_with_quiet

MIN_TRACK_SECONDS = 0.5
# Several windows at once use the processor better. More would only take memory.
BATCH_WINDOWS = 4
STEREO = 2
# The share of the progress before the first window, and that of the transcription when a translation follows.
START_SHARE, TRANSCRIPTION_SHARE = 0.05, 0.5

OnProgress = Callable[[float], object]


@dataclass(frozen=True)
class Outputs:
    """What a recognition contains.

    `disfluencies`: words include fillers and false starts, and audible spans mark fillers. `audible_spans`: where the
    audio is audible. `english_translation`: speech in another language, also in English.
    """

    words: bool = True
    disfluencies: bool = False
    audible_spans: bool = False
    english_translation: bool = False


@dataclass(frozen=True)
class RecognitionOptions:
    """What to recognize in a file.

    `language`: a code of core/languages, None to detect it. `audio`: what to decode, None for the default track.
    `work`: the folder for temporary files, None for the system's. `only_language`: no other language than the given one
    is spoken, which saves its detection in every utterance.
    """

    language: str | None = None
    audio: AudioSelection | None = None
    dictionary: list[str] = field(default_factory=list)
    outputs: Outputs = field(default_factory=Outputs)
    work: Path | None = None
    only_language: bool = False


@dataclass(frozen=True)
class Channel:
    """A track and its speech probabilities."""

    track: Samples
    probabilities: Floats


@dataclass
class TrackTranscript:
    """The transcript of one track. `seconds_by_language`: of windows."""

    words: list[TimedWord] = field(default_factory=list)
    language: str = "en"
    language_confidence: float = 1.0
    seconds_by_language: dict[str, float] = field(default_factory=dict)


class Recognizer:
    """Loads the model once; `recognize` may be called many times."""

    def __init__(self, folder: Path | None = None) -> None:
        """Loads the voice activity detector. `folder`: of the model; None for `model_folder`."""
        self._folder = folder
        self._loading: Future[WhisperEngine] | None = None
        self._network = load_network()

    def prepare(self) -> Future[WhisperEngine]:
        """Starts to load the model in the background, which takes a second or more.

        Without this call the model loads when speech is found.
        """
        if self._loading is None:
            loader = ThreadPoolExecutor(max_workers=1)
            self._loading = loader.submit(lambda: WhisperEngine(self._folder or model_folder()))
            loader.shutdown(wait=False)
        return self._loading

    @property
    def engine(self) -> WhisperEngine:
        """The model; waits until it is loaded."""
        return self.prepare().result()

    @cached_property
    def aligner(self) -> Aligner | None:
        """The forced aligner; None where it is not installed."""
        return load_aligner()

    def prepare_aligner(self) -> None:
        """Loads the aligner, which takes a tenth of a second. Without this call it loads with the first speech."""
        _ = self.aligner

    def recognize(
        self, path: Path, options: RecognitionOptions, on_progress: OnProgress = ignore_progress
    ) -> Recognition:
        """Recognizes a file. Raises TranscriptionFailed. `on_progress` is called with the completed share, 0 to 1."""
        with tempfile.TemporaryDirectory(prefix="speech-", dir=options.work) as scratch:
            samples = decode_channels(path, options.audio, Path(scratch))
            independent = independent_speech(samples, self._network) if samples.shape[1] == STEREO else None
            track = as_mono(samples, Path(scratch), lambda channel: speech_seconds(channel, self._network))
            channels = [Channel(samples[:, index], one) for index, one in enumerate(independent or [])]
            return self.recognize_track(track, channels, options, on_progress)

    def single_language(self, track: Samples) -> str | None:
        """Returns the only language of a mono track at 16 kHz; None when it is uncertain, or when there are several."""
        speech, windows = speech_of(Channel(track, speech_probabilities_with_quiet(track, self._network)))
        if not windows:
            return None

        def detect(spans: list[Window]) -> list[tuple[LanguageProbabilities, float]]:
            found = self.engine.languages_of([span.samples(speech.track) for span in spans])
            return [(probabilities, span.seconds) for probabilities, span in zip(found, spans, strict=True)]

        parts = [part for window in windows for part in utterances(window, speech.regions)]
        return single_language(detect(windows), detect(parts), has_cantonese=self.engine.has_language("yue"))

    def recognize_track(
        self, track: Samples, channels: list[Channel], options: RecognitionOptions, on_progress: OnProgress
    ) -> Recognition:
        """Recognizes a mono track at 16 kHz whose second 0 is that of the video.

        `channels`: its channels when each has independent speech, else empty.
        """
        if len(track) / SAMPLE_RATE < MIN_TRACK_SECONDS:
            return no_speech()
        channels = channels or [Channel(track, speech_probabilities_with_quiet(track, self._network))]
        outputs = options.outputs
        recognition = self._transcribe(track, channels, options, on_progress) if outputs.words else no_speech()
        if outputs.audible_spans:
            probabilities = np.max([channel.probabilities for channel in channels], axis=0)
            recognition["audibleSpans"] = [
                audible_span(span, outputs.disfluencies and is_filler(span, track, probabilities))
                for span in audible_spans(track, probabilities)
            ]
        return recognition

    def _transcribe(
        self, track: Samples, channels: list[Channel], options: RecognitionOptions, on_progress: OnProgress
    ) -> Recognition:
        share = TRANSCRIPTION_SHARE if options.outputs.english_translation else 1.0
        transcripts: list[TrackTranscript] = []
        for index, channel in enumerate(channels):
            start = START_SHARE + (share - START_SHARE) * index / len(channels)
            part = (share - START_SHARE) / len(channels)

            def report(done: float, start: float = start, part: float = part) -> None:
                on_progress(start + part * done)

            transcript = self._transcribe_channel(channel, options, report)
            if transcript.words:
                transcripts.append(transcript)
        if not transcripts:
            return no_speech()
        words = transcripts[0].words
        if len(transcripts) > 1:
            words = in_order(merge_speakers([one.words for one in transcripts]), len(track) / SAMPLE_RATE)
        main = max(transcripts, key=lambda one: sum(one.seconds_by_language.values()))
        recognition: Recognition = {
            "language": main.language,
            "languageConfidence": round(main.language_confidence, 4),
            "engine": "whisper",
            "words": [recognized_word(word) for word in words],
        }
        if options.outputs.english_translation and main.language != "en":
            recognition["englishTranslation"] = Translator(self.engine, track, main.language).translate(
                words, lambda done: on_progress(share + (1 - share) * done)
            )
        return recognition

    def _transcribe_channel(
        self, channel: Channel, options: RecognitionOptions, on_progress: OnProgress
    ) -> TrackTranscript:
        speech, windows = speech_of(channel)
        on_progress(0.0)
        if not windows:
            return TrackTranscript()
        decoder = WindowDecoder(
            self.engine,
            speech,
            DecodingOptions(options.language, options.dictionary, options.outputs.disfluencies, options.only_language),
        )
        transcriber = TrackTranscriber(decoder, self.aligner)
        words, seconds_by_language = transcribe_windows(transcriber, windows, on_progress)
        language = decoder.language
        if options.language is None and language not in seconds_by_language and seconds_by_language:
            language = max(seconds_by_language, key=lambda code: seconds_by_language[code])
        words = in_order(without_loops(words), len(channel.track) / SAMPLE_RATE)
        return TrackTranscript(words, language, decoder.language_confidence, seconds_by_language)


def speech_of(channel: Channel) -> tuple[TrackSpeech, list[Window]]:
    """Returns the speech of a channel, with its quiet turns raised, and the windows in which it is decoded."""
    track_seconds = len(channel.track) / SAMPLE_RATE
    regions = speech_regions(channel.probabilities, track_seconds)
    raised = raise_quiet_turns(channel.track, regions)
    windows = plan_windows(regions, channel.probabilities, track_seconds)
    return TrackSpeech(raised, channel.probabilities, regions), windows


def transcribe_windows(
    transcriber: TrackTranscriber, windows: list[Window], on_progress: OnProgress
) -> tuple[list[TimedWord], dict[str, float]]:
    """Transcribes the windows in batches; returns the words and the seconds of each language."""
    # The first windows serve twice, for the language and for the words: they are encoded once.
    decoder = transcriber.decoder
    first = decoder.encode(windows[:BATCH_WINDOWS])
    decoder.find_language(first, windows[:BATCH_WINDOWS], windows[BATCH_WINDOWS:])
    words: list[TimedWord] = []
    seconds_by_language: dict[str, float] = {}
    for start in range(0, len(windows), BATCH_WINDOWS):
        batch = windows[start : start + BATCH_WINDOWS]
        added, seconds = transcriber.transcribe(batch, first if start == 0 else decoder.encode(batch))
        words += added
        for code in seconds:
            seconds_by_language[code] = seconds_by_language.get(code, 0.0) + seconds[code]
        release_free_memory()
        on_progress(min(1.0, (start + len(batch)) / len(windows)))
    return words, seconds_by_language
