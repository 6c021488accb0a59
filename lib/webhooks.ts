import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { type ITopic, Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { Functions } from "./functions.ts";
import type { WebhookQueue } from "./webhook-queue.ts";

export interface WebhooksProps {
  functions: Functions;
  webhookQueue: WebhookQueue;
  /** Concurrent functions that deliver webhooks. Each serves up to ten delivery queues. */
  maxConcurrency: number;
  /** Recipient of alarms; without it they notify no one. */
  alarmEmail: string | undefined;
}

/** What adapters/aws/embedded-metrics.ts and lambdas/shared/webhook-dependencies.ts write. */
const metric = (metricName: string, statistic: string, period: Duration): Metric =>
  new Metric({ namespace: "Capstack", metricName, dimensionsMap: { Area: "Webhooks" }, statistic, period });

/** The queue, the event source and the alarms of webhook deliveries. */
export class Webhooks extends Construct {
  /** Recipient of all alarms of the stack. */
  readonly topic: ITopic | undefined;

  constructor(scope: Construct, id: string, props: WebhooksProps) {
    super(scope, id);
    const { functions, webhookQueue, alarmEmail, maxConcurrency } = props;
    functions
      .get("deliver-webhooks")
      .addEventSource(new SqsEventSource(webhookQueue.queue, { batchSize: 10, maxConcurrency }));
    this.topic = alarmEmail === undefined ? undefined : this.alarmTopic(alarmEmail);
    this.alarms();
  }

  private alarmTopic(email: string): ITopic {
    const topic = new Topic(this, "Alarms", { enforceSSL: true });
    topic.addSubscription(new EmailSubscription(email));
    return topic;
  }

  private alarms(): void {
    const quarter = Duration.minutes(15);
    this.alarm("DeadLetters", {
      alarmDescription:
        "Webhooks were given up after their last try: their receivers have missed events. See npm run admin -- webhooks list, then replay.",
      metric: metric("DeadLetters", "Sum", Duration.minutes(5)),
      threshold: 1,
      evaluationPeriods: 1,
    });
    this.alarm("Overdue", {
      alarmDescription:
        "Webhooks have been due for ten minutes without an attempt: receivers learn of their tasks too late. See the log of deliver-webhooks.",
      metric: metric("OverdueSeconds", "Minimum", Duration.minutes(5)),
      threshold: 600,
      evaluationPeriods: 2,
    });
    this.alarm("Failing", {
      alarmDescription:
        "More than half of the webhook tries of 45 minutes failed: one busy receiver is down, or the way out is.",
      metric: new MathExpression({
        expression: "IF(tries >= 20, 100 * (1 - delivered / tries), 0)",
        usingMetrics: {
          tries: metric("Tries", "Sum", quarter),
          delivered: metric("Delivered", "Sum", quarter),
        },
        period: quarter,
        label: "Failed tries in percent",
      }),
      threshold: 50,
      evaluationPeriods: 3,
    });
  }

  private alarm(
    id: string,
    props: { alarmDescription: string; metric: IMetric; threshold: number; evaluationPeriods: number },
  ): void {
    const alarm = new Alarm(this, id, {
      ...props,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    if (this.topic !== undefined) alarm.addAlarmAction(new SnsAction(this.topic));
  }
}
