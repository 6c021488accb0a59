/** `npm start` with the pinned Node: runs the service on one machine, or captions one file. See `--help`. */
import { resolve } from "node:path";
import { parseArguments } from "../local/arguments.ts";
import { runLocal } from "../local/run-local.ts";
import { explain } from "../local/start-error.ts";

try {
  process.exitCode = await runLocal(
    parseArguments(process.argv.slice(2)),
    resolve(import.meta.dirname, ".."),
  );
} catch (error) {
  const sentence = explain(error);
  if (sentence === null) throw error;
  console.error(sentence);
  process.exitCode = 1;
}
process.exit();
