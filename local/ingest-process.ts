import { connect } from "node:net";
import { join } from "node:path";
import { DescribeTaskDefinitionCommand, ECSClient } from "@aws-sdk/client-ecs";
import { roleCredentials } from "./emulator/emulator.ts";
import { region, testCredentials } from "./emulator/environment.ts";
import type { LocalPaths } from "./paths.ts";
import { type Child, startChild } from "./processes/child.ts";
import { persistedPort } from "./processes/free-port.ts";
import type { ProcessRegistry } from "./processes/process-registry.ts";
import type { RotatingLog } from "./processes/rotating-log.ts";

export interface IngestOptions {
  paths: LocalPaths;
  environment: Readonly<Record<string, string>>;
  emulatorPort: number;
  /** Family of the task definition. */
  family: string;
  registry: ProcessRegistry;
  log: RotatingLog;
}

const startTimeoutMs = 60_000;
const pollMs = 50;

/** Starts the ingest process with the environment of its deployed task definition. Resolves when it accepts connections. */
export async function startIngest(options: IngestOptions): Promise<{ child: Child; port: number }> {
  const { paths, environment, emulatorPort, registry, log } = options;
  const port = await persistedPort(paths.portsFile, "ingest");
  const child = await startChild({
    name: "ingest",
    command: paths.pinnedNode,
    args: [join(paths.root, "containers", "ingest", "main.ts"), "serve"],
    cwd: paths.root,
    env: {
      ...environment,
      ...(await taskEnvironment(options.family, emulatorPort)),
      AWS_ENDPOINT_URL: `http://127.0.0.1:${emulatorPort}`,
      HOST: "127.0.0.1",
      PORT: String(port),
    },
    registry,
    log,
  });
  await waitForListener(child, port);
  return { child, port };
}

/** Returns the environment of the container, with the credentials of its role. */
async function taskEnvironment(family: string, emulatorPort: number): Promise<Record<string, string>> {
  const ecs = new ECSClient({
    endpoint: `http://127.0.0.1:${emulatorPort}`,
    region,
    credentials: testCredentials,
  });
  const described = await ecs.send(new DescribeTaskDefinitionCommand({ taskDefinition: family }));
  ecs.destroy();
  const container = described.taskDefinition?.containerDefinitions?.find(({ name }) => name === "ingest");
  if (!container) throw new Error(`the task definition ${family} has no container named ingest`);
  const credentials = await roleCredentials(described.taskDefinition?.taskRoleArn ?? "", emulatorPort);
  const environment = Object.fromEntries(
    (container.environment ?? []).map(({ name, value }) => [name ?? "", value ?? ""]),
  );
  return { ...environment, ...credentials };
}

async function waitForListener(child: Child, port: number): Promise<void> {
  let exitReason: string | null = null;
  void child.exited.then(({ exitCode, stderrTail }) => {
    exitReason = `exit code ${exitCode}: ${stderrTail.split("\n").at(-1) ?? ""}`;
  });
  const deadline = Date.now() + startTimeoutMs;
  while (!(await acceptsConnections(port))) {
    if (exitReason !== null) throw new Error(`the ingest process did not start (${exitReason})`);
    if (Date.now() > deadline) {
      await child.stop(0);
      throw new Error(`the ingest process did not accept connections within ${startTimeoutMs / 1000} s`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

const acceptsConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const finish = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => finish(true));
    socket.once("error", () => finish(false));
  });
