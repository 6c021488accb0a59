import {
  type WebhookMetric,
  type WebhookMetrics,
  webhookMetrics,
} from "../../core/webhooks/webhook-metrics.ts";

/** The namespace of the product's own metrics. */
export const metricNamespace = "Capstack";

/**
 * Metrics as log lines that CloudWatch takes numbers from (embedded metric format). Written to stdout itself: a function
 * with JSON logs wraps what goes through the console, and the format wants `_aws` at the top.
 */
export const createEmbeddedMetrics = (
  dimensions: Readonly<Record<string, string>>,
  write: (line: string) => void = (line) => {
    process.stdout.write(line);
  },
): WebhookMetrics => ({
  record(values) {
    const given = Object.keys(values) as WebhookMetric[];
    const _aws = {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: metricNamespace,
          Dimensions: [Object.keys(dimensions)],
          Metrics: given.map((name) => ({ Name: name, Unit: webhookMetrics[name] })),
        },
      ],
    };
    write(`${JSON.stringify({ _aws, ...dimensions, ...values })}\n`);
  },
});
