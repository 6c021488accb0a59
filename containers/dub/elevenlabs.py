"""Speaks with the voices of an ElevenLabs account.

Source: ElevenLabs, API reference of text to speech (POST /v1/text-to-speech/{voice_id}), of voices (GET /v2/voices)
and of errors. Voices are not cloned: their sex is matched.
"""

import http.client
import json
import os
import random
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from dub.arrays import Audio
from dub.engines import ServiceEngines
from dub.errors import DubFailed
from dub.kokoro import trimmed
from dub.voices import Voice

SERVICE_URL = "https://api.elevenlabs.io"
# Normalizes numbers in all of its languages, which the faster models do not.
MODEL = "eleven_multilingual_v2"
FORMAT = "pcm_24000"
# A request takes a few seconds.
TIMEOUT_SECONDS = 60
# About two minutes with the pauses: other tasks of the account may use up its limit of concurrent requests.
ATTEMPTS = 8
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 1.0, 30.0
TRANSIENT = frozenset({408, 425, 429, 500, 502, 503, 504})
MAX_VOICES_PER_PAGE = 100
# Of a list of voices; an account has hundreds at most.
MAX_PAGES = 20

# core/dub/dub-support.ts has the same languages: those of the model that separate words by spaces, so that a sentence
# can be compared with its recognition. The values are the codes of the service.
LANGUAGES: dict[str, str] = {
    "ar": "ar",
    "bg": "bg",
    "cs": "cs",
    "da": "da",
    "de": "de",
    "el": "el",
    "en": "en",
    "es": "es",
    "fi": "fi",
    "fr": "fr",
    "hi": "hi",
    "hr": "hr",
    "id": "id",
    "it": "it",
    "ms": "ms",
    "nl": "nl",
    "pl": "pl",
    "pt": "pt",
    "ro": "ro",
    "ru": "ru",
    "sk": "sk",
    "sv": "sv",
    "tl": "fil",
    "tr": "tr",
    "uk": "uk",
}

SEXES = {"female": "f", "male": "m"}


class Account(NamedTuple):
    """The API and its key. `pause`: waits for seconds between attempts."""

    url: str
    key: str
    pause: Callable[[float], object] = time.sleep


class ElevenLabs:
    """The voice engine."""

    def __init__(self, account: Account) -> None:
        self._account = account

    def speak(self, phonemes: str, voice: str, speed: float = 1.0) -> Audio:
        """Returns the speech of a text, mono at SAMPLE_RATE, without silence at its ends.

        Raises DubFailed for a request that the service rejects, OSError when it does not respond after ATTEMPTS.
        """
        path = f"/v1/text-to-speech/{urllib.parse.quote(voice, safe='')}?output_format={FORMAT}"
        body: dict[str, Any] = {"text": phonemes, "model_id": MODEL}
        if speed != 1.0:
            body["voice_settings"] = {"speed": speed}
        samples = _response(self._account, path, json.dumps(body).encode())
        return trimmed(numpy.frombuffer(samples[: len(samples) // 2 * 2], "<i2") * numpy.float32(1 / 32768))


def account_voices(account: Account, language: str) -> list[Voice]:
    """Returns the voices of the account; those that the service has verified for the language come first.

    Raises DubFailed for an account without voices, KeyError for a language that is not offered.
    """
    code = LANGUAGES[language]
    found = list(_listed(account))
    if not found:
        raise DubFailed("The account of ElevenLabs has no voices.")

    def is_foreign(voice: dict[str, Any]) -> bool:
        return code not in {one.get("language") for one in voice.get("verified_languages") or []}

    return [Voice(one["voice_id"], _sex(one), None) for one in sorted(found, key=is_foreign)]


def _sex(voice: dict[str, Any]) -> str:
    """Returns f or m; empty for a voice without that label, which no speaker prefers."""
    return SEXES.get(str((voice.get("labels") or {}).get("gender", "")).lower(), "")


def _listed(account: Account) -> Iterator[dict[str, Any]]:
    query: dict[str, Any] = {"page_size": MAX_VOICES_PER_PAGE}
    for _ in range(MAX_PAGES):
        page = json.loads(_response(account, f"/v2/voices?{urllib.parse.urlencode(query)}"))
        yield from page["voices"]
        if not page.get("has_more") or not page.get("next_page_token"):
            return
        query["next_page_token"] = page["next_page_token"]


def _response(account: Account, path: str, body: bytes | None = None) -> bytes:
    """Sends a request, again after throttling and failures of the service, with backoff and full jitter."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            return _exchange(account, path, body)
        except urllib.error.HTTPError as error:
            if error.code not in TRANSIENT:
                raise DubFailed(f"ElevenLabs rejected a request: {_reason(error)}.") from error
            if attempt == ATTEMPTS:
                raise
        except (OSError, http.client.HTTPException):
            if attempt == ATTEMPTS:
                raise
        # Full jitter: tasks that failed together do not come back together.
        account.pause(random.uniform(0, min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2**attempt)))
    raise AssertionError("the last attempt returns or raises")


def _exchange(account: Account, path: str, body: bytes | None) -> bytes:
    headers = {"xi-api-key": account.key, "Content-Type": "application/json"}
    request = urllib.request.Request(account.url + path, body, headers)
    with _OPENER.open(request, timeout=TIMEOUT_SECONDS) as response:
        received: bytes = response.read()
    return received


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """The key is sent to no other host."""

    def redirect_request(self, *_arguments: Any, **_options: Any) -> None:
        """Leaves a redirect as an error."""


_OPENER = urllib.request.build_opener(_NoRedirects)


def _reason(error: urllib.error.HTTPError) -> str:
    """Returns the name of an error; the status without one."""
    try:
        detail = json.loads(error.read())["detail"]
        return str(detail.get("code") or detail["status"])
    except (ValueError, KeyError, TypeError, AttributeError):
        return f"HTTP {error.code}"


def account_of_environment() -> Account:
    """Returns the account whose key is in the parameter ELEVENLABS_KEY_PARAMETER of Systems Manager.

    On one machine, CAPSTACK_ELEVENLABS_KEY is the key and CAPSTACK_ELEVENLABS_URL may replace the URL.
    """
    key = os.environ.get("CAPSTACK_ELEVENLABS_KEY")
    if not key:
        import boto3

        parameter = os.environ["ELEVENLABS_KEY_PARAMETER"]
        response = boto3.client("ssm").get_parameter(Name=parameter, WithDecryption=True)
        key = response["Parameter"]["Value"]
    return Account(os.environ.get("CAPSTACK_ELEVENLABS_URL") or SERVICE_URL, key.strip())


def elevenlabs_engines(weights: Path) -> ServiceEngines:
    """Returns the engines with their weights in a folder; ElevenLabs speaks."""
    account = account_of_environment()
    return ServiceEngines(weights, ElevenLabs(account), lambda language: account_voices(account, language))
