import { CloudFormationClient, DescribeStacksCommand } from "@aws-sdk/client-cloudformation";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { SFNClient } from "@aws-sdk/client-sfn";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { AccountStore, KeyUses } from "../../core/accounts/account.ts";
import type { OperatorKeyStore } from "../../core/accounts/operator-key.ts";
import type { PlanStore } from "../../core/accounts/plan.ts";
import type { Ledger } from "../../core/billing/ledger.ts";
import type { LibraryDeps } from "../../core/broll/manage-library.ts";
import { NamedError } from "../../core/errors.ts";
import type { Outbox } from "../../core/events/outbox.ts";
import type { TaskSlots } from "../../core/tasks/task-slots.ts";
import type { AllTasks } from "../../core/tasks/task-store.ts";
import type { DeliveryStore, WakeUps } from "../../core/webhooks/delivery-store.ts";
import type { ExecutionSteps } from "../../core/workflows/execution-steps.ts";
import { createExecutionSteps } from "../aws/execution-steps.ts";
import { createSqsWakeUps } from "../aws/sqs-wake-ups.ts";
import { uploadFile } from "../s3/files.ts";
import { createS3Client, createS3MediaBucket } from "../s3/media-bucket.ts";
import { createDynamoAccountStore } from "./account-store.ts";
import { createDynamoDeliveryStore } from "./delivery-store.ts";
import { createDynamoKeyUses } from "./key-uses.ts";
import { createDynamoLedger } from "./ledger.ts";
import { createDynamoOperatorKeyStore } from "./operator-key-store.ts";
import { createDynamoOutbox } from "./outbox.ts";
import { createDynamoPlanStore } from "./plan-store.ts";
import { createTable } from "./table.ts";
import { createDynamoTaskSlots } from "./task-slots.ts";
import { createDynamoTasks } from "./task-store.ts";

export interface OperatorRecords {
  accounts: AccountStore;
  operatorKeys: OperatorKeyStore;
  plans: PlanStore;
  keyUses: KeyUses;
  allTasks: AllTasks;
  outbox: Outbox;
  executionSteps: ExecutionSteps;
  slots: TaskSlots;
  ledger: Ledger;
  deliveries: DeliveryStore;
  wakeUps: WakeUps;
  brolls: Pick<LibraryDeps, "bucket" | "uploadFile">;
  close: () => void;
}

/** A deployed stack: in AWS (credentials and region of the environment), or on the local emulator. */
export interface StackLocation {
  stackName: string;
  enginePort: number | null;
}

/** The engine treats these credentials as a separate account. */
const engineClient = (port: number) => ({
  endpoint: `http://127.0.0.1:${port}`,
  region: "us-east-1",
  credentials: { accessKeyId: "test", secretAccessKey: "test" },
});

/**
 * Finds the stack's table and queue by its outputs, for the operator's command line. Throws NamedError NotFound when it
 * cannot be found.
 */
export const openOperatorRecords = async ({
  stackName,
  enginePort,
}: StackLocation): Promise<OperatorRecords> => {
  const config = enginePort === null ? {} : engineClient(enginePort);
  const stacks = new CloudFormationClient(config);
  try {
    const { Stacks = [] } = await stacks
      .send(new DescribeStacksCommand({ StackName: stackName }))
      .catch((error: Error) => {
        const remedy =
          "Set AWS_REGION and AWS_PROFILE (or access keys), and check that the stack is deployed.";
        const reason = error.message.replace(/\.$/, "");
        throw new NamedError("NotFound", `The stack ${stackName} cannot be read: ${reason}. ${remedy}`, {
          cause: error,
        });
      });
    const output = (name: string): string => {
      const found = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === name);
      if (found?.OutputValue === undefined) throw new Error(`The stack ${stackName} has no output ${name}`);
      return found.OutputValue;
    };
    const client = new DynamoDBClient(config);
    const queues = new SQSClient(config);
    const executions = new SFNClient(config);
    const clock = { now: () => new Date() };
    const table = createTable(output("TableName"), client);
    const bucket = output("BucketName");
    const files = createS3Client(enginePort === null ? {} : { ...config, forcePathStyle: true });
    return {
      accounts: createDynamoAccountStore(table),
      operatorKeys: createDynamoOperatorKeyStore(table),
      ledger: createDynamoLedger(table),
      plans: createDynamoPlanStore(table, clock),
      keyUses: createDynamoKeyUses(table, clock),
      ...createDynamoTasks(table, clock),
      slots: createDynamoTaskSlots(table),
      outbox: createDynamoOutbox(table),
      executionSteps: createExecutionSteps(executions),
      deliveries: createDynamoDeliveryStore(table),
      wakeUps: createSqsWakeUps(output("WebhookQueueUrl"), queues),
      brolls: {
        bucket: createS3MediaBucket({ name: bucket, client: files }),
        uploadFile: (key, path) => uploadFile({ client: files, bucket, key }, path, "video/mp4"),
      },
      close: () => {
        files.destroy();
        client.destroy();
        queues.destroy();
        executions.destroy();
      },
    };
  } finally {
    stacks.destroy();
  }
};
