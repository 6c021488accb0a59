import {
  CloudFormationClient,
  CreateStackCommand,
  DeleteStackCommand,
  DescribeStackEventsCommand,
  DescribeStacksCommand,
  type Stack,
  UpdateStackCommand,
} from "@aws-sdk/client-cloudformation";
import { region, testCredentials } from "../emulator/environment.ts";

export interface StackInput {
  name: string;
  /** URL of the template, which exceeds the 51,200 bytes that CloudFormation accepts in a request. */
  templateUrl: string;
  parameters: Readonly<Record<string, string>>;
}

const pollMs = 200;
const stableStatuses = new Set(["CREATE_COMPLETE", "UPDATE_COMPLETE"]);

export const cloudFormation = (emulatorPort: number): CloudFormationClient =>
  new CloudFormationClient({
    endpoint: `http://127.0.0.1:${emulatorPort}`,
    region,
    credentials: testCredentials,
  });

async function describe(client: CloudFormationClient, name: string): Promise<Stack | null> {
  try {
    const { Stacks } = await client.send(new DescribeStacksCommand({ StackName: name }));
    return Stacks?.find((stack) => stack.StackStatus !== "DELETE_COMPLETE") ?? null;
  } catch (error) {
    if (/does not exist/.test((error as Error).message)) return null;
    throw error;
  }
}

/** Whether the last deployment of the stack has succeeded. */
export async function isDeployed(client: CloudFormationClient, name: string): Promise<boolean> {
  return stableStatuses.has((await describe(client, name))?.StackStatus ?? "");
}

/** Creates or updates the stack. Throws with the reason of the first resource that failed. */
export async function deployStack(client: CloudFormationClient, input: StackInput): Promise<void> {
  const existing = await describe(client, input.name);
  // A stack whose creation failed can only be deleted. It has never been in use.
  if (existing && /^(CREATE_FAILED|ROLLBACK_|DELETE_FAILED)/.test(existing.StackStatus ?? "")) {
    await client.send(new DeleteStackCommand({ StackName: input.name }));
    await waitUntilSettled(client, input.name);
  }
  const isNew = (await describe(client, input.name)) === null;
  const request = {
    StackName: input.name,
    TemplateURL: input.templateUrl,
    Parameters: Object.entries(input.parameters).map(([ParameterKey, ParameterValue]) => ({
      ParameterKey,
      ParameterValue,
    })),
    Capabilities: [
      "CAPABILITY_IAM" as const,
      "CAPABILITY_NAMED_IAM" as const,
      "CAPABILITY_AUTO_EXPAND" as const,
    ],
  };
  try {
    await client.send(isNew ? new CreateStackCommand(request) : new UpdateStackCommand(request));
  } catch (error) {
    if (/No updates are to be performed/.test((error as Error).message)) return;
    throw error;
  }
  const status = (await waitUntilSettled(client, input.name))?.StackStatus ?? "deleted";
  if (!stableStatuses.has(status)) {
    throw new Error(`deploying ${input.name} ended in ${status}: ${await firstFailure(client, input.name)}`);
  }
}

async function waitUntilSettled(client: CloudFormationClient, name: string): Promise<Stack | null> {
  for (;;) {
    const stack = await describe(client, name);
    if (!stack?.StackStatus?.endsWith("IN_PROGRESS")) return stack;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

async function firstFailure(client: CloudFormationClient, name: string): Promise<string> {
  const { StackEvents = [] } = await client.send(new DescribeStackEventsCommand({ StackName: name }));
  // Events are listed newest first; the oldest failure is the cause of the others.
  const failed = StackEvents.filter((event) => event.ResourceStatus?.endsWith("_FAILED")).at(-1);
  return failed ? `${failed.LogicalResourceId}: ${failed.ResourceStatusReason}` : "no reason given";
}

/** Returns the stack's outputs by name. */
export async function stackOutputs(
  client: CloudFormationClient,
  name: string,
): Promise<Record<string, string>> {
  const outputs = (await describe(client, name))?.Outputs ?? [];
  return Object.fromEntries(
    outputs.map(({ OutputKey, OutputValue }) => [OutputKey ?? "", OutputValue ?? ""]),
  );
}
