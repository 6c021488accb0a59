"""Unit tests of the integration with MediaConvert: waiting, failures, cancellation."""

import unittest
from datetime import UTC, datetime
from typing import Any
from unittest.mock import patch

from botocore.exceptions import ClientError
from ministack.services import stepfunctions as sfn

from engine.corrections.state_machines import media_convert
from engine.corrections.state_machines.scope import Cancelled

_RESOURCE = "arn:aws:states:::mediaconvert:createJob.sync"


class _Client:
    """A service whose job has the given statuses, one after another."""

    def __init__(self, *statuses: str) -> None:
        self._statuses = iter(statuses)
        self.requests: list[dict[str, Any]] = []
        self.cancelled: list[str] = []

    def _job(self) -> dict[str, Any]:
        return {"Job": {"Id": "job", "Status": next(self._statuses), "CreatedAt": datetime(2026, 1, 1, tzinfo=UTC)}}

    def create_job(self, **request: Any) -> dict[str, Any]:
        self.requests.append(request)
        return self._job()

    def get_job(self, **_: Any) -> dict[str, Any]:
        return self._job()

    def cancel_job(self, **request: Any) -> None:
        self.cancelled.append(request["Id"])


class MediaConvertTest(unittest.TestCase):
    """create_job."""

    def _run(self, client: Any, resource: str = _RESOURCE) -> Any:
        with (
            patch.object(media_convert, "_client", lambda: client),
            patch.object(media_convert, "pause", lambda _: None),
        ):
            return media_convert.create_job(resource, {"Role": "role", "Settings": {}})

    def test_waits_for_the_end_and_gives_times_as_numbers(self) -> None:
        client = _Client("SUBMITTED", "PROGRESSING", "COMPLETE")
        self.assertEqual(
            self._run(client), {"Job": {"Id": "job", "Status": "COMPLETE", "CreatedAt": 1_767_225_600_000}}
        )
        self.assertEqual(client.requests[0]["Tags"], {"ManagedByService": "AWSStepFunctions"})

    def test_does_not_wait_without_sync(self) -> None:
        result = self._run(_Client("SUBMITTED"), _RESOURCE.removesuffix(".sync"))
        self.assertEqual(result["Job"]["Status"], "SUBMITTED")

    def test_fails_with_the_job_as_cause(self) -> None:
        with self.assertRaises(sfn._ExecutionError) as raised:
            self._run(_Client("SUBMITTED", "ERROR"))
        self.assertEqual(raised.exception.error, "States.TaskFailed")
        self.assertIn('"Status": "ERROR"', raised.exception.cause)

    def test_names_the_errors_of_the_service(self) -> None:
        class Throttled(_Client):
            def create_job(self, **_: Any) -> dict[str, Any]:
                raise ClientError({"Error": {"Code": "TooManyRequestsException", "Message": "slow down"}}, "CreateJob")

        with self.assertRaises(sfn._ExecutionError) as raised:
            self._run(Throttled())
        self.assertEqual(raised.exception.error, "MediaConvert.TooManyRequestsException")

    def test_cancels_the_job_of_a_cancelled_state(self) -> None:
        class Stopped(_Client):
            def get_job(self, **_: Any) -> dict[str, Any]:
                raise Cancelled

        client = Stopped("SUBMITTED")
        with self.assertRaises(Cancelled):
            self._run(client)
        self.assertEqual(client.cancelled, ["job"])
