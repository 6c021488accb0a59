/**
 * Waits for all of several works that do not depend on each other, also when some fail. Throws AggregateError of what the
 * failed ones threw, with `message`.
 */
export const settleAll = async (works: readonly Promise<unknown>[], message: string): Promise<void> => {
  const results = await Promise.allSettled(works);
  const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  if (errors.length > 0) throw new AggregateError(errors, message);
};
