"""Limits of executions and invocations, which AWS enforces while they run."""

import unittest

from engine.corrections.functions.payloads import within_async_limit, within_limits
from engine.corrections.state_machines.history import limited
from engine.shapes import Execution, Json, JsonObject


class History(unittest.TestCase):
    def failures(self, kinds: list[str]) -> list[str]:
        """Returns the causes of failures of an execution that records events of these kinds."""
        causes: list[str] = []
        execution: Execution = {
            "executionArn": "e",
            "stateMachineArn": "m",
            "name": "n",
            "status": "RUNNING",
            "input": "{}",
            "startDate": "",
            "events": [],
        }

        def add(one: Execution, kind: str, _: JsonObject | None) -> JsonObject:
            event = {"type": kind}
            one["events"].append(event)
            return event

        def fail(one: Execution, cause: str) -> None:
            one["status"] = "FAILED"
            causes.append(cause)

        record = limited(add, fail)
        for kind in kinds:
            record(execution, kind, None)
        return causes

    def test_an_execution_fails_once_with_25000_events(self) -> None:
        self.assertEqual(self.failures(["PassStateEntered"] * 24_999), [])
        self.assertEqual(len(self.failures(["PassStateEntered"] * 25_010)), 1)

    def test_a_task_counts_with_the_events_that_only_aws_records(self) -> None:
        self.assertEqual(self.failures(["TaskScheduled", "TaskSucceeded"] * 6_249), [])
        self.assertEqual(len(self.failures(["TaskScheduled", "TaskSucceeded"] * 6_251)), 1)


class Payloads(unittest.TestCase):
    def invoke(self, event: Json, body: Json) -> JsonObject:
        result: JsonObject = within_limits(lambda *_: {"body": body, "log": "said"})({"FunctionName": "f"}, event, "id")
        return result

    def test_an_event_of_more_than_6_mb_is_rejected(self) -> None:
        self.assertEqual(self.invoke({"a": "b"}, {"ok": True}), {"body": {"ok": True}, "log": "said"})
        failed = self.invoke({"a": "b" * 6_291_456}, {})
        self.assertEqual(failed["body"]["errorType"], "RequestTooLargeException")

    def test_a_response_of_more_than_6_mb_fails_the_invocation_and_keeps_its_log(self) -> None:
        failed = self.invoke({}, "b" * 6_291_457)
        self.assertEqual((failed["body"]["errorType"], failed["log"]), ("Function.ResponseSizeTooLarge", "said"))

    def test_an_asynchronous_event_of_more_than_256_kb_is_rejected(self) -> None:
        events: list[Json] = []
        invoke = within_async_limit(lambda _, event: events.append(event))
        invoke({"FunctionName": "f"}, "a" * 262_144)
        invoke({"FunctionName": "f"}, "a" * 262_145)
        self.assertEqual(len(events), 1)
