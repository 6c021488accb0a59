"""Serves the corrected MiniStack and the admin paths of the engine; saves and stops cleanly."""

import asyncio
import json
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from hypercorn.asyncio import serve
from hypercorn.config import Config
from ministack import app as ministack
from ministack.services import eventbridge

from engine import corrections, faults, reports
from engine.access import guard as permissions
from engine.access import roles
from engine.access.policies import Call
from engine.corrections import functions
from engine.corrections.tasks.quota import quota
from engine.durability import Durability
from engine.faults.plan import plan
from engine.fidelity import checks
from engine.launcher import MINISTACK_VERSION, Options
from engine.processes import stop_functions
from engine.replacing import replace
from engine.shapes import AsgiScope, JsonObject, Receive, Send

logger = logging.getLogger("engine")

# Shares of the five seconds that a stop may take.
_REQUESTS_SECONDS = 1.0
_CONTAINERS_SECONDS = 1.5
_POLL_SECONDS = 0.02


class Engine:
    """The ASGI application of the engine."""

    def __init__(self, options: Options) -> None:
        """Opens the state."""
        self._options = options
        self._started_at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        self._durability = Durability(options.data, self._compact_soon)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()
        self._requests = 0
        self._reap: Callable[..., None] = _do_nothing

    async def __call__(self, scope: AsgiScope, receive: Receive, send: Send) -> None:
        """Handles the admin paths; passes everything else to MiniStack."""
        if scope["type"] == "lifespan":
            await ministack.app(scope, receive, send)
            return
        self._requests += 1
        try:
            if scope["type"] == "http" and scope["path"].startswith("/_capstack/"):
                await self._admin(scope["method"], scope["path"], receive, send)
            else:
                await ministack.app(scope, receive, send)
        finally:
            self._requests -= 1

    async def _admin(self, method: str, path: str, receive: Receive, send: Send) -> None:
        if (method, path) == ("GET", "/_capstack/health"):
            health = {
                "status": "ok",
                "ministack": MINISTACK_VERSION,
                "pid": os.getpid(),
                "startedAt": self._started_at,
                "restored": self._durability.restored,
            }
            await _respond(send, 200, health)
        elif (method, path) == ("POST", "/_capstack/snapshot"):
            saved = self._durability.save()
            body = {"durationMs": saved.duration_ms, "bytes": saved.size_bytes, "files": saved.files}
            await _respond(send, 200, body)
        elif (method, path) == ("POST", "/_capstack/events"):
            # PutEvents rejects the sources of AWS services, which the service emulators publish as.
            entry = json.loads(await _body(receive))
            await asyncio.to_thread(eventbridge._put_events, {"Entries": [entry]}, allow_aws_source=True)
            await _respond(send, 200, {})
        elif (method, path) == ("POST", "/_capstack/limits"):
            rejected = quota.rejected
            quota.set(json.loads(await _body(receive))["fargateVcpus"])
            await _respond(send, 200, {"rejected": rejected})
        elif (method, path) == ("POST", "/_capstack/functions"):
            is_new = await asyncio.to_thread(functions.prepare, json.loads(await _body(receive))["prepare"])
            await _respond(send, 200, {"isNew": is_new})
        elif (method, path) == ("POST", "/_capstack/faults"):
            wanted = json.loads(await _body(receive))
            plan.set(wanted["rates"], wanted["seed"])
            await _respond(send, 200, plan.injected())
        elif (method, path) == ("POST", "/_capstack/credentials"):
            variables = roles.credentials(json.loads(await _body(receive))["roleArn"])
            await _respond(send, 200, variables or {})
        elif (method, path) == ("POST", "/_capstack/permissions"):
            await _respond(send, 200, _decide(json.loads(await _body(receive))))
        elif (method, path) == ("GET", "/_capstack/permissions"):
            await _respond(send, 200, reports.current())
        else:
            await _respond(send, 404, {"message": f"There is no {method} {path}."})

    async def serve(self, listener: socket.socket) -> None:
        """Serves until a signal or the end of the parent process, then ends this process."""
        self._loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            self._loop.add_signal_handler(number, self._on_signal)
        if self._options.exit_with_parent:
            threading.Thread(target=self._watch_parent, args=(os.getppid(),), daemon=True).start()
        self._durability.install()
        corrections.install()
        reports.install()
        checks.install()
        permissions.install()
        faults.install()
        self._reap = replace(ministack, "_stop_docker_containers", self._reap_at_start)
        # `_end` saves and stops within a time limit. MiniStack's shutdown has none.
        replace(ministack, "save_all", _do_nothing)
        config = Config()
        config.bind = [f"fd://{listener.detach()}"]
        config.keep_alive_timeout = 75
        config.graceful_timeout = _REQUESTS_SECONDS
        config.loglevel = ministack.LOG_LEVEL
        server = asyncio.create_task(serve(self, config, shutdown_trigger=self._stop.wait))
        announced = asyncio.create_task(self._announce())
        stopped = asyncio.create_task(self._stop.wait())
        await asyncio.wait({server, stopped}, return_when=asyncio.FIRST_COMPLETED)
        announced.cancel()
        if not stopped.done():
            server.result()
        await self._end()

    async def _end(self) -> None:
        """Ends the process. Requests that still wait (for a function, a message) are aborted after a second."""
        deadline = time.monotonic() + _REQUESTS_SECONDS
        while self._requests and time.monotonic() < deadline:  # noqa: ASYNC110 - requests are only counted
            await asyncio.sleep(_POLL_SECONDS)
        self._durability.save()
        reports.write()
        _bounded(_CONTAINERS_SECONDS, self._reap)
        stop_functions()
        sys.stderr.flush()
        # The end of the event loop would wait for its worker threads, and one may wait for a function.
        os._exit(0)

    def _reap_at_start(self, include_unlabelled: bool = False) -> None:
        if include_unlabelled:
            self._reap(include_unlabelled)

    async def _announce(self) -> None:
        """Prints the ready line once a request succeeds, which is after all state is loaded."""
        is_ready = await self._is_ready()
        while not is_ready:
            await asyncio.sleep(_POLL_SECONDS)
            is_ready = await self._is_ready()
        print(f"ready http://127.0.0.1:{self._options.port}", flush=True)
        await asyncio.to_thread(checks.load_descriptions)

    async def _is_ready(self) -> bool:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._options.port)
            writer.write(b"GET /_capstack/health HTTP/1.1\r\nhost: engine\r\nconnection: close\r\n\r\n")
            line = await reader.readline()
            writer.close()
        except OSError:
            return False
        return b" 200" in line

    def _on_signal(self) -> None:
        if self._stop.is_set():
            os._exit(0)
        self._stop.set()

    def _watch_parent(self, parent: int) -> None:
        pause = threading.Event()
        while os.getppid() == parent:
            pause.wait(0.5)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._stop.set)

    def _compact_soon(self) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._durability.save)


def _do_nothing(*_arguments: Any) -> None:
    """Does nothing."""


def _decide(request: JsonObject) -> JsonObject:
    """Decides the calls that a service emulator received: the service is not part of this engine."""
    role = roles.role_of(request["accessKeyId"])
    for call in request["calls"] if role is not None else ():
        context = {key.lower(): tuple(values) for key, values in call.get("context", {}).items()}
        if not permissions.guard.check(role or "", Call(call["action"], call["resource"], context)).is_allowed:
            return {"denied": f"{role} is not authorized to perform {call['action']} on {call['resource']}"}
    return {"denied": None}


async def _body(receive: Receive) -> bytes:
    parts: list[bytes] = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


async def _respond(send: Send, status: int, body: JsonObject) -> None:
    content = json.dumps(body).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


def _bounded(seconds: float, work: Callable[[], None]) -> None:
    """Runs `work` and waits at most `seconds`, so that a daemon that hangs does not block the stop."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)


def run(options: Options, listener: socket.socket) -> None:
    """Serves until a signal, then ends the process."""
    logging.getLogger().setLevel(ministack.LOG_LEVEL)

    async def main() -> None:
        await Engine(options).serve(listener)

    asyncio.run(main())
