"""Writes the body of a large PUT to S3 directly to a file and decodes aws-chunked."""

import asyncio
import os
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from ministack import app as ministack

from engine.corrections.objects.file_body import Digests, FileBody
from engine.shapes import Headers, Receive

_SMALL_BYTES = 1024 * 1024
_NEWLINE = 0x0A
_TRAILER_LIMIT_BYTES = 65536


class ChunkedDecoder:
    """Decodes a stream of aws-chunked: https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html."""

    def __init__(self) -> None:
        self._pending = bytearray()
        self._left = 0
        self._state = "size"
        self._trailer = bytearray()

    def feed(self, data: bytes) -> Iterator[memoryview]:
        """Yields the payload in `data`."""
        view = memoryview(data)
        while view:
            if self._state == "data":
                piece, view = view[: self._left], view[self._left :]
                self._left -= len(piece)
                yield piece
                if self._left == 0:
                    self._state = "data end"
            elif self._state == "trailer":
                self._trailer += view
                if len(self._trailer) > _TRAILER_LIMIT_BYTES:
                    raise _incomplete("Invalid aws-chunked trailer")
                return
            else:
                view = self._line(view)

    def _line(self, view: memoryview) -> memoryview:
        """Collects one CRLF-terminated line: a chunk's size, or the empty one after its data."""
        for index, byte in enumerate(view):
            self._pending.append(byte)
            if byte != _NEWLINE:
                continue
            line = bytes(self._pending)
            self._pending.clear()
            if self._state == "data end":
                if line != b"\r\n":
                    raise _incomplete("Truncated aws-chunked frame data")
                self._state = "size"
            else:
                match = re.fullmatch(rb"([0-9A-Fa-f]+)(?:;[^\r\n]*)?\r\n", line)
                if not match:
                    raise _incomplete("Invalid aws-chunked frame size")
                self._left = int(match[1], 16)
                self._state = "data" if self._left else "trailer"
            return view[index + 1 :]
        if len(self._pending) > _TRAILER_LIMIT_BYTES:
            raise _incomplete("Invalid aws-chunked frame header")
        return view[len(view) :]

    def trailers(self) -> dict[str, str]:
        """Returns the trailing headers. Raises when the body is incomplete."""
        if self._state != "trailer":
            raise _incomplete("Missing aws-chunked terminating frame")
        text = self._trailer.decode("utf-8", "replace")
        if not text.endswith("\r\n"):
            raise _incomplete("Incomplete aws-chunked trailer section")
        pairs = (line.partition(":") for line in text.split("\r\n") if line)
        return {name.strip().lower(): value.strip() for name, _, value in pairs}


def _incomplete(message: str) -> Exception:
    error: Exception = ministack._IncompleteRequestBody(message)
    return error


def is_chunked(headers: Headers) -> bool:
    """Returns whether the body is aws-chunked."""
    return (
        headers.get("x-amz-content-sha256", "").startswith("STREAMING-")
        or "aws-chunked" in headers.get("content-encoding", "")
        or "x-amz-decoded-content-length" in headers
    )


def is_small(headers: Headers) -> bool:
    """Returns whether the body is known to fit into memory."""
    length = headers.get("content-length", "").strip()
    return length.isdigit() and int(length) <= _SMALL_BYTES


async def receive_to_file(receive: Receive, headers: Headers, folder: Path) -> FileBody:
    """Returns the entire body as a file in `folder`. Raises MiniStack's error for an incomplete body."""
    descriptor, name = tempfile.mkstemp(dir=folder)
    path = Path(name)
    try:
        requested = _requested_checksums(headers)
        digests = Digests(requested & Digests.STREAMED)
        decoder = ChunkedDecoder() if is_chunked(headers) else None
        received = 0
        try:
            async for data in _messages(receive):
                received += len(data)
                for payload in decoder.feed(data) if decoder else (memoryview(data),):
                    digests.update(payload)
                    _write_all(descriptor, payload)
        finally:
            os.close(descriptor)
        length = headers.get("content-length", "").strip()
        if length and (not length.isdigit() or int(length) != received):
            raise _incomplete("Content-Length does not match request body")
        body = FileBody(path, owned=True)
        if decoder:
            _finish_chunked(decoder, headers, len(body))
        body.set_digests(digests.md5(), digests.checksums())
        for slow in (requested | _requested_checksums(headers)) - Digests.STREAMED:
            await asyncio.to_thread(body.checksum, slow)
        return body
    except BaseException:
        await asyncio.to_thread(path.unlink, missing_ok=True)
        raise


async def _messages(receive: Receive) -> AsyncIterator[bytes]:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ministack._RequestBodyDisconnected
        if message.get("body"):
            yield message["body"]
        if not message.get("more_body", False):
            return


def _write_all(descriptor: int, data: memoryview) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


def _requested_checksums(headers: Headers) -> frozenset[str]:
    named = [name.removeprefix("x-amz-checksum-") for name in headers if name.startswith("x-amz-checksum-")]
    trailers = [name.strip().lower() for name in headers.get("x-amz-trailer", "").split(",")]
    named += [name.removeprefix("x-amz-checksum-") for name in trailers if name.startswith("x-amz-checksum-")]
    named.append(headers.get("x-amz-sdk-checksum-algorithm", ""))
    known = {"CRC32", "CRC32C", "CRC64NVME", "SHA1", "SHA256"}
    return frozenset(name.upper().replace("_", "") for name in named) & known


def _finish_chunked(decoder: ChunkedDecoder, headers: Headers, size: int) -> None:
    """Verifies the announced trailers and length, and changes the headers to those of a body without chunks."""
    trailers = decoder.trailers()
    announced = {name.strip().lower() for name in headers.get("x-amz-trailer", "").split(",") if name.strip()}
    if not announced <= trailers.keys():
        raise _incomplete("Missing announced aws-chunked trailer")
    declared = headers.get("x-amz-decoded-content-length")
    if declared is not None and (not declared.strip().isdigit() or int(declared) != size):
        raise _incomplete("Decoded aws-chunked length mismatch")
    for name, value in trailers.items():
        headers.setdefault(name, value)
    encodings = [part.strip() for part in headers.get("content-encoding", "").split(",")]
    encodings = [part for part in encodings if part and part != "aws-chunked"]
    if encodings:
        headers["content-encoding"] = ", ".join(encodings)
    else:
        headers.pop("content-encoding", None)
