import { SendTaskSuccessCommand } from "@aws-sdk/client-sfn";
import { CreateQueueCommand, ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import type { Engine } from "./engine.ts";
import { waitFor } from "./wait-for.ts";

/** Task tokens that a machine sends to a queue, for which the test sends results. */
export const tokensOf = (engine: () => Engine) => {
  async function createQueue(QueueName: string): Promise<string> {
    return (await engine().sqs().send(new CreateQueueCommand({ QueueName }))).QueueUrl ?? "";
  }

  async function takeToken(QueueUrl: string): Promise<string> {
    const body = await waitFor(async () => {
      const { Messages } = await engine()
        .sqs()
        .send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }));
      return Messages?.[0]?.Body;
    });
    return JSON.parse(body).token;
  }

  const succeed = (taskToken: string, value: unknown = "ok") =>
    engine()
      .sfn()
      .send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(value) }));

  return { createQueue, takeToken, succeed };
};
