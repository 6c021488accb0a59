import type { Metrics } from "../../core/metrics.ts";

/** The CloudWatch namespace of the product's metrics. */
export const metricNamespace = "Capstack";

/**
 * Writes metrics as log lines in the CloudWatch embedded metric format. Writes to stdout directly: a function
 * with JSON logs wraps console output, and the format requires `_aws` at the top level.
 *
 * @param units of each metric, as CloudWatch names them
 */
export const createEmbeddedMetrics = <Name extends string>(
  units: Readonly<Record<Name, string>>,
  dimensions: Readonly<Record<string, string>>,
  write: (line: string) => void = (line) => {
    process.stdout.write(line);
  },
): Metrics<Name> => ({
  record(values) {
    const given = Object.keys(values) as Name[];
    const _aws = {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: metricNamespace,
          Dimensions: [Object.keys(dimensions)],
          Metrics: given.map((name) => ({ Name: name, Unit: units[name] })),
        },
      ],
    };
    write(`${JSON.stringify({ _aws, ...dimensions, ...values })}\n`);
  },
});
