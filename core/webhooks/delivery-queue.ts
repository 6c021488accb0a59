/**
 * Returns the ID of a recipient's delivery queue. Deliveries of one account to one origin share a queue, which one worker
 * processes at a time: however many recipients are slow, each delays only its own queue. Accounts do not share queues,
 * because many of them use the same host of a provider.
 */
export const deliveryQueueOf = (accountId: string, recipient: string): string =>
  `${accountId}|${new URL(recipient).origin}`;

/** Returns a recipient without its query string, which often differs from task to task. */
export const recipientKey = (recipient: string): string => {
  const { origin, pathname } = new URL(recipient);
  return origin + pathname;
};
