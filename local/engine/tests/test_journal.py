import tempfile
import unittest
from pathlib import Path

from engine.journal import Journal


class JournalRecords(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.reports: list[None] = []

    def journal(self, compact_bytes: int = 1_000) -> Journal:
        return Journal(self.folder, compact_bytes, lambda: self.reports.append(None))

    def test_records_are_read_in_order_from_a_segment_on(self) -> None:
        journal = self.journal()
        journal.append("first")
        segment = journal.rotate()
        journal.append("second")
        self.assertEqual(list(journal.records(0)), ["first", "second"])
        self.assertEqual(list(journal.records(segment)), ["second"])
        journal.drop_before(segment)
        self.assertEqual(list(journal.records(0)), ["second"])

    def test_a_torn_line_ends_its_segment_and_no_other(self) -> None:
        journal = self.journal()
        journal.append("whole")
        (path,) = self.folder.glob("*.jsonl")
        with path.open("ab") as file:
            file.write(b'"torn')
        self.journal().append("later")
        self.assertEqual(list(self.journal().records(0)), ["whole", "later"])

    def test_a_large_segment_is_reported_once(self) -> None:
        journal = self.journal(compact_bytes=10)
        for _ in range(5):
            journal.append("0123456789")
        self.assertEqual(len(self.reports), 1)
        journal.rotate()
        journal.append("0123456789")
        self.assertEqual(len(self.reports), 2)
