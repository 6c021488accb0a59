import { Duration } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { AlarmDefinition } from "./alarms.ts";
import { productMetric } from "./product-metric.ts";

const five = Duration.minutes(5);
const quarter = Duration.minutes(15);

/** Returns the alarms about webhooks by their names. */
export const webhookAlarms = (scope: Construct): Record<string, AlarmDefinition> => ({
  DeadLetters: {
    impact: "All attempts to deliver some webhooks failed: their recipients have missed events.",
    firstStep: "List them with `npm run admin -- webhooks list --state dead`, then replay them.",
    metric: productMetric(scope, "Webhooks", "DeadLetters", "Sum", five),
    threshold: 1,
    evaluationPeriods: 1,
  },
  WebhooksOverdue: {
    impact: "Webhooks have been due for ten minutes without an attempt, so events arrive late.",
    firstStep: "Read the newest log entry of level ERROR of deliver-webhooks.",
    metric: productMetric(scope, "Webhooks", "OverdueSeconds", "Minimum", five),
    threshold: 600,
    evaluationPeriods: 2,
  },
  WebhooksFailing: {
    impact: "More than half of the attempts in 45 minutes failed: a recipient or the network is down.",
    firstStep: "Find the recipient of the failed deliveries with `npm run admin -- webhooks list`.",
    metric: new MathExpression({
      expression: "IF(FILL(attempts, 0) >= 20, 100 * (1 - FILL(delivered, 0) / FILL(attempts, 0)), 0)",
      usingMetrics: {
        attempts: productMetric(scope, "Webhooks", "Attempts", "Sum", quarter),
        delivered: productMetric(scope, "Webhooks", "Delivered", "Sum", quarter),
      },
      period: quarter,
      label: "Failed attempts in percent",
    }),
    threshold: 50,
    evaluationPeriods: 3,
  },
});
