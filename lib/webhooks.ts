import { Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { type CfnFunction, RecursiveLoop } from "aws-cdk-lib/aws-lambda";
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

/** The event source of webhook deliveries, and the topic of alarms. */
export class Webhooks extends Construct {
  /** Recipient of all alarms of the stack. */
  readonly topic: ITopic | undefined;

  constructor(scope: Construct, id: string, props: WebhooksProps) {
    super(scope, id);
    const { functions, webhookQueue, alarmEmail, maxConcurrency } = props;
    const deliverer = functions.get("deliver-webhooks");
    deliverer.addEventSource(new SqsEventSource(webhookQueue.queue, { batchSize: 10, maxConcurrency }));
    // A queue that is busy or retries wakes its own deliverer. By default Lambda stops such a chain at the 16th invocation.
    (deliverer.node.defaultChild as CfnFunction).recursiveLoop = RecursiveLoop.ALLOW;
    this.topic = alarmEmail === undefined ? undefined : this.alarmTopic(alarmEmail);
  }

  private alarmTopic(email: string): ITopic {
    const topic = new Topic(this, "Alarms", { enforceSSL: true });
    // The policy that requires TLS replaces the default one, which allows the account's alarms to publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudwatch.amazonaws.com")],
        actions: ["sns:Publish"],
        resources: [topic.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
      }),
    );
    topic.addSubscription(new EmailSubscription(email));
    return topic;
  }
}
