"""From a media file to one mono track at 16 kHz on the time line that a player shows.

Second 0 of the track is where the first of picture and sound starts, the zero of transcripts and renders alike. A late
start and gaps are filled with silence, so that sample n is always at n / 16000 s, whatever edit lists and start
offsets say.
"""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from channel_mix import mix_to_mono
from errors import TranscriptionFailed

SAMPLE_RATE = 16_000
# Wild timestamps must not fill the disk with invented silence.
LONGEST_SECONDS = 12 * 3600
PROBE_TIMEOUT_SECONDS = 60
DECODE_TIMEOUT_SECONDS = 3600

# Without it a text file that names other files (ffconcat, playlists) would be followed.
DEMUXERS = (
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,w64,flac,ogg,aac,ac3,eac3,aiff,caf,amr,amrnb,amrwb,au,avi,mpegts,"
    "mpeg,flv,asf,dts,wv,ape,tta,mpc,mpc8"
)
INPUT_GUARDS = ("-protocol_whitelist", "file,pipe", "-format_whitelist", DEMUXERS)

# ffmpeg's standard layouts whose third channel is the front centre, where films keep the speech.
CENTRE_THIRD = ("3.0", "3.1", "4.0", "4.1", "5.0", "5.1", "6.0", "6.1", "7.0", "7.1")


@dataclass(frozen=True)
class AudioStream:
    index: int
    channels: int
    layout: str
    # On the file's own clock: the start of picture or sound, whichever is first, which becomes second 0.
    zero_seconds: float


def probe_streams(path: Path) -> list[dict]:
    """Raises TranscriptionFailed when the file cannot be read as media."""
    command = ["ffprobe", "-v", "error", *INPUT_GUARDS, "-of", "json", "-show_entries"]
    command += ["stream=index,codec_type,channels,channel_layout,start_time:stream_disposition", f"file:{path}"]
    try:
        run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PROBE_TIMEOUT_SECONDS)
    except subprocess.TimeoutExpired as error:
        raise TranscriptionFailed("The file could not be read as media within a minute.") from error
    if run.returncode != 0:
        raise TranscriptionFailed("The file could not be read as media; it is damaged or of an unknown format.")
    return json.loads(run.stdout or b"{}").get("streams", [])


def pick_audio(streams: list[dict], wanted_index: int | None) -> AudioStream | None:
    """The stream asked for, else the default audio track, else the first; None when there is no sound."""
    audio = [s for s in streams if s.get("codec_type") == "audio" and int(s.get("channels") or 0) > 0]
    if not audio:
        return None
    asked = [s for s in audio if s["index"] == wanted_index]
    default = [s for s in audio if s.get("disposition", {}).get("default")]
    chosen = (asked or default or audio)[0]

    pictures = [
        s for s in streams if s.get("codec_type") == "video" and not s.get("disposition", {}).get("attached_pic")
    ]
    picture = ([s for s in pictures if s.get("disposition", {}).get("default")] or pictures)[:1]
    starts = [as_seconds(stream.get("start_time")) for stream in [chosen, *picture]]
    zero = min((start for start in starts if start is not None), default=0.0)
    return AudioStream(chosen["index"], int(chosen["channels"]), chosen.get("channel_layout", ""), zero)


def as_seconds(value: str | None) -> float | None:
    try:
        return float(value) if value is not None else None
    except ValueError:
        return None


def fold_filter(stream: AudioStream) -> str | None:
    """A pan filter to at most two channels; None when the stream has no more than that.

    Speech of surround sound sits in the centre, so the centre goes to both sides at full level and the rest, music
    and effects, at half. The low-frequency channel carries no speech.
    """
    if stream.channels <= 2:
        return None
    layout = stream.layout.split("(")[0]
    if layout in CENTRE_THIRD:
        has_lfe = layout.endswith(".1")
        lfe = 3 if has_lfe and stream.channels > 3 else None
        rest = [c for c in range(stream.channels) if c not in (2, lfe)]
        left = "+".join(["c2", *(f"0.5*c{c}" for c in rest[0::2])])
        right = "+".join(["c2", *(f"0.5*c{c}" for c in rest[1::2])])
    else:
        left = "+".join(f"c{c}" for c in range(0, stream.channels, 2))
        right = "+".join(f"c{c}" for c in range(1, stream.channels, 2))
    # "<" scales down as far as is needed against clipping.
    return f"pan=stereo|c0<{left}|c1<{right}"


def decode_arguments(path: Path, stream: AudioStream, output: Path) -> list[str]:
    """ffmpeg's arguments: 16-bit samples, one or two channels, 16 kHz, on the player's time line."""
    # async fills gaps and trims overlaps by timestamps, from 40 ms on (below is rounding of the container's clock).
    # first_pts, in samples, puts silence between second 0 and the first sound.
    first_sample = round(stream.zero_seconds * SAMPLE_RATE)
    timing = f"aresample=16000:async=1:min_hard_comp=0.04:first_pts={first_sample}"
    fold = fold_filter(stream)
    return [
        "ffmpeg",
        "-nostdin",
        "-v",
        "error",
        "-y",
        *INPUT_GUARDS,
        # Keeps the file's own clock: without it ffmpeg moves the earliest stream to zero and the offset is lost.
        "-copyts",
        "-i",
        f"file:{path}",
        "-map",
        f"0:{stream.index}",
        "-vn",
        "-sn",
        "-dn",
        "-af",
        f"{fold},{timing}" if fold else timing,
        "-ac",
        str(min(2, stream.channels)),
        "-ar",
        "16000",
        "-f",
        "s16le",
        "-fs",
        str(LONGEST_SECONDS * SAMPLE_RATE * 2 * min(2, stream.channels)),
        str(output),
    ]


def extract(path: Path, wanted_index: int | None, work: Path, has_speech) -> np.ndarray:
    """The mono track as a memory-mapped int16 array; empty when the file has no sound. As decoded() and in_mono()."""
    return in_mono(decoded(path, wanted_index, work), work, has_speech)


def in_mono(samples: np.ndarray, work: Path, has_speech) -> np.ndarray:
    """`samples`: of decoded(). `has_speech(samples) -> seconds of speech` helps to choose among channels that carry
    different sounds."""
    if samples.shape[1] == 1 or not len(samples):
        return samples[:, 0]
    return mix_to_mono(samples, work / "mono.s16", has_speech)


def decoded(path: Path, wanted_index: int | None, work: Path) -> np.ndarray:
    """One or two channels as a memory-mapped int16 array, frames x channels; no frames when the file has no sound.

    `work` is a folder for the samples (32 kB per second and channel), kept as long as the array is used.
    Raises TranscriptionFailed when there is a sound track of which nothing can be decoded.
    """
    stream = pick_audio(probe_streams(path), wanted_index)
    if stream is None:
        return np.zeros((0, 1), dtype=np.int16)
    raw = work / "audio.s16"
    try:
        run = subprocess.run(
            decode_arguments(path, stream, raw),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=DECODE_TIMEOUT_SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise TranscriptionFailed("The audio track could not be decoded within an hour.") from error
    if b"No space left on device" in run.stderr:
        raise TranscriptionFailed("There is no disk space left to extract the audio track.")
    # Whatever was decoded is used, also of a damaged track.
    channels = min(2, stream.channels)
    frames = raw.stat().st_size // (2 * channels) if raw.exists() else 0
    if frames == 0:
        if run.stderr.strip():
            raise TranscriptionFailed("The audio track is damaged: nothing of it could be decoded.")
        return np.zeros((0, 1), dtype=np.int16)
    return np.memmap(raw, dtype=np.int16, mode="r", shape=(frames, channels))
