"""Serves MiniStack, corrected, with the engine's own admin paths; saves and stops cleanly."""

import asyncio
import json
import logging
import os
import signal
import socket
import sys
import threading
import time
from dataclasses import asdict

from hypercorn.asyncio import serve
from hypercorn.config import Config
from ministack import app as ministack
from ministack.services import eventbridge

from engine import corrections
from engine.durability import Durability
from engine.launcher import MINISTACK_VERSION, Options
from engine.processes import stop_functions
from engine.replacing import replace

logger = logging.getLogger("engine")

# Parts of the five seconds that a stop may take.
_REQUESTS_SECONDS = 1.0
_CONTAINERS_SECONDS = 1.5


class Engine:
    def __init__(self, options: Options):
        self._options = options
        self._started_at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        self._durability = Durability(options.data, self._compact_soon)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop = asyncio.Event()
        self._requests = 0

    async def __call__(self, scope, receive, send) -> None:
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

    async def _admin(self, method: str, path: str, receive, send) -> None:
        if (method, path) == ("GET", "/_capstack/health"):
            answer = {
                "status": "ok",
                "ministack": MINISTACK_VERSION,
                "pid": os.getpid(),
                "startedAt": self._started_at,
                "restored": self._durability.restored,
            }
            await _answer(send, 200, answer)
        elif (method, path) == ("POST", "/_capstack/snapshot"):
            await _answer(send, 200, asdict(self._durability.save()))
        elif (method, path) == ("POST", "/_capstack/events"):
            # PutEvents refuses the sources of AWS's own services; the stand-ins are those.
            entry = json.loads(await _body(receive))
            await asyncio.to_thread(eventbridge._put_events, {"Entries": [entry]}, allow_aws_source=True)
            await _answer(send, 200, {})
        else:
            await _answer(send, 404, {"message": f"no {method} {path}"})

    async def serve(self, listener: socket.socket) -> None:
        self._loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            self._loop.add_signal_handler(number, self._signalled)
        if self._options.exit_with_parent:
            threading.Thread(target=self._watch_parent, args=(os.getppid(),), daemon=True).start()
        self._durability.install()
        corrections.install()
        self._reap = replace(ministack, "_stop_docker_containers", self._reap_at_start)
        # Saving and stopping are done below, bounded in time; MiniStack's own end waits as long as others like.
        replace(ministack, "save_all", lambda states: None)
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
        """Ends the process. Requests that still wait (for a function, a message) are cut off after a second."""
        deadline = time.monotonic() + _REQUESTS_SECONDS
        while self._requests and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        self._durability.save()
        _bounded(_CONTAINERS_SECONDS, self._reap)
        stop_functions()
        sys.stderr.flush()
        # An ordinary end of the loop waits for its worker threads, and one may be waiting for a function.
        os._exit(0)

    def _reap_at_start(self, include_unlabelled: bool = False) -> None:
        if include_unlabelled:
            self._reap(include_unlabelled)

    async def _announce(self) -> None:
        """Says ready once a request is answered, which is after all state has been loaded."""
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self._options.port)
                writer.write(b"GET /_capstack/health HTTP/1.1\r\nhost: engine\r\nconnection: close\r\n\r\n")
                line = await reader.readline()
                writer.close()
                if b" 200" in line:
                    print(f"ready http://127.0.0.1:{self._options.port}", flush=True)
                    return
            except OSError:
                pass
            await asyncio.sleep(0.02)

    def _signalled(self) -> None:
        if self._stop.is_set():
            os._exit(0)
        self._stop.set()

    def _watch_parent(self, parent: int) -> None:
        pause = threading.Event()
        while os.getppid() == parent:
            pause.wait(0.5)
        self._loop.call_soon_threadsafe(self._stop.set)

    def _compact_soon(self) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._durability.save)


async def _body(receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


async def _answer(send, status: int, body: dict) -> None:
    content = json.dumps(body).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(content)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


def _bounded(seconds: float, work) -> None:
    """Runs `work` for at most so long; a hung daemon must not keep the engine from stopping."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)


def run(options: Options, listener: socket.socket) -> None:
    """Serves until a signal, then ends the process."""
    logging.getLogger().setLevel(ministack.LOG_LEVEL)

    async def main() -> None:
        await Engine(options).serve(listener)

    asyncio.run(main())
