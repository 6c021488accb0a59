"""Entry point: `<venv>/bin/python local/engine --port N --data DIR`."""

import sys
from pathlib import Path

# Python puts the folder that it runs first on the path. The package is imported by its name instead, so that its
# modules cannot shadow those of libraries.
sys.path[0] = str(Path(__file__).resolve().parent.parent)

from engine.launcher import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
