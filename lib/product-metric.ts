import type { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { TaskMetric, WebhookMetric } from "../lambdas/environment.ts";

interface MetricNames {
  Tasks: TaskMetric;
  Webhooks: WebhookMetric;
}

/** Returns a metric that the product writes (lambdas/shared/webhook-dependencies.ts). */
export const productMetric = <Area extends keyof MetricNames>(
  area: Area,
  metricName: MetricNames[Area],
  statistic: string,
  period: Duration,
): Metric =>
  new Metric({
    namespace: "Capstack",
    metricName,
    dimensionsMap: { Area: area },
    statistic,
    period,
    label: `${metricName} ${statistic}`,
  });
