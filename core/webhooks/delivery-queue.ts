/**
 * Deliveries of one account to one origin share a lane, in which one worker is at work at a time: however many recipients
 * are slow, each keeps only its own lane busy. Accounts do not share lanes, since many use the same host of a provider.
 */
export const laneOf = (accountId: string, recipient: string): string =>
  `${accountId}|${new URL(recipient).origin}`;

/** Tells the recipients of one origin apart: query strings often differ from task to task. */
export const recipientKey = (recipient: string): string => {
  const { origin, pathname } = new URL(recipient);
  return origin + pathname;
};
