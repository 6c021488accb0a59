"""S3 requests of clients: large bodies come from and go to files in pieces."""

import asyncio
import base64
import binascii
import contextvars
import hashlib
from pathlib import Path

from ministack import app as ministack
from ministack.core.responses import StreamingResponse
from ministack.services import s3

from engine.corrections.objects import receiving
from engine.corrections.objects.file_body import FileBody

_SENT_BYTES = 256 * 1024

# The task that answers a client's S3 request: only what that very task returns is sent as a stream.
_client_task: contextvars.ContextVar = contextvars.ContextVar("s3_client_task", default=None)


def wrap_app(app):
    """Marks the requests that are for S3, before MiniStack reads their body."""

    async def run(scope, receive, send):
        if scope["type"] == "http" and scope["method"] in ("GET", "PUT") and _is_for_s3(scope):
            _client_task.set(asyncio.current_task())
        await app(scope, receive, send)

    return run


def _is_for_s3(scope) -> bool:
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
    query = ministack.parse_qs(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
    path_style = scope["path"].strip("/").count("/") >= 1 and not scope["path"].startswith("/_")
    return path_style and ministack.detect_service(scope["method"], scope["path"], headers, query) == "s3"


def _is_clients() -> bool:
    return _client_task.get() is not None and _client_task.get() is asyncio.current_task()


def read_request_body(read, incoming: Path):
    async def run(receive, method, headers):
        if method != "PUT" or not _is_clients() or receiving.is_small(headers):
            return await read(receive, method, headers)
        return await receiving.receive_to_file(receive, headers, incoming)

    return run


def routing_params(parse):
    """No query-protocol service takes PUT: a PUT's body is an object, whatever its content type says."""

    def run(method, path, headers, body, query_params):
        return query_params if method == "PUT" else parse(method, path, headers, body, query_params)

    return run


def handle_request(handle, prepare):
    """`prepare` does the slow part of completing an upload in a thread, before the request is answered."""

    async def run(method, path, headers, body, query_params, *rest, **named):
        if method == "POST" and "uploadId" in query_params:
            await asyncio.to_thread(prepare, query_params["uploadId"][0], body)
        status, answer_headers, answer = await handle(method, path, headers, body, query_params, *rest, **named)
        if not isinstance(answer, FileBody):
            return status, answer_headers, answer
        if not _is_clients():
            return status, answer_headers, answer.read()
        answer_headers["Content-Length"] = str(len(answer))
        return status, answer_headers, StreamingResponse(_sender(answer))

    return run


def _sender(body: FileBody):
    async def send_body(send, receive):
        gone = asyncio.create_task(_disconnected(receive))
        try:
            for chunk in body.chunks(_SENT_BYTES):
                if gone.done():
                    return
                await send({"type": "http.response.body", "body": chunk, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()

    return send_body


async def _disconnected(receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def origin_fetch(fetch):
    def run(*arguments, **named):
        status, headers, body = fetch(*arguments, **named)
        return status, headers, body.read() if isinstance(body, FileBody) else body

    return run


def validate_content_md5(validate):
    def run(headers, body):
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


def md5_hash(hash_bytes):
    return lambda body: body.md5() if isinstance(body, FileBody) else hash_bytes(body)


def compute_checksum(compute):
    def run(algorithm, body):
        return body.checksum(algorithm or "") if isinstance(body, FileBody) else compute(algorithm, body)

    return run
