"""DynamoDB streams to functions: limited retries, bisected batches, no delay by other slow functions, bounded memory.

https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
"""

import json
import time
from dataclasses import dataclass
from typing import Any

from ministack.core.responses import request_scope
from ministack.services import dynamodb, lambda_svc

from engine.access import service_calls
from engine.replacing import replace
from engine.shapes import EventSourceMapping, Function, JsonObject, StreamRecord


@dataclass
class Progress:
    """The state of a mapping: the failures of its first batch, and its batch size after a bisection."""

    failures: int = 0
    limit: int | None = None


@dataclass(frozen=True)
class Batch:
    """The records of one invocation. `kept`: those that pass the filter. `position`: of the first in the stream."""

    mapping: EventSourceMapping
    function: JsonObject
    records: list[StreamRecord]
    kept: list[StreamRecord]
    position: int


_progress: dict[str, Progress] = {}
_DEFAULT_BATCH_SIZE, _MAX_BATCH_SIZE = 100, 10_000
# Read records are dropped this many at a time.
_READ_RECORDS = 500


def install() -> None:
    """Installs the corrections."""
    replace(lambda_svc, "_poll_dynamodb_streams", poll)
    replace(lambda_svc, "_restore_esm_positions", _restore_positions(lambda_svc._restore_esm_positions))


def _restore_positions(restore: Function) -> Function:
    """Starts at 0: a stream is empty after a restart, and a saved position would skip its first new records."""

    def run(store: Any, positions: Any) -> None:
        if store is not lambda_svc._dynamodb_stream_positions:
            restore(store, positions)
            return
        for address in lambda_svc._esms._data:
            store._data[address] = 0

    return run


def poll() -> bool:
    """Dispatches the next batch of each idle mapping; returns whether there was any."""
    taken = False
    for account, region, mapping in lambda_svc._iter_all_esms():
        if mapping.get("Enabled", True) and ":dynamodb:" in mapping.get("EventSourceArn", ""):
            with request_scope(account, region):
                taken = _take_batch(mapping) or taken
    return taken


def _take_batch(mapping: EventSourceMapping) -> bool:
    name, stream, identity = mapping["FunctionName"], mapping["EventSourceArn"], mapping["UUID"]
    table_name = stream.split("/stream/")[0].rpartition("/")[2]
    table = dynamodb._tables.get(table_name)
    function, _ = lambda_svc._get_func_record_for_qualifier(name, mapping.get("Qualifier"))
    if function is None or not table or table.get("LatestStreamArn") != stream:
        return False
    if lambda_svc._esm_inflight.get(identity) or lambda_svc._esm_backoff_until.get(identity, 0) > time.time():
        return False
    position = _position(mapping, table_name)
    drop_read_records(table_name, stream)
    progress = _progress.setdefault(identity, Progress())
    size = min(mapping.get("BatchSize", _DEFAULT_BATCH_SIZE), progress.limit or _MAX_BATCH_SIZE)
    records = dynamodb.stream_records_since(table_name, position, size)
    if not records:
        return False
    kept = lambda_svc._apply_filter_criteria(records, mapping)
    if not kept:
        _advance(mapping, position + len(records))
        return True
    lambda_svc._dispatch_esm_batch(identity, _run_batch, Batch(mapping, function, records, kept, position))
    return True


def drop_read_records(table_name: str, stream: str) -> None:
    """Drops what all mappings have read: records with both images of an item, which stay for 24 hours otherwise."""
    mappings = [mapping for _, _, mapping in lambda_svc._iter_all_esms() if mapping.get("EventSourceArn") == stream]
    positions = [lambda_svc._dynamodb_stream_positions.get(mapping["UUID"]) for mapping in mappings]
    if None in positions:
        return
    horizon: int = dynamodb.stream_start_position(table_name)
    read = min(positions) - horizon
    if read >= _READ_RECORDS:
        del dynamodb.stream_live_records(table_name)[:read]
        dynamodb._stream_trimmed[table_name] = horizon + read


def _position(mapping: EventSourceMapping, table_name: str) -> int:
    horizon: int = dynamodb.stream_start_position(table_name)
    with lambda_svc._dynamodb_stream_positions_lock:
        position = lambda_svc._dynamodb_stream_positions.get(mapping["UUID"])
        if position is None:
            latest = mapping.get("StartingPosition", "LATEST") != "TRIM_HORIZON"
            position = dynamodb.stream_end_position(table_name) if latest else horizon
        position = max(int(position), horizon)
        lambda_svc._dynamodb_stream_positions[mapping["UUID"]] = position
    return position


def _advance(mapping: EventSourceMapping, position: int) -> None:
    with lambda_svc._dynamodb_stream_positions_lock:
        lambda_svc._dynamodb_stream_positions[mapping["UUID"]] = position


def _run_batch(batch: Batch) -> None:
    mapping, records, kept = batch.mapping, batch.records, batch.kept
    result = lambda_svc._execute_function(batch.function, {"Records": kept})
    progress = _progress[mapping["UUID"]]
    failed = kept[0] if result.get("error") else _first_failed(mapping, result, kept)
    if failed is None:
        _progress[mapping["UUID"]] = Progress()
        mapping["LastProcessingResult"] = f"OK - {len(kept)} records"
        _advance(mapping, batch.position + len(records))
        return
    mapping["LastProcessingResult"] = "PROBLEM: Function call failed"
    done = records.index(failed)
    if done:
        # Records that the function reported as done are not repeated.
        _advance(mapping, batch.position + done)
        _progress[mapping["UUID"]] = progress = Progress()
    progress.failures += 1
    condition = _exhausted(mapping, progress, failed)
    if condition:
        target = ((mapping.get("DestinationConfig") or {}).get("OnFailure") or {}).get("Destination")
        service_calls.send_failure((batch.function.get("config") or {}).get("Role"), target or "")
        lambda_svc._send_ddb_stream_failure_record(
            mapping, batch.function, kept, mapping["EventSourceArn"], result, condition
        )
        _progress[mapping["UUID"]] = Progress()
        _advance(mapping, batch.position + len(records))
        return
    if mapping.get("BisectBatchOnFunctionError") and len(records) - done > 1:
        # A bisection does not count as a retry.
        progress.limit, progress.failures = (len(records) - done) // 2, progress.failures - 1
    lambda_svc._esm_backoff_until[mapping["UUID"]] = time.time() + lambda_svc._ESM_BACKOFF_SECONDS


def _first_failed(mapping: EventSourceMapping, result: JsonObject, kept: list[StreamRecord]) -> StreamRecord | None:
    """Returns the first record of a partial batch response. An unknown record fails the whole batch."""
    if "ReportBatchItemFailures" not in (mapping.get("FunctionResponseTypes") or []):
        return None
    body = result.get("body")
    if isinstance(body, str):
        body = json.loads(body or "null")
    failed = {failure.get("itemIdentifier") for failure in (body or {}).get("batchItemFailures") or []}
    if not failed:
        return None
    return next((record for record in kept if record["dynamodb"]["SequenceNumber"] in failed), kept[0])


def _exhausted(mapping: EventSourceMapping, progress: Progress, record: StreamRecord) -> str | None:
    retries = mapping.get("MaximumRetryAttempts", -1)
    if retries is not None and int(retries) >= 0 and progress.failures > int(retries):
        return "RetryAttemptsExhausted"
    age_limit = int(mapping.get("MaximumRecordAgeInSeconds") or -1)
    created = float(record["dynamodb"].get("ApproximateCreationDateTime", time.time()))
    if age_limit > 0 and time.time() - created > age_limit:
        return "RecordAgeExpired"
    return None
