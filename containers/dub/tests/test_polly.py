"""Amazon Polly, by an emulator of its HTTP protocol."""

import json
import tempfile
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import numpy

from dub.audio_file import encode
from dub.errors import DubFailed
from dub.kokoro import SAMPLE_RATE
from dub.polly import Polly, polly_client

OGG = ("-c:a", "libvorbis", "-f", "ogg")


def ogg_of_a_tone() -> bytes:
    """Returns half a second of a tone between two halves of silence."""
    times = numpy.arange(SAMPLE_RATE // 2) / SAMPLE_RATE
    tone = (0.3 * numpy.sin(2 * numpy.pi * 220 * times)).astype(numpy.float32)
    silence = numpy.zeros_like(tone)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tone.ogg"
        encode([silence, tone, silence], 1, SAMPLE_RATE, OGG, path)
        return path.read_bytes()


class Emulator(HTTPServer):
    """Responds to SynthesizeSpeech: with the errors in turn, then with audio."""

    def __init__(self, audio: bytes) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.audio = audio
        self.errors: list[tuple[int, str]] = []
        self.requests: list[dict[str, Any]] = []


class Handler(BaseHTTPRequestHandler):
    server: Emulator

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        signed = self.headers["Authorization"].startswith("AWS4-HMAC-SHA256 ")
        if self.path != "/v1/speech" or not signed:
            self.respond(403, b"{}", "application/json", "AccessDeniedException")
            return
        self.server.requests.append(json.loads(body))
        if self.server.errors:
            status, name = self.server.errors.pop(0)
            self.respond(status, json.dumps({"message": name}).encode(), "application/json", name)
        else:
            self.respond(200, self.server.audio, "audio/ogg")

    def respond(self, status: int, body: bytes, content_type: str, error: str | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        if error is not None:
            self.send_header("x-amzn-ErrorType", error)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: Any) -> None:
        """Keeps the output of the tests short."""


class PollySpeech(unittest.TestCase):
    def setUp(self) -> None:
        self.emulator = Emulator(ogg_of_a_tone())
        thread = threading.Thread(target=self.emulator.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.emulator.server_close)
        self.addCleanup(self.emulator.shutdown)
        self.polly = Polly(
            polly_client(
                endpoint_url=f"http://127.0.0.1:{self.emulator.server_port}",
                region_name="us-east-1",
                aws_access_key_id="id",
                aws_secret_access_key="secret",
            )
        )

    def test_is_requested_in_plain_text_and_has_no_silence_at_its_ends(self) -> None:
        audio = self.polly.speak("Bom dia & adeus.", "Camila")
        self.assertAlmostEqual(len(audio) / SAMPLE_RATE, 0.54, delta=0.03)
        self.assertEqual(
            self.emulator.requests,
            [
                {
                    "Engine": "neural",
                    "VoiceId": "Camila",
                    "OutputFormat": "ogg_vorbis",
                    "SampleRate": "24000",
                    "Text": "Bom dia & adeus.",
                    "TextType": "text",
                }
            ],
        )

    def test_is_slower_by_markup_that_escapes_the_text(self) -> None:
        self.polly.speak("1 < 2", "Camila", 0.9)
        [request] = self.emulator.requests
        self.assertEqual(request["TextType"], "ssml")
        self.assertEqual(request["Text"], '<speak><prosody rate="90%">1 &lt; 2</prosody></speak>')

    def test_is_requested_again_after_throttling_and_a_failure_of_the_service(self) -> None:
        self.emulator.errors = [(429, "ThrottlingException"), (500, "ServiceFailureException")]
        self.assertGreater(len(self.polly.speak("Olá.", "Camila")), 0)
        self.assertEqual(len(self.emulator.requests), 3)

    def test_fails_with_a_name_for_a_text_that_is_rejected(self) -> None:
        self.emulator.errors = [(400, "TextLengthExceededException")]
        with self.assertRaisesRegex(DubFailed, "TextLengthExceededException"):
            self.polly.speak("Olá.", "Camila")
        self.assertEqual(len(self.emulator.requests), 1)


if __name__ == "__main__":
    unittest.main()
