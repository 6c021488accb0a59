/**
 * Prints the index of one ISO base media file as JSON. Runs as a separate process (adapters/media/container-inspector.ts).
 *
 *   node adapters/media/container-inspection.ts FILE
 */
import { readContainerFile } from "./isobmff.ts";

const [, , path = ""] = process.argv;
console.log(JSON.stringify(readContainerFile(path)));
