import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { WakeUps } from "../../core/webhooks/delivery-store.ts";
import { sha256 } from "../node-secrets.ts";

/** The message group makes the SQS queue fair: delivery queues with many messages do not delay those with few. */
export const createSqsWakeUps = (queueUrl: string, client = new SQSClient({})): WakeUps => ({
  async wake(queue, delaySeconds = 0) {
    await client.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: JSON.stringify({ queue }),
        MessageGroupId: sha256(queue),
        ...(delaySeconds > 0 ? { DelaySeconds: delaySeconds } : {}),
      }),
    );
  },
});
