"""Requests that AWS rejects, against the models of botocore and the documented limits."""

import json
import unittest

from engine.access.calls import Request
from engine.fidelity.checks import input_violations
from engine.fidelity.limits import limit_violations
from engine.fidelity.object_requests import object_violations
from engine.fidelity.steps import step_violations
from engine.shapes import JsonObject

TABLE = {"TableName": "records", "Key": {"pk": {"S": "TASK#1"}}}


class Inputs(unittest.TestCase):
    def assert_violation(self, service: str, operation: str, content: JsonObject, sentence: str) -> None:
        found = input_violations(service, operation, content)
        self.assertTrue(any(sentence in one for one in found), found)

    def test_accepts_valid_requests(self) -> None:
        self.assertEqual(input_violations("dynamodb", "GetItem", TABLE), [])
        message = {"QueueUrl": "http://localhost/q", "MessageBody": "{}", "DelaySeconds": 900}
        self.assertEqual(input_violations("sqs", "SendMessage", message), [])
        nested = {**TABLE, "ExpressionAttributeValues": {":a": {"M": {"list": {"L": [{"N": "1"}]}}}}}
        self.assertEqual(input_violations("dynamodb", "UpdateItem", nested), [])

    def test_rejects_unknown_and_missing_members(self) -> None:
        self.assert_violation("dynamodb", "GetItem", {**TABLE, "Consistent": True}, "Consistent is not a member")
        self.assert_violation("dynamodb", "GetItem", {"TableName": "records"}, "Key is missing")
        self.assert_violation("dynamodb", "GetThing", TABLE, "no operation GetThing")

    def test_rejects_wrong_types(self) -> None:
        self.assert_violation("dynamodb", "GetItem", {**TABLE, "ConsistentRead": 1}, "ConsistentRead must be a boolean")
        item = {"TableName": "records", "Item": {"pk": {"S": "a"}, "count": {"N": 5}}}
        self.assert_violation("dynamodb", "PutItem", item, "Item.count.N must be a string")
        self.assert_violation("ssm", "GetParameter", {"Name": ["a"]}, "Name must be a string")

    def test_rejects_lengths_ranges_patterns_and_values_of_enumerations(self) -> None:
        start = {"stateMachineArn": "arn", "name": "n" * 81, "input": "{}"}
        self.assert_violation("states", "StartExecution", start, "name must be at most 80")
        self.assert_violation("states", "StopExecution", {"executionArn": ""}, "executionArn must be at least 1")
        values = {**TABLE, "ReturnValues": "NEW"}
        self.assert_violation("dynamodb", "UpdateItem", values, "ReturnValues must be one of NONE, ALL_OLD")
        job = {"TranscriptionJobName": "a b"}
        self.assert_violation("transcribe", "GetTranscriptionJob", job, "TranscriptionJobName must match")

    def test_reports_every_violation(self) -> None:
        self.assertEqual(len(input_violations("dynamodb", "GetItem", {"TableName": "", "More": 1})), 3)


class Limits(unittest.TestCase):
    def test_counts_the_characters_of_overrides(self) -> None:
        def request(length: int) -> JsonObject:
            environment = [{"name": "URL", "value": "a" * length}]
            return {"overrides": {"containerOverrides": [{"name": "import", "environment": environment}]}}

        self.assertEqual(limit_violations("ecs", "RunTask", request(8_000)), [])
        self.assertEqual(len(limit_violations("ecs", "RunTask", request(8_192))), 1)

    def test_counts_the_bytes_of_items(self) -> None:
        item: JsonObject = {"pk": {"S": "a"}, "text": {"S": "ü" * 204_000}}
        self.assertEqual(limit_violations("dynamodb", "PutItem", {"Item": item}), [])
        item["more"] = {"L": [{"S": "a" * 2_000}]}
        self.assertEqual(len(limit_violations("dynamodb", "PutItem", {"Item": item})), 1)
        self.assertEqual(
            len(limit_violations("dynamodb", "TransactWriteItems", {"TransactItems": [{"Put": {"Item": item}}]})), 1
        )

    def test_counts_the_bytes_of_events_messages_and_states(self) -> None:
        text = "a" * 262_145
        entries = {"Entries": [{"Detail": "a" * 131_073}, {"Detail": "a" * 131_073}]}
        for service, operation, content in (
            ("events", "PutEvents", entries),
            ("sqs", "SendMessage", {"MessageBody": text}),
            ("states", "SendTaskSuccess", {"output": text}),
            ("states", "StartExecution", {"input": text}),
        ):
            self.assertEqual(len(limit_violations(service, operation, content)), 1, operation)


class Objects(unittest.TestCase):
    def violations(self, method: str, path: str, query: dict[str, list[str]], **headers: str) -> list[str]:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return object_violations(Request("s3", method, path, named, b"", query))

    def test_accepts_the_operations_that_query_and_headers_name(self) -> None:
        upload = {"partNumber": ["1"], "uploadId": ["u"], "x-id": ["UploadPart"], "X-Amz-Signature": ["s"]}
        self.assertEqual(self.violations("PUT", "/media/videos/1", upload, x_amz_content_sha256="UNSIGNED"), [])
        listing = {"list-type": ["2"], "prefix": ["tasks/"], "max-keys": ["1000"]}
        self.assertEqual(self.violations("GET", "/media", listing), [])
        self.assertEqual(self.violations("POST", "/media/videos/1", {"uploads": [""]}), [])
        self.assertEqual(self.violations("HEAD", "/media/videos/1", {}), [])
        self.assertEqual(self.violations("POST", "/media", {"delete": [""]}, x_amz_checksum_crc32="a"), [])
        self.assertEqual(self.violations("GET", "/media", {"uploads": [""], "prefix": ["tasks/1/"]}), [])
        self.assertEqual(self.violations("DELETE", "/media/tasks/1", {"uploadId": ["u"]}), [])
        self.assertEqual(self.violations("POST", "/media/tasks/1", {"uploadId": ["u"]}), [])
        self.assertEqual(self.violations("GET", "/media/tasks/1", {"uploadId": ["u"], "max-parts": ["1000"]}), [])

    def test_rejects_unknown_parameters_and_invalid_values(self) -> None:
        self.assertEqual(len(self.violations("GET", "/media/a", {"color": ["1"]})), 1)
        self.assertEqual(len(self.violations("PUT", "/media/a", {}, x_amz_storage_class="FAST")), 1)
        self.assertEqual(len(self.violations("PUT", "/media/a", {}, x_amz_unknown="1")), 1)
        self.assertEqual(len(self.violations("GET", "/media", {"list-type": ["2"], "max-keys": ["many"]})), 1)

    def test_rejects_keys_of_more_than_1024_bytes(self) -> None:
        self.assertEqual(self.violations("GET", f"/media/{'a' * 1024}", {}), [])
        self.assertEqual(len(self.violations("GET", f"/media/{'ü' * 513}", {})), 1)


class Steps(unittest.TestCase):
    def test_checks_the_arguments_of_integrations(self) -> None:
        start = {"StateMachineArn": "arn", "Name": "n" * 81, "Input": {"a": 1}}
        integration = "arn:aws:states:::states:startExecution.sync:2"
        self.assertEqual(len(step_violations("machine", integration, start)), 1)
        task = {
            "TaskDefinition": "family",
            "Overrides": {"ContainerOverrides": [{"Name": "a", "Environment": [{"Name": "A", "Value": "a" * 9_000}]}]},
        }
        self.assertEqual(len(step_violations("machine", "arn:aws:states:::ecs:runTask.waitForTaskToken", task)), 1)
        payload = {"FunctionName": "f", "Payload": {"text": json.dumps("a" * 6_300_000)}}
        self.assertEqual(len(step_violations("machine", "arn:aws:states:::lambda:invoke", payload)), 1)
