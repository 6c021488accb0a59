import type { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";

/** Returns the sum of metrics; an alarm accepts at most ten. A graph has at most one. */
export const metricSum = (metrics: readonly IMetric[], period: Duration, label?: string): IMetric => {
  const named = metrics.map((metric, index) => [`m${index}`, metric] as const);
  return new MathExpression({
    expression: named.map(([name]) => `FILL(${name}, 0)`).join(" + "),
    usingMetrics: Object.fromEntries(named),
    period,
    ...(label === undefined ? {} : { label }),
  });
};
