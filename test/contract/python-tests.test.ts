import { expect, test } from "@jest/globals";
import { runPython } from "./containers/speech/python.ts";

const minutes = 60_000;

/** The packages with unit tests in Python, beside their code. The folder is the parent of the package. */
test.each([
  ["speech", "containers"],
  ["engine", "local"],
  ["dub", "containers"],
  ["pinned", "containers"],
  ["translator", "local"],
])(
  "the unit tests of the Python package %s pass",
  async (name, folder) => {
    // unittest reports on stderr and exits with 1 when a test fails; runPython then rejects with that report.
    const { stderr } = await runPython(
      ["-m", "unittest", "discover", "--start-directory", `${name}/tests`, "--top-level-directory", "."],
      folder,
    );
    expect(stderr).toMatch(/^Ran [1-9]\d* tests? in .*\n\nOK$/m);
  },
  2 * minutes,
);
