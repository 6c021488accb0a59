/**
 * Tries, Delivered, DeadLetters    counts, one record per try
 * SecondsToDeliver                 from the delivery's making to its success
 * Waiting                          deliveries that wait, for their first or a later try
 * OldestUndeliveredSeconds         age of the oldest of them; a recipient that is down for long makes it grow
 * OverdueSeconds                   how long the most overdue try has been due: what our side owes
 */
export const webhookMetrics = {
  Tries: "Count",
  Delivered: "Count",
  DeadLetters: "Count",
  SecondsToDeliver: "Seconds",
  Waiting: "Count",
  OldestUndeliveredSeconds: "Seconds",
  OverdueSeconds: "Seconds",
} as const;
export type WebhookMetric = keyof typeof webhookMetrics;

export interface WebhookMetrics {
  record(values: Partial<Record<WebhookMetric, number>>): void;
}
