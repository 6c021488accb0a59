import { Duration } from "aws-cdk-lib";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";

/** At least six times the deliverer's own limit of 60 s, as Lambda requires of its sources. */
const visibilityTimeout = Duration.minutes(6);

/**
 * The queue of wake-ups for the function that delivers webhooks. Deliveries are rows: the sweep replaces a message that
 * is lost, or dropped after three attempts, so messages have a short retention.
 */
export class WebhookQueue extends Construct {
  readonly queue: Queue;
  /** Wake-ups with which the function failed, for the operator to inspect. */
  readonly failed: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.failed = new Queue(this, "Failed", { enforceSSL: true, retentionPeriod: Duration.days(14) });
    this.queue = new Queue(this, "WakeUps", {
      enforceSSL: true,
      visibilityTimeout,
      retentionPeriod: Duration.hours(1),
      deadLetterQueue: { queue: this.failed, maxReceiveCount: 3 },
    });
  }
}
