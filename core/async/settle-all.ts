/**
 * Waits until all promises are settled. Throws an AggregateError with `message` and the errors of those that rejected.
 */
export const settleAll = async (promises: readonly Promise<unknown>[], message: string): Promise<void> => {
  const results = await Promise.allSettled(promises);
  const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, message);
};
