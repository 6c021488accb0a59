"""Applies unified diffs strictly, without a program for it."""

import re
from dataclasses import dataclass
from pathlib import Path


class DoesNotApply(Exception):
    """The lines before a change are not in the file, or not exactly once."""


@dataclass(frozen=True)
class Hunk:
    """A change of one place of a file."""

    path: str
    before: str
    after: str


def hunks_of(patch: str) -> list[Hunk]:
    """Parses a patch. The path is that of the "+++" line without its first folder."""
    hunks: list[Hunk] = []
    path = ""
    for part in re.split(r"^(?=--- |@@ )", patch, flags=re.MULTILINE):
        lines = part.splitlines(keepends=True)
        if part.startswith("--- "):
            path = lines[1].split()[1].partition("/")[2]
        elif part.startswith("@@ "):
            before = "".join(line[1:] for line in lines[1:] if line[0] in " -")
            after = "".join(line[1:] for line in lines[1:] if line[0] in " +")
            hunks.append(Hunk(path, before, after))
    return hunks


def apply_patch(patch: str, folder: Path) -> None:
    """Changes the files below `folder`. Raises DoesNotApply."""
    for hunk in hunks_of(patch):
        file = folder / hunk.path
        text = file.read_text(encoding="utf-8")
        if text.count(hunk.before) != 1:
            raise DoesNotApply(f"{hunk.path}: the lines occur {text.count(hunk.before)} times: {hunk.before}")
        file.write_text(text.replace(hunk.before, hunk.after), encoding="utf-8")
