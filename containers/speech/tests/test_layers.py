import ast
import unittest
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]

# Each line may import from the lines above it, and from itself.
LAYERS = (
    ("errors", "runtime", "fetch_model", "faster_whisper_files"),
    ("audio",),
    ("languages",),
    ("vad",),
    ("timing",),
    ("recognition",),
    ("decode",),
    ("recognizer",),
    ("bench", "command_line", "self_test", "task"),
)
RANKS = {name: rank for rank, names in enumerate(LAYERS) for name in names}


def modules() -> dict[str, Path]:
    """Returns the modules of the package by name, without tests and entry points."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts[0] not in ("tests", "__init__", "__main__") and parts[-1] != "__init__":
            found[".".join(parts)] = path
    return found


def imports_of(path: Path) -> set[str]:
    """Returns the modules of the package that a module imports, also within functions."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("speech."):
            names.add(node.module.removeprefix("speech."))
    return names


class Layers(unittest.TestCase):
    def test_every_module_imports_downwards_only(self) -> None:
        for name, path in modules().items():
            folder = name.split(".")[0]
            self.assertIn(folder, RANKS)
            for imported in imports_of(path):
                target = imported.split(".")[0]
                if target != folder:
                    self.assertLess(RANKS[target], RANKS[folder], f"{name} imports {imported}")

    def test_no_modules_import_each_other_in_a_circle(self) -> None:
        graph = {name: imports_of(path) for name, path in modules().items()}
        finished: set[str] = set()

        def visit(name: str, trail: tuple[str, ...]) -> None:
            self.assertNotIn(name, trail, f"circle: {' -> '.join((*trail, name))}")
            if name not in finished:
                for imported in graph.get(name, ()):
                    visit(imported, (*trail, name))
                finished.add(name)

        for name in graph:
            visit(name, ())
        self.assertGreater(len(finished), 25)
