"""Audio files through ffmpeg: sources on the time line of the video, and files that are written piece by piece."""

import subprocess
from collections.abc import Iterable
from pathlib import Path

from dub.arrays import Audio
from dub.errors import DubFailed
from dub.raw_audio import RawAudio
from speech.audio.media import (
    INPUT_GUARDS,
    AudioSelection,
    AudioSource,
    AudioStream,
    downmix_filter,
    pick_audio,
    probe_streams,
    timing_filter,
)
from speech.audio.tools import tool_command, tool_environment

STEREO = 2
LIMIT_SECONDS = 3600
FLAC = ("-c:a", "flac", "-sample_fmt", "s16", "-f", "flac")
# Keeps peaks of the mix below full scale. Without `latency` the audio would be 5 ms late.
LIMITER = ("-af", "alimiter=limit=0.95:level=false:latency=true")
# The same bit rate as the audio of renders (core/render-plan/audio-arguments.ts).
AAC = (*LIMITER, "-c:a", "aac", "-b:a", "192k", "-f", "mp4")


def decode_source(path: Path, selection: AudioSelection, sample_rate: int, target: Path) -> RawAudio:
    """Decodes the audio of a source to stereo floats in `target`; second 0 is that of the video.

    Raises DubFailed without audio.
    """
    source = pick_audio(probe_streams(path), selection)
    if source is None:
        raise DubFailed("The audio track of the video cannot be found.")
    graph = ["-copyts", "-i", f"file:{path}", "-filter_complex", source_graph(source, sample_rate), "-map", "[track]"]
    return _decode([*INPUT_GUARDS, *graph], STEREO, sample_rate, target)


def source_graph(source: AudioSource, sample_rate: int) -> str:
    """Returns the filter graph from the streams of a source to `[track]`, stereo. Several streams are added."""
    timing = timing_filter(source.zero_seconds, sample_rate)
    steps = [
        f"[0:{stream.index}]" + ",".join([*filter(None, [downmix_filter(stream)]), timing, stereo_filter(stream)])
        for stream in source.streams
    ]
    if len(steps) == 1:
        return f"{steps[0]}[track]"
    labels = [f"[s{place}]" for place in range(len(steps))]
    chains = [f"{step}{label}" for step, label in zip(steps, labels, strict=True)]
    return ";".join([*chains, f"{''.join(labels)}amix=inputs={len(steps)}:duration=longest:normalize=0[track]"])


def stereo_filter(stream: AudioStream) -> str:
    """Returns the filter to two channels. A single channel keeps its level in both; by default ffmpeg lowers it."""
    return "pan=stereo|c0=c0|c1=c0" if stream.channels == 1 else "aformat=channel_layouts=stereo"


def decode_own(path: Path, channels: int, sample_rate: int, target: Path) -> RawAudio:
    """Decodes a file of this package to floats in `target`."""
    return _decode(["-protocol_whitelist", "file", "-i", f"file:{path}"], channels, sample_rate, target)


def _decode(inputs: list[str], channels: int, sample_rate: int, target: Path) -> RawAudio:
    output = ["-ac", str(channels), "-ar", str(sample_rate), "-f", "f32le", "-y", f"file:{target}"]
    run_ffmpeg([*inputs, *output])
    return RawAudio(target, channels)


def encode(pieces: Iterable[Audio], channels: int, sample_rate: int, codec: tuple[str, ...], target: Path) -> None:
    """Writes pieces of audio to a file. Raises DubFailed."""
    command = ["ffmpeg", "-v", "error", "-y", "-protocol_whitelist", "file,pipe", "-f", "f32le"]
    command += ["-ar", str(sample_rate), "-ac", str(channels), "-i", "pipe:0", *codec, f"file:{target}"]
    with subprocess.Popen(tool_command(command), stdin=subprocess.PIPE, env=tool_environment()) as process:
        assert process.stdin is not None
        try:
            for piece in pieces:
                process.stdin.write(piece.astype("<f4").tobytes())
            process.stdin.close()
        except BrokenPipeError as error:
            raise DubFailed("The audio could not be written.") from error
        except BaseException:
            process.kill()
            raise
        if process.wait(timeout=LIMIT_SECONDS) != 0:
            raise DubFailed("The audio could not be written.")


def run_ffmpeg(arguments: list[str]) -> None:
    """Runs ffmpeg. Raises DubFailed."""
    command = tool_command(["ffmpeg", "-v", "error", "-nostdin", *arguments])
    try:
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, timeout=LIMIT_SECONDS, env=tool_environment())
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        raise DubFailed("The audio could not be read or written.") from error
