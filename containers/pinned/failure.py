"""Failures of fetching, each with the sentence that an operator reads."""


class FetchFailed(Exception):
    """A failure with its exit code and one sentence for the operator.

    Exit codes: 1 unexpected, 2 wrong arguments, 3 a source cannot be reached or lacks the file, 4 no disk space,
    5 wrong checksum.
    """

    def __init__(self, exit_code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code


def disk_full(needed_bytes: int) -> FetchFailed:
    """Returns the failure for too little disk space."""
    return FetchFailed(4, f"{needed_bytes // 1_000_000} MB of free disk space are needed; free some and run again.")
