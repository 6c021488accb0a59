import { NamedError } from "../../core/errors.ts";

const retryAfterSeconds = 10;

/**
 * Returns a function that runs a work if fewer than `max` are running. Others are rejected: a client that waits before it sends its body
 * would be disconnected by the load balancer. Throws NamedError TooManyRequests, and what the work throws.
 */
export const createUploadSlots = (max: number) => {
  let taken = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (taken >= max)
      throw new NamedError(
        "TooManyRequests",
        `Too many files are being uploaded at the same time. Retry after ${retryAfterSeconds} s. A video can also be uploaded in parts (POST /videos/upload).`,
        { retryAfterSeconds },
      );
    taken += 1;
    try {
      return await work();
    } finally {
      taken -= 1;
    }
  };
};
