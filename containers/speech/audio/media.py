"""From a media file to one mono track at 16 kHz on the time line of a player.

Second 0 of the track is the earliest start of the video and audio streams, which is also the zero of transcripts and
renders. A late start and gaps are filled with silence. Sample n is therefore at n / 16000 s, whatever edit lists and
start offsets the container holds.
"""

import json
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from speech.audio.arrays import Samples
from speech.audio.channel_mix import mix_to_mono
from speech.audio.timeline import SAMPLE_RATE
from speech.audio.tools import check_not_killed, tool_command, tool_environment
from speech.errors import TranscriptionFailed

# Bounds the silence that wild timestamps can add, so that it cannot fill the disk.
MAX_SECONDS = 12 * 3600
PROBE_TIMEOUT_SECONDS = 60
DECODE_TIMEOUT_SECONDS = 3600
MAX_CHANNELS = 2

# Without this list ffmpeg follows text files that name other files (ffconcat, playlists).
DEMUXERS = (
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,w64,flac,ogg,aac,ac3,eac3,aiff,caf,amr,amrnb,amrwb,au,avi,mpegts,"
    "mpeg,flv,asf,dts,wv,ape,tta,mpc,mpc8"
)
INPUT_GUARDS = ("-protocol_whitelist", "file,pipe", "-format_whitelist", DEMUXERS)

# Standard layouts of ffmpeg whose third channel is the front center, where video productions put the dialogue.
CENTER_THIRD = ("3.0", "3.1", "4.0", "4.1", "5.0", "5.1", "6.0", "6.1", "7.0", "7.1")
CENTER_CHANNEL, LOW_FREQUENCY_CHANNEL = 2, 3

# Entries of ffprobe's JSON; see the -show_entries argument below for the fields.
ProbedStream = dict[str, Any]
# Returns the seconds of speech in mono samples.
SpeechSeconds = Callable[[Samples], float]


@dataclass(frozen=True)
class AudioSelection:
    """The audio that the service chose for a file (core/videos/media-info.ts).

    `zero_seconds`: the second 0 of the video on the clock of the file; None: the earliest start of the video and audio
    streams.
    """

    stream_indexes: list[int]
    zero_seconds: float | None = None


@dataclass(frozen=True)
class AudioStream:
    """An audio stream that is decoded."""

    index: int
    channels: int
    layout: str


@dataclass(frozen=True)
class AudioSource:
    """The streams that are decoded and mixed, and the second 0 of the track on the clock of the file."""

    streams: list[AudioStream]
    zero_seconds: float

    @property
    def channels(self) -> int:
        """The number of decoded channels: of two streams each becomes one, more streams are mixed to one."""
        if len(self.streams) == 1:
            return min(MAX_CHANNELS, self.streams[0].channels)
        return MAX_CHANNELS if len(self.streams) == MAX_CHANNELS else 1


def probe_streams(path: Path) -> list[ProbedStream]:
    """Returns the streams of a file as ffprobe lists them. Raises TranscriptionFailed when the file is not media."""
    command = ["ffprobe", "-v", "error", *INPUT_GUARDS, "-of", "json", "-show_entries"]
    command += ["stream=index,codec_type,channels,channel_layout,start_time:stream_disposition", f"file:{path}"]
    try:
        run = subprocess.run(
            tool_command(command),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PROBE_TIMEOUT_SECONDS,
            check=False,
            env=tool_environment(),
        )
    except subprocess.TimeoutExpired as error:
        raise TranscriptionFailed("The file could not be read as media within a minute.") from error
    check_not_killed(run)
    if run.returncode != 0:
        raise TranscriptionFailed("The file could not be read as media; it is damaged or of an unknown format.")
    streams: list[ProbedStream] = json.loads(run.stdout or b"{}").get("streams", [])
    return streams


def pick_audio(streams: list[ProbedStream], selection: AudioSelection | None) -> AudioSource | None:
    """Returns the selected streams; without a selection the default audio track, else the first.

    None without an audio stream.
    """
    audio = [s for s in streams if s.get("codec_type") == "audio" and int(s.get("channels") or 0) > 0]
    default = [s for s in audio if s.get("disposition", {}).get("default")]
    selected = [s for s in audio if selection and s["index"] in selection.stream_indexes]
    chosen = selected if selection else (default or audio)[:1]
    if not chosen:
        return None
    zero = selection.zero_seconds if selection else None
    return AudioSource([described(s) for s in chosen], earliest_start(streams, chosen) if zero is None else zero)


def earliest_start(streams: list[ProbedStream], audio: list[ProbedStream]) -> float:
    """Returns the earliest start of the video stream and the given audio streams, in seconds."""
    videos = [s for s in streams if s.get("codec_type") == "video" and not s.get("disposition", {}).get("attached_pic")]
    video = ([s for s in videos if s.get("disposition", {}).get("default")] or videos)[:1]
    starts = [as_seconds(stream.get("start_time")) for stream in [*audio, *video]]
    return min((start for start in starts if start is not None), default=0.0)


def described(stream: ProbedStream) -> AudioStream:
    """Returns a stream of ffprobe as an AudioStream."""
    return AudioStream(stream["index"], int(stream["channels"]), stream.get("channel_layout", ""))


def as_seconds(value: str | None) -> float | None:
    """Returns a time of ffprobe as a number; None when it is absent or "N/A"."""
    try:
        return float(value) if value is not None else None
    except ValueError:
        return None


def downmix_filter(stream: AudioStream) -> str | None:
    """Returns a pan filter to two channels; None for a stream of one or two.

    Surround mixes carry the dialogue in the center, so the center goes to both sides at full level, and music and
    effects at half level. The low-frequency channel carries no speech and is dropped.
    """
    if stream.channels <= MAX_CHANNELS:
        return None
    layout = stream.layout.split("(")[0]
    if layout in CENTER_THIRD:
        has_lfe = layout.endswith(".1")
        lfe = LOW_FREQUENCY_CHANNEL if has_lfe and stream.channels > LOW_FREQUENCY_CHANNEL else None
        rest = [c for c in range(stream.channels) if c not in (CENTER_CHANNEL, lfe)]
        left = "+".join([f"c{CENTER_CHANNEL}", *(f"0.5*c{c}" for c in rest[0::2])])
        right = "+".join([f"c{CENTER_CHANNEL}", *(f"0.5*c{c}" for c in rest[1::2])])
    else:
        left = "+".join(f"c{c}" for c in range(0, stream.channels, 2))
        right = "+".join(f"c{c}" for c in range(1, stream.channels, 2))
    # "<" scales the sum down as far as needed to avoid clipping.
    return f"pan=stereo|c0<{left}|c1<{right}"


def timing_filter(zero_seconds: float, sample_rate: int = SAMPLE_RATE) -> str:
    """Returns the filters that put samples of a rate on the time line of a player."""
    # The clock is set before resampling: `first_pts` counts samples of the input rate on a clock that starts late.
    # async fills gaps and trims overlaps by timestamps, from 40 ms on: smaller ones are rounding of the container's
    # clock. first_pts adds silence from second 0 to the start of the audio.
    return f"asetpts=PTS-({zero_seconds:.6f})/TB,aresample={sample_rate}:async=1:min_hard_comp=0.04:first_pts=0"


def mono_filter(stream: AudioStream) -> str | None:
    """Returns the filters that mix a stream to one channel; None for a mono stream."""
    if stream.channels == 1:
        return None
    downmix = downmix_filter(stream)
    mean = "pan=mono|c0=0.5*c0+0.5*c1"
    return f"{downmix},{mean}" if downmix else mean


def filter_graph(source: AudioSource) -> str:
    """Returns the graph from the streams to `[track]`.

    Two streams become the two channels of the track, as the speakers of a call do. More become one channel at equal
    power.
    """
    timing = timing_filter(source.zero_seconds)
    if len(source.streams) == 1:
        [stream] = source.streams
        return f"[0:{stream.index}]" + ",".join([*filter(None, [downmix_filter(stream)]), timing]) + "[track]"
    count = len(source.streams)
    gain = 1 / count**0.5
    parts = []
    for place, stream in enumerate(source.streams):
        own_channel = f"pan=stereo|c{place}=c0" if count == MAX_CHANNELS else f"volume={gain:.4f}"
        steps = [*filter(None, [mono_filter(stream)]), timing, own_channel]
        parts.append(f"[0:{stream.index}]" + ",".join(steps) + f"[s{place}]")
    labels = "".join(f"[s{place}]" for place in range(count))
    parts.append(f"{labels}amix=inputs={count}:duration=longest:normalize=0[track]")
    return ";".join(parts)


def decode_arguments(path: Path, source: AudioSource, output: Path) -> list[str]:
    """Returns the ffmpeg command: 16-bit samples, one or two channels, 16 kHz, on the time line of a player."""
    return [
        "ffmpeg",
        "-nostdin",
        "-v",
        "error",
        "-y",
        *INPUT_GUARDS,
        # Keeps the clock of the file, on which second 0 is known. Otherwise ffmpeg moves the earliest stream to zero,
        # also when that is none of the video.
        "-copyts",
        "-i",
        f"file:{path}",
        "-filter_complex",
        filter_graph(source),
        "-map",
        "[track]",
        "-ac",
        str(source.channels),
        "-ar",
        "16000",
        "-f",
        "s16le",
        "-fs",
        str(MAX_SECONDS * SAMPLE_RATE * 2 * source.channels),
        str(output),
    ]


def decode_mono(path: Path, selection: AudioSelection | None, work: Path, speech_seconds: SpeechSeconds) -> Samples:
    """Returns the mono track as a memory-mapped array; empty without audio. See `decode_channels` and `as_mono`."""
    return as_mono(decode_channels(path, selection, work), work, speech_seconds)


def as_mono(channels: Samples, work: Path, speech_seconds: SpeechSeconds) -> Samples:
    """Returns the mono track of an array of `decode_channels`.

    `speech_seconds` measures the speech of a channel and selects among channels with different content.
    """
    if channels.shape[1] == 1 or not len(channels):
        return channels[:, 0]
    return mix_to_mono(channels, work / "mono.s16", speech_seconds)


def decode_channels(path: Path, selection: AudioSelection | None, work: Path) -> Samples:
    """Returns one or two channels as a memory-mapped array, frames x channels; no frames without audio.

    `work` is a folder for the samples (32 kB per second and channel). Keep it as long as the array is in use.
    Raises TranscriptionFailed when nothing of an audio track can be decoded.
    """
    source = pick_audio(probe_streams(path), selection)
    if source is None:
        return np.zeros((0, 1), dtype=np.int16)
    raw = work / "audio.s16"
    try:
        run = subprocess.run(
            tool_command(decode_arguments(path, source, raw)),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=DECODE_TIMEOUT_SECONDS,
            check=False,
            env=tool_environment(),
        )
    except subprocess.TimeoutExpired as error:
        raise TranscriptionFailed("The audio track could not be decoded within an hour.") from error
    check_not_killed(run)
    if b"No space left on device" in run.stderr:
        raise TranscriptionFailed("There is no disk space left to extract the audio track.")
    # Everything that was decoded is used, also of a damaged track.
    frames = raw.stat().st_size // (2 * source.channels) if raw.exists() else 0
    if frames == 0:
        if run.stderr.strip():
            raise TranscriptionFailed("The audio track is damaged: nothing of it could be decoded.")
        return np.zeros((0, 1), dtype=np.int16)
    return np.memmap(raw, dtype=np.int16, mode="r", shape=(frames, source.channels))
