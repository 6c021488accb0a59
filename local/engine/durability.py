"""Keeps MiniStack's state across restarts: snapshots of the control plane, a journal of DynamoDB items."""

import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

from ministack import app as ministack
from ministack.services import lambda_svc

from engine.corrections.objects import ObjectStore
from engine.item_journal import ItemJournal
from engine.journal import Journal
from engine.launcher import EXIT_DATA_UNUSABLE
from engine.replacing import replace
from engine.snapshot import Saved, Snapshots

logger = logging.getLogger("engine")

# Replaying 32 MiB takes about a second.
_COMPACT_BYTES = 32 * 1024 * 1024


def _keep_blobs(_referenced: set[str]) -> None:
    """Removes nothing; until `install` has MiniStack's own function."""


class Durability:
    """Saves and restores all state."""

    def __init__(self, data: Path, compact_soon: Callable[[], None]) -> None:
        """`compact_soon` is called when the journal is large enough for a snapshot."""
        self._snapshots = Snapshots(data / "state")
        self._objects = ObjectStore(data)
        self._items = ItemJournal(Journal(data / "journal", _COMPACT_BYTES, compact_soon))
        # What the latest snapshot refers to; MiniStack reports it during the save.
        self._blobs_in_use: list[set[str]] = []
        self._prune_blobs: Callable[[set[str]], None] = _keep_blobs
        self.restored = self._snapshots.current is not None

    def install(self) -> None:
        """Puts the functions that save and load in the place of MiniStack's."""
        replace(ministack, "_load_persisted_state", self._load)
        self._prune_blobs = replace(lambda_svc, "_prune_orphan_code_blobs", self._note_blobs)
        self._items.install()
        self._objects.install()

    def save(self) -> Saved:
        """Writes a snapshot. Call it in the thread that serves requests. Raises when it cannot be completed."""
        self._blobs_in_use.clear()
        saved = self._snapshots.write(ministack._build_persistence_save_dict())
        self._items.discard_before_snapshot()
        # Only now: until the new snapshot is complete, the old one needs the code of functions that have changed.
        for referenced in self._blobs_in_use:
            self._prune_blobs(referenced)
        return saved

    def _load(self) -> None:
        """Loads every service, or ends the process: without a service, the next snapshot would lose its state."""
        # Items written before the first snapshot are in the journal only, so DynamoDB is always restored.
        for service, module in ministack._state_map.items():
            try:
                state = self._snapshots.read(service)
                if state or service == "dynamodb":
                    ministack._get_module(module).load_persisted_state(state)
            except Exception:
                logger.exception("The saved state of %s cannot be read", service)
                print(f"The saved state of {service} cannot be read; start with another data folder.", file=sys.stderr)
                sys.stderr.flush()
                os._exit(EXIT_DATA_UNUSABLE)
        self._objects.load()

    def _note_blobs(self, referenced: set[str]) -> None:
        self._blobs_in_use.append(referenced)
