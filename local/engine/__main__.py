"""Entry point: `<venv>/bin/python local/engine --port N --data DIR`."""

import sys
from pathlib import Path

# Run as a folder, Python puts this folder itself first on the path; the package is imported by its name instead, so
# that none of its modules can shadow a library's.
sys.path[0] = str(Path(__file__).resolve().parent.parent)

from engine.launcher import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
