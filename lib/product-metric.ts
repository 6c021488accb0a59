import { type Duration, Stack } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { TaskMetric, WebhookMetric } from "../lambdas/environment.ts";

interface MetricNames {
  Tasks: TaskMetric;
  Webhooks: WebhookMetric;
}

/** Returns a metric that the functions of the scope's stack write (lambdas/shared/webhook-dependencies.ts). */
export const productMetric = <Area extends keyof MetricNames>(
  scope: Construct,
  area: Area,
  metricName: MetricNames[Area],
  statistic: string,
  period: Duration,
): Metric =>
  new Metric({
    namespace: "Capstack",
    metricName,
    dimensionsMap: { Stack: Stack.of(scope).stackName, Area: area },
    statistic,
    period,
    label: `${metricName} ${statistic}`,
  });
