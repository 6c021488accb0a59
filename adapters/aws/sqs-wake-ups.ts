import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { WakeUps } from "../../core/webhooks/delivery-store.ts";
import { sha256 } from "../node-secrets.ts";

/** The message group makes the queue fair: lanes with many messages do not keep those with few waiting. */
export const createSqsWakeUps = (queueUrl: string, client = new SQSClient({})): WakeUps => ({
  async wake(lane, delaySeconds = 0) {
    await client.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: JSON.stringify({ lane }),
        MessageGroupId: sha256(lane),
        ...(delaySeconds > 0 ? { DelaySeconds: delaySeconds } : {}),
      }),
    );
  },
});
