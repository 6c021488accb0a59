/**
 * Prints the samples of one H.264 track as JSON; null when its frame groups cannot be copied. Runs as a separate
 * process (adapters/media/avc-track.ts).
 *
 *   node adapters/media/avc-inspection.ts FILE TRACK_INDEX
 */
import { readAvcFile } from "./avc-samples.ts";

const [, , path = "", trackIndex = ""] = process.argv;
console.log(JSON.stringify(readAvcFile(path, Number(trackIndex))));
