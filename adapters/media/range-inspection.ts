/**
 * Prints the parts of an ISO base media file that a span of its video needs, as JSON. Runs as a separate process
 * (adapters/media/range-inspector.ts).
 *
 *   node adapters/media/range-inspection.ts FILE START_SECONDS END_SECONDS
 */
import { closeSync, openSync } from "node:fs";
import { fileSource } from "./isobmff.ts";
import { neededRanges } from "./sample-ranges.ts";

const [, , path = "", start = "", end = ""] = process.argv;
const descriptor = openSync(path, "r");
try {
  const span = { startSeconds: Number(start), endSeconds: Number(end) };
  console.log(JSON.stringify(neededRanges(fileSource(descriptor), span)));
} finally {
  closeSync(descriptor);
}
