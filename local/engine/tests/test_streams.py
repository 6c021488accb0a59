"""The records of a stream that the engine keeps."""

import unittest

from ministack.core.responses import request_scope
from ministack.services import dynamodb, lambda_svc

from engine.corrections.streams import drop_read_records

STREAM = "arn:aws:dynamodb:us-east-1:000000000000:table/records/stream/2026"


class ReadRecords(unittest.TestCase):
    def setUp(self) -> None:
        scope = request_scope("000000000000", "us-east-1")
        scope.__enter__()
        self.addCleanup(scope.__exit__, None, None, None)
        dynamodb._stream_records["records"] = [{"dynamodb": {"SequenceNumber": str(n)}} for n in range(1200)]
        self.addCleanup(dynamodb.drop_stream_records, "records")

    def read(self, **positions: int) -> list[str]:
        """Drops what these mappings have read. Returns the numbers of the first record that each reads next."""
        for name, position in positions.items():
            lambda_svc._esms[name] = {"UUID": name, "EventSourceArn": STREAM}
            self.addCleanup(lambda_svc._esms.pop, name)
            lambda_svc._dynamodb_stream_positions[name] = position
            self.addCleanup(lambda_svc._dynamodb_stream_positions.pop, name)
        drop_read_records("records", STREAM)
        following = [dynamodb.stream_records_since("records", position, 1) for position in positions.values()]
        return [records[0]["dynamodb"]["SequenceNumber"] for records in following]

    def test_are_dropped_when_all_mappings_have_read_them(self) -> None:
        self.assertEqual(self.read(publish=1100, clean=700), ["1100", "700"])
        self.assertEqual(len(dynamodb.stream_live_records("records")), 500)
        self.assertEqual(dynamodb.stream_end_position("records"), 1200)

    def test_are_kept_while_a_mapping_has_not_read_them(self) -> None:
        self.assertEqual(self.read(publish=1100, clean=2), ["1100", "2"])
        self.assertEqual(len(dynamodb.stream_live_records("records")), 1200)


if __name__ == "__main__":
    unittest.main()
