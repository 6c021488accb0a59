import { Transform } from "node:stream";

export interface ByteLimits {
  maxBytes: number;
  /** Average over the whole transfer, checked after `graceSeconds`. */
  minBytesPerSecond: number;
  onTooMany: () => Error;
  onTooSlow: () => Error;
}

const graceSeconds = 60;

/** Passes bytes through. Fails when they exceed the size limit or arrive below the minimum rate. */
export const createByteGuard = (limits: ByteLimits): Transform => {
  const startedAt = performance.now();
  let received = 0;
  const check = (): Error | null => {
    if (received > limits.maxBytes) return limits.onTooMany();
    const seconds = (performance.now() - startedAt) / 1000 - graceSeconds;
    return seconds > 0 && received < seconds * limits.minBytesPerSecond ? limits.onTooSlow() : null;
  };
  return new Transform({
    transform(piece: Buffer, _encoding, callback) {
      received += piece.length;
      const failure = check();
      if (failure) callback(failure);
      else callback(null, piece);
    },
  });
};
