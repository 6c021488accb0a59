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

from engine import corrections
from engine.durability import Durability
from engine.launcher import MINISTACK_VERSION, Options
from engine.processes import stop_functions

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

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] == "http" and scope["path"].startswith("/_capstack/"):
            await self._admin(scope["method"], scope["path"], send)
        else:
            await ministack.app(scope, receive, send)

    async def _admin(self, method: str, path: str, send) -> None:
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
        announced = asyncio.create_task(self._announce())
        config = Config()
        config.bind = [f"fd://{listener.detach()}"]
        config.keep_alive_timeout = 75
        config.graceful_timeout = _REQUESTS_SECONDS
        config.loglevel = ministack.LOG_LEVEL
        await serve(self, config, shutdown_trigger=self._stop.wait)
        announced.cancel()

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
    logging.getLogger().setLevel(ministack.LOG_LEVEL)
    stop_containers = ministack._stop_docker_containers
    # At a stop MiniStack waits as long as the Docker daemon likes.
    ministack._stop_docker_containers = lambda include_unlabelled=False: _bounded(
        _CONTAINERS_SECONDS, lambda: stop_containers(include_unlabelled)
    )

    async def main() -> None:
        await Engine(options).serve(listener)

    asyncio.run(main())
    stop_functions()
    sys.stderr.flush()
    # Worker threads that still run (a timed out state, say) would hold up an ordinary exit.
    os._exit(0)
