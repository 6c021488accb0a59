"""An HTTP server that takes the place of a service."""

import threading
import unittest
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any, NamedTuple


class Request(NamedTuple):
    """What was requested. `path`: with its query."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Response(NamedTuple):
    """What the service responds."""

    status: int
    body: bytes
    headers: dict[str, str]


class HttpEmulator(HTTPServer):
    """Responds to all requests by a function, or closes the connection where it returns None; `url` is its own."""

    def __init__(self, respond: Callable[[Request], Response | None]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.respond = respond
        self.address = f"127.0.0.1:{self.server_port}"
        self.url = f"http://{self.address}"

    def start(self, test: unittest.TestCase) -> None:
        """Serves until the end of the test."""
        thread = threading.Thread(target=self.serve_forever)
        thread.start()
        test.addCleanup(thread.join)
        test.addCleanup(self.server_close)
        test.addCleanup(self.shutdown)


class _Handler(BaseHTTPRequestHandler):
    server: HttpEmulator

    def do_GET(self) -> None:
        self._respond()

    def do_POST(self) -> None:
        self._respond()

    def _respond(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in self.headers.items()}
        response = self.server.respond(Request(self.command, self.path, headers, body))
        if response is None:
            self.close_connection = True
            return
        self.send_response(response.status)
        for name, value in {**response.headers, "Content-Length": str(len(response.body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(response.body)

    def log_message(self, *_arguments: Any) -> None:
        """Keeps the output of the tests short."""
