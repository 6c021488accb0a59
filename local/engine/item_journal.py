"""Journals every DynamoDB write before it is acknowledged, and replays the journal at the start.

One request is one record, so a transaction is restored entirely or not at all. A record is a list of operations:
  ["put", account, region, table, partition key, sort key, item]     ["delete", …, partition key, sort key]
  ["items", account, region, table, items]    the entire content, after a rollback or a restore
  ["tables", state]                           all definitions without items, tags, TTL settings
Every operation holds the full result, so replaying it twice changes nothing.
"""

import contextvars
from collections import defaultdict
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeAlias

from ministack.core import persistence
from ministack.core.responses import AccountRegionScopedDict
from ministack.services import dynamodb

from engine.journal import Journal
from engine.replacing import replace
from engine.shapes import AsyncFunction, Function, Headers, JsonObject, Query, Response, Table

_READS = ("Describe", "List", "Get", "Query", "Scan", "BatchGet", "TransactGet", "Search", "Export")
_ITEM_WRITES = frozenset(
    (
        *("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems", "ExecuteStatement"),
        *("BatchExecuteStatement", "ExecuteTransaction"),
    )
)
_SEGMENT = "journal_segment"

Operation: TypeAlias = list[Any]
# Account, region and name.
Address: TypeAlias = tuple[str, str, str]

# The operations of the request being handled; absent outside of requests (state machines, the TTL reaper).
_request: contextvars.ContextVar[list[Operation] | None] = contextvars.ContextVar(
    "dynamodb_journal_request", default=None
)


class ItemJournal:
    """Writes the journal of DynamoDB and restores from it."""

    def __init__(self, journal: Journal) -> None:
        """Keeps the journal."""
        self._journal = journal
        self._known: set[Address] = set()
        self._saved_segment = 0

    def install(self) -> None:
        """Puts the functions that write the journal in the place of MiniStack's."""
        replace(dynamodb, "_set_item", self._set_item(dynamodb._set_item))
        replace(dynamodb, "_remove_item", self._remove_item(dynamodb._remove_item))
        replace(dynamodb, "_items_replaced", self._items_replaced(dynamodb._items_replaced))
        replace(dynamodb, "handle_request", self._handle(dynamodb.handle_request))
        replace(dynamodb, "get_state", self.state)
        replace(dynamodb, "load_persisted_state", self.restore)

    def _handle(self, handle: AsyncFunction) -> AsyncFunction:
        async def run(method: str, path: str, headers: Headers, body: bytes, query_params: Query) -> Response:
            action = headers.get("x-amz-target", "").rpartition(".")[2]
            if action.startswith(_READS):
                return await handle(method, path, headers, body, query_params)  # type: ignore[no-any-return]
            operations: list[Operation] = []
            token = _request.set(operations)
            try:
                response: Response = await handle(method, path, headers, body, query_params)
            finally:
                _request.reset(token)
            if action not in _ITEM_WRITES and response[0] < HTTPStatus.MULTIPLE_CHOICES:
                operations.append(self._tables_operation())
            if operations:
                self._journal.append(operations)
            return response

        return run

    def _set_item(self, set_item: Function) -> Function:
        def run(table: Table, partition_key: str, sort_key: str, item: JsonObject) -> Any:
            old = set_item(table, partition_key, sort_key, item)
            self._record(table, ["put", *_address(table), partition_key, sort_key, item])
            return old

        return run

    def _remove_item(self, remove_item: Function) -> Function:
        def run(table: Table, partition_key: str, sort_key: str) -> Any:
            old = remove_item(table, partition_key, sort_key)
            self._record(table, ["delete", *_address(table), partition_key, sort_key])
            return old

        return run

    def _items_replaced(self, items_replaced: Function) -> Function:
        def run(table: Table) -> None:
            items_replaced(table)
            self._record(table, ["items", *_address(table), {key: dict(rows) for key, rows in table["items"].items()}])

        return run

    def _record(self, table: Table, operation: Operation) -> None:
        request = _request.get()
        operations: list[Operation] = [] if request is None else request
        # A table that CloudFormation created since the last snapshot is in no earlier record.
        if _address(table) not in self._known:
            operations.append(self._tables_operation())
        operations.append(operation)
        if request is None:
            self._journal.append(operations)

    def _tables_operation(self) -> Operation:
        state = {name: value for name, value in _state().items() if name != "tables"}
        definitions = AccountRegionScopedDict()
        for address, table in dynamodb._tables.all_items():
            definitions.set_scoped(*address, _without(table, "items", dynamodb._INDEX_MEMBERS))
        self._known = {address for address, _ in dynamodb._tables.all_items()}
        return ["tables", _plain({**state, "tables": definitions})]

    def state(self) -> JsonObject:
        """Returns the state for a snapshot.

        Rotates the journal first: writes during the encoding go to the next segment.
        """
        self._saved_segment = self._journal.rotate()
        self._known = {address for address, _ in dynamodb._tables.all_items()}
        return {**_state(), _SEGMENT: self._saved_segment}

    def restore(self, data: JsonObject | None) -> None:
        """Loads the state of a snapshot, then replays the journal."""
        data = dict(data or {})
        first_segment = data.pop(_SEGMENT, 0)
        if data:
            dynamodb._restore_state(data)
        for operations in self._journal.records(first_segment):
            for operation in operations:
                _APPLY[operation[0]](*operation[1:])
        for table in dynamodb._tables.all_values():
            table.pop(dynamodb._INDEX_MEMBERS, None)
            dynamodb._update_counts(table)
        self._known = {address for address, _ in dynamodb._tables.all_items()}

    def discard_before_snapshot(self) -> None:
        """Drops the segments that a complete snapshot contains."""
        self._journal.drop_before(self._saved_segment)


def _state() -> JsonObject:
    """Returns MiniStack's state without its deep copy, which takes longer than the encoding."""
    tables = AccountRegionScopedDict()
    for address, table in dynamodb._tables.all_items():
        tables.set_scoped(*address, _without(table, dynamodb._INDEX_MEMBERS))
    return {
        "tables": tables,
        "tags": dynamodb._tags,
        "ttl_settings": dynamodb._ttl_settings,
        "pitr_settings": dynamodb._pitr_settings,
        "kinesis_destinations": dynamodb._kinesis_destinations,
        "contributor_insights": dynamodb._contributor_insights,
        "backups": dynamodb._backups,
        "resource_policies": dynamodb._resource_policies,
        "exports": dynamodb._exports,
        "imports": dynamodb._imports,
    }


def _address(table: Table) -> Address:
    """Returns the address by the ARN: writes of a replica run under a request of another region."""
    _, _, _, region, account, _ = table["TableArn"].split(":", 5)
    return account, region, table["TableName"]


def _without(table: Table, *names: str) -> JsonObject:
    return {name: value for name, value in table.items() if name not in names}


def _plain(state: JsonObject) -> JsonObject:
    """Returns the state with scoped dictionaries as MiniStack's persistence writes them; `_scoped` reverses it."""
    return {
        name: persistence._json_default(value) if hasattr(value, "_data") else value for name, value in state.items()
    }


def _scoped(value: Any) -> Any:
    return persistence._json_object_hook(value) if isinstance(value, dict) else value


def _apply_tables(state: JsonObject) -> None:
    definitions = _scoped(state["tables"])._data
    for address, definition in definitions.items():
        present = dynamodb._tables._data.get(address)
        same = present is not None and present.get("TableId") == definition.get("TableId")
        dynamodb._tables._data[address] = {**definition, "items": present["items"] if same else defaultdict(dict)}
    for address in [found for found in dynamodb._tables._data if found not in definitions]:
        del dynamodb._tables._data[address]
    for name, value in state.items():
        store = getattr(dynamodb, f"_{name}")
        if name != "tables" and hasattr(store, "_data"):
            store._data.clear()
            store._data.update(_scoped(value)._data)


def _rows(address: Address) -> dict[str, dict[str, JsonObject]] | None:
    table = dynamodb._tables._data.get(address)
    return None if table is None else table["items"]


def _apply_put(*operands: Any) -> None:
    *address, partition_key, sort_key, item = operands
    rows = _rows(tuple(address))
    if rows is not None:
        rows.setdefault(partition_key, {})[sort_key] = item


def _apply_delete(*operands: Any) -> None:
    *address, partition_key, sort_key = operands
    rows = _rows(tuple(address))
    if rows is not None and partition_key in rows:
        rows[partition_key].pop(sort_key, None)
        if not rows[partition_key]:
            del rows[partition_key]


def _apply_items(*operands: Any) -> None:
    *address, items = operands
    table = dynamodb._tables._data.get(tuple(address))
    if table is not None:
        table["items"] = defaultdict(dict, items)


_APPLY: dict[str, Callable[..., None]] = {
    "tables": _apply_tables,
    "put": _apply_put,
    "delete": _apply_delete,
    "items": _apply_items,
}
