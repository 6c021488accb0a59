"""Decodes a media file with PyAV and prints what it holds as JSON: `python pyav.py FILE`."""

import json
import sys
from collections.abc import Iterator

import av


def describe(container: av.container.InputContainer) -> Iterator[dict[str, object]]:
    """Yields every stream with its decoded frames; times are seconds of the presentation."""
    for stream in container.streams:
        description: dict[str, object] = {
            "type": stream.type,
            "codec": stream.codec_context.name if stream.codec_context else None,
        }
        if stream.type in ("video", "audio"):
            container.seek(0)
            frames = list(container.decode(stream))
            description["times"] = [frame.time for frame in frames]
            if stream.type == "video":
                description["sizes"] = sorted({(frame.width, frame.height) for frame in frames})
                description["sideData"] = sorted({data.type.name for frame in frames for data in frame.side_data})
            else:
                description["samples"] = sum(frame.samples for frame in frames)
                description["sampleRate"] = stream.rate
        yield description


with av.open(sys.argv[1]) as opened:
    print(
        json.dumps(
            {
                "streams": list(describe(opened)),
                "metadata": dict(opened.metadata),
                "chapters": len(opened.chapters()),
            }
        )
    )
