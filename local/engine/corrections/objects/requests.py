"""S3 requests of clients: large bodies are streamed from and to files."""

import asyncio
import base64
import binascii
import contextvars
import hashlib
from pathlib import Path
from typing import Any

from ministack import app as ministack
from ministack.core.responses import StreamingResponse
from ministack.services import s3

from engine.corrections.objects import request_bodies
from engine.corrections.objects.file_body import FileBody
from engine.shapes import (
    AsgiApp,
    AsgiScope,
    AsyncFunction,
    Function,
    Headers,
    Query,
    Receive,
    Response,
    Send,
)

_CHUNK_BYTES = 256 * 1024

# The asyncio task of a client's S3 request: only its own response is streamed.
_client_task: contextvars.ContextVar[asyncio.Task[Any] | None] = contextvars.ContextVar("s3_client_task", default=None)


def wrap_app(app: AsgiApp) -> AsgiApp:
    """Marks the requests for S3 before MiniStack reads their body."""

    async def run(scope: AsgiScope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] in ("GET", "PUT") and _is_for_s3(scope):
            _client_task.set(asyncio.current_task())
        await app(scope, receive, send)

    return run


def _is_for_s3(scope: AsgiScope) -> bool:
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    query = ministack.parse_qs(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
    path: str = scope["path"]
    path_style = path.strip("/").count("/") >= 1 and not path.startswith("/_")
    return path_style and bool(ministack.detect_service(scope["method"], path, headers, query) == "s3")


def _is_client_request() -> bool:
    return _client_task.get() is not None and _client_task.get() is asyncio.current_task()


def read_request_body(read: AsyncFunction, incoming: Path) -> AsyncFunction:
    """Writes large bodies to files in `incoming`."""

    async def run(receive: Receive, method: str, headers: Headers) -> Any:
        if method != "PUT" or not _is_client_request() or request_bodies.is_small(headers):
            return await read(receive, method, headers)
        return await request_bodies.receive_to_file(receive, headers, incoming)

    return run


def routing_params(parse: Function) -> Function:
    """Does not parse the body of a PUT as a form: it is an object, whatever its content type."""

    def run(method: str, path: str, headers: Headers, body: Any, query_params: Query) -> Any:
        return query_params if method == "PUT" else parse(method, path, headers, body, query_params)

    return run


def handle_request(handle: AsyncFunction, prepare: Function) -> AsyncFunction:
    """Streams objects to clients. `prepare` joins the parts of an upload, in a thread, before it is completed."""

    async def run(*arguments: Any, **named: Any) -> Response:
        method, _, _, body, query_params, *_ = arguments
        if method == "POST" and "uploadId" in query_params:
            await asyncio.to_thread(prepare, query_params["uploadId"][0], body)
        status, headers, content = await handle(*arguments, **named)
        if not isinstance(content, FileBody):
            return status, headers, content
        if not _is_client_request():
            return status, headers, content.read()
        headers["Content-Length"] = str(len(content))
        return status, headers, StreamingResponse(_sender(content))

    return run


def _sender(body: FileBody) -> AsyncFunction:
    async def send_body(send: Send, receive: Receive) -> None:
        disconnected = asyncio.create_task(_wait_for_disconnect(receive))
        try:
            for chunk in body.chunks(_CHUNK_BYTES):
                if disconnected.done():
                    return
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            disconnected.cancel()

    return send_body


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def origin_fetch(fetch: Function) -> Function:
    """Returns bytes to CloudFront."""

    def run(*arguments: Any, **named: Any) -> Response:
        status, headers, body = fetch(*arguments, **named)
        return status, headers, body.read() if isinstance(body, FileBody) else body

    return run


def validate_content_md5(validate: Function) -> Function:
    """Verifies Content-MD5 of bodies in files."""

    def run(headers: Headers, body: Any) -> Any:
        if not isinstance(body, FileBody) or not headers.get("content-md5"):
            return validate(headers, b"" if isinstance(body, FileBody) else body)
        try:
            expected = base64.b64decode(headers["content-md5"], validate=True)
        except binascii.Error:
            expected = b""
        if len(expected) != hashlib.md5(usedforsecurity=False).digest_size:
            return s3._error("InvalidDigest", "The Content-MD5 you specified is not valid.", 400)
        if expected.hex() != body.md5():
            message = "The Content-MD5 you specified did not match what we received."
            return s3._error("BadDigest", message, 400)
        return None

    return run


def md5_hash(hash_bytes: Function) -> Function:
    """Returns the MD5 of bodies in files."""
    return lambda body: body.md5() if isinstance(body, FileBody) else hash_bytes(body)


def compute_checksum(compute: Function) -> Function:
    """Returns the checksum of bodies in files."""

    def run(algorithm: str | None, body: Any) -> Any:
        return body.checksum(algorithm or "") if isinstance(body, FileBody) else compute(algorithm, body)

    return run
