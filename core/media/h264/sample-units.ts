import { withoutEmulationPrevention } from "./bit-reader.ts";

/** What a sample of an H.264 track is. Source of the types: ITU-T H.264, table 7-1. */
export type SampleKind = "idr" | "other" | "unusual";

const slice = 1;
const idrSlice = 5;
const supplement = 6;
/** Access unit delimiters and filler. */
const withoutEffect = new Set([9, 12]);

/**
 * Messages that change nothing when their frame is copied: buffering period, timing, filler, recovery point. Captions
 * (registered user data), rotation, HDR and stereo are among the others. Source: ITU-T H.264, D.1.
 */
const harmlessMessages = new Set([0, 1, 3, 6]);

/** Unregistered user data: cameras record positions and telemetry in it, which outputs do not have. */
const userData = 5;
/** The ID of the message in which x264 states its version and settings. */
const x264Id = "dc45e9bde6d948b7962cd820d923eeef";

const isOfX264 = (message: Uint8Array): boolean =>
  Buffer.from(message.subarray(0, x264Id.length / 2)).toString("hex") === x264Id;

/** Whether a unit has harmless messages only. */
const isHarmless = (unit: Uint8Array): boolean => {
  const payload = withoutEmulationPrevention(unit.subarray(1));
  let position = 0;
  const readNumber = (): number => {
    let value = 0;
    while (payload[position] === 0xff) {
      value += 0xff;
      position += 1;
    }
    value += payload[position] ?? 0;
    position += 1;
    return value;
  };
  // The last byte has the stop bit.
  while (position < payload.length - 1) {
    const type = readNumber();
    const size = readNumber();
    const message = payload.subarray(position, position + size);
    const isKnown = type === userData ? isOfX264(message) : harmlessMessages.has(type);
    if (!isKnown || message.length < size) return false;
    position += size;
  }
  return true;
};

/**
 * Returns the kind of a sample from its NAL units. `unusual`: it cannot be copied without doubt: it has units of other
 * kinds, such as parameter sets, or messages with an effect.
 */
export const sampleKind = (units: readonly Uint8Array[]): SampleKind => {
  const slices = new Set<number>();
  for (const unit of units) {
    const type = (unit[0] ?? 0) & 0x1f;
    if (type === slice || type === idrSlice) slices.add(type);
    else if (type === supplement ? !isHarmless(unit) : !withoutEffect.has(type)) return "unusual";
  }
  if (slices.size !== 1) return "unusual";
  return slices.has(idrSlice) ? "idr" : "other";
};
