import { isNamedError } from "../../core/errors.ts";

/**
 * Decodes a source after a seek, and once more from its start if no frame can be decoded: the source is damaged at the seek
 * position, and an earlier frame is found, which is repeated.
 *
 * @param canSeek false: the first attempt starts at the start of the source, so that a second one would fail as well
 */
export const withSeekFallback = async <T>(
  canSeek: boolean,
  decode: (withoutSeeking: boolean) => Promise<T>,
): Promise<T> => {
  try {
    return await decode(false);
  } catch (error) {
    if (!canSeek || !isNamedError(error) || error.name !== "MediaUnreadable") throw error;
    return decode(true);
  }
};
