"""Journals every DynamoDB write before it is acknowledged, and replays the journal at the start.

One request is one record, so a transaction is there whole or not at all. A record is a list of operations:
  ["put", account, region, table, partition key, sort key, item]     ["delete", …, partition key, sort key]
  ["items", account, region, table, items]    the whole content, after a rollback or a restore
  ["tables", state]                           all definitions without items, tags, TTL settings
Every operation carries the full result, so replaying one twice changes nothing.
"""

import contextvars
from collections import defaultdict
from typing import Any

from ministack.core import persistence
from ministack.core.responses import AccountRegionScopedDict
from ministack.services import dynamodb

from engine.journal import Journal
from engine.replacing import replace

_READS = ("Describe", "List", "Get", "Query", "Scan", "BatchGet", "TransactGet", "Search", "Export")
_ITEM_WRITES = frozenset(
    ["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems", "ExecuteStatement"]
    + ["BatchExecuteStatement", "ExecuteTransaction"]
)
_SEGMENT = "journal_segment"

# The operations of the request being handled; absent outside of requests (state machines, the TTL reaper).
_request: contextvars.ContextVar[list | None] = contextvars.ContextVar("dynamodb_journal_request", default=None)


class ItemJournal:
    def __init__(self, journal: Journal):
        self._journal = journal
        self._known: set[tuple[str, str, str]] = set()
        self._saved_segment = 0

    def install(self) -> None:
        set_item = replace(dynamodb, "_set_item", lambda *a: self._set_item(set_item, *a))
        remove_item = replace(dynamodb, "_remove_item", lambda *a: self._remove_item(remove_item, *a))
        items_replaced = replace(dynamodb, "_items_replaced", lambda table: self._items_replaced(items_replaced, table))
        handle = replace(dynamodb, "handle_request", lambda *a: self._handle(handle, *a))
        replace(dynamodb, "get_state", self.state)
        replace(dynamodb, "load_persisted_state", self.restore)

    async def _handle(self, handle, method, path, headers, body, query_params):
        action = headers.get("x-amz-target", "").rpartition(".")[2]
        if action.startswith(_READS):
            return await handle(method, path, headers, body, query_params)
        operations: list = []
        token = _request.set(operations)
        try:
            response = await handle(method, path, headers, body, query_params)
        finally:
            _request.reset(token)
        if action not in _ITEM_WRITES and response[0] < 300:
            operations.append(self._tables_operation())
        if operations:
            self._journal.append(operations)
        return response

    def _set_item(self, set_item, table, partition_key, sort_key, item):
        old = set_item(table, partition_key, sort_key, item)
        self._record(table, ["put", *_address(table), partition_key, sort_key, item])
        return old

    def _remove_item(self, remove_item, table, partition_key, sort_key):
        old = remove_item(table, partition_key, sort_key)
        self._record(table, ["delete", *_address(table), partition_key, sort_key])
        return old

    def _items_replaced(self, items_replaced, table):
        items_replaced(table)
        self._record(table, ["items", *_address(table), {key: dict(rows) for key, rows in table["items"].items()}])

    def _record(self, table: dict, operation: list) -> None:
        operations = _request.get()
        immediate = operations is None
        if immediate:
            operations = []
        # A table that CloudFormation has made since the last snapshot is in no earlier record.
        if _address(table) not in self._known:
            operations.append(self._tables_operation())
        operations.append(operation)
        if immediate:
            self._journal.append(operations)

    def _tables_operation(self) -> list:
        state = {name: value for name, value in _state().items() if name != "tables"}
        definitions = AccountRegionScopedDict()
        for address, table in dynamodb._tables.all_items():
            definitions.set_scoped(*address, _without(table, "items", dynamodb._INDEX_MEMBERS))
        self._known = {address for address, _ in dynamodb._tables.all_items()}
        return ["tables", _plain({**state, "tables": definitions})]

    def state(self) -> dict:
        """What a snapshot stores. Rotates first: writes that race with the encoding land in the next segment."""
        self._saved_segment = self._journal.rotate()
        self._known = {address for address, _ in dynamodb._tables.all_items()}
        return {**_state(), _SEGMENT: self._saved_segment}

    def restore(self, data: dict | None) -> None:
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

    def forget_before_snapshot(self) -> None:
        """Called once a snapshot is complete."""
        self._journal.drop_before(self._saved_segment)


def _state() -> dict:
    """MiniStack's own state without its deep copy, which costs more than encoding the state does."""
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


def _address(table: dict) -> tuple[str, str, str]:
    """(account, region, name), from the ARN: a replica's writes run under another region's request."""
    _, _, _, region, account, _ = table["TableArn"].split(":", 5)
    return account, region, table["TableName"]


def _without(table: dict, *names: str) -> dict:
    return {name: value for name, value in table.items() if name not in names}


def _plain(state: dict) -> Any:
    """Scoped dictionaries as MiniStack's persistence writes them; its reader turns them back."""
    return {
        name: persistence._json_default(value) if hasattr(value, "_data") else value for name, value in state.items()
    }


def _scoped(value: Any) -> Any:
    return persistence._json_object_hook(value) if isinstance(value, dict) else value


def _apply_tables(state: dict) -> None:
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


def _rows(account: str, region: str, name: str) -> defaultdict | None:
    table = dynamodb._tables._data.get((account, region, name))
    return None if table is None else table["items"]


def _apply_put(account, region, name, partition_key, sort_key, item) -> None:
    rows = _rows(account, region, name)
    if rows is not None:
        rows.setdefault(partition_key, {})[sort_key] = item


def _apply_delete(account, region, name, partition_key, sort_key) -> None:
    rows = _rows(account, region, name)
    if rows is not None and partition_key in rows:
        rows[partition_key].pop(sort_key, None)
        if not rows[partition_key]:
            del rows[partition_key]


def _apply_items(account, region, name, items) -> None:
    table = dynamodb._tables._data.get((account, region, name))
    if table is not None:
        table["items"] = defaultdict(dict, items)


_APPLY = {"tables": _apply_tables, "put": _apply_put, "delete": _apply_delete, "items": _apply_items}
