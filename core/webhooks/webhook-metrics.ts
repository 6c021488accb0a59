/**
 * Attempts, Delivered, DeadLetters   counts, one record per attempt
 * SecondsToDeliver                   from the creation of a delivery to its success
 * Waiting                            deliveries that wait for their first attempt or a retry
 * OldestUndeliveredSeconds           age of the oldest of them; grows while a recipient is down
 * OverdueSeconds                     how long the most overdue attempt has been due: a delay of this service
 */
export const webhookMetrics = {
  Attempts: "Count",
  Delivered: "Count",
  DeadLetters: "Count",
  SecondsToDeliver: "Seconds",
  Waiting: "Count",
  OldestUndeliveredSeconds: "Seconds",
  OverdueSeconds: "Seconds",
} as const;
export type WebhookMetric = keyof typeof webhookMetrics;
