/** Starts the local AWS engine for a test: a free port, a temporary data folder, and clients. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { ECSClient } from "@aws-sdk/client-ecs";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { S3Client } from "@aws-sdk/client-s3";
import { SFNClient } from "@aws-sdk/client-sfn";
import { SQSClient } from "@aws-sdk/client-sqs";
import { freePort } from "../../../../local/processes/free-port.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

/** The Python that has local/engine/requirements.txt installed. */
export const python = process.env.CAPSTACK_PYTHON ?? path.join(root, ".local/venv/bin/python");

export const region = "us-east-1";
export const accountId = "000000000000";

export interface EngineOptions {
  /** The folder of an earlier engine. */
  data?: string;
  /** Whether `stop` removes the folder (by default). */
  removesData?: boolean;
  port?: number;
  arguments?: string[];
  environment?: Record<string, string>;
}

export class Engine {
  readonly endpoint: string;
  readonly port: number;
  readonly data: string;
  readonly child: ChildProcess;
  private readonly removesData: boolean;

  constructor(port: number, data: string, child: ChildProcess, removesData: boolean) {
    this.endpoint = `http://127.0.0.1:${port}`;
    this.port = port;
    this.data = data;
    this.child = child;
    this.removesData = removesData;
  }

  private get client() {
    const credentials = { accessKeyId: "test", secretAccessKey: "test" };
    return { endpoint: this.endpoint, region, credentials, maxAttempts: 1 };
  }

  readonly dynamo = () => new DynamoDBClient(this.client);
  readonly ecs = () => new ECSClient(this.client);
  readonly events = () => new EventBridgeClient(this.client);
  readonly lambda = () => new LambdaClient(this.client);
  readonly s3 = () => new S3Client({ ...this.client, forcePathStyle: true });
  readonly sfn = () => new SFNClient(this.client);
  readonly sqs = () => new SQSClient(this.client);

  async snapshot(): Promise<void> {
    const response = await fetch(`${this.endpoint}/_capstack/snapshot`, { method: "POST" });
    if (!response.ok) throw new Error(`snapshot: ${response.status} ${await response.text()}`);
  }

  /** Ends the process with a signal and waits for it; the data folder stays. Returns the exit code, null for a kill. */
  async end(signal: NodeJS.Signals): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    const closed = once(this.child, "close");
    this.child.kill(signal);
    await closed;
    return this.child.exitCode;
  }

  /** kill -9, then a new engine on the same port and data. */
  async crashAndRestart(options: EngineOptions = {}): Promise<Engine> {
    await this.end("SIGKILL");
    return await startEngine({ ...options, port: this.port, data: this.data });
  }

  async stop(): Promise<void> {
    await this.end("SIGTERM");
    if (this.removesData) rmSync(this.data, { recursive: true, force: true });
  }
}

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), "engine-test-"));
}

export function spawnEngine(port: number, data: string, options: EngineOptions = {}): ChildProcess {
  if (!existsSync(python)) {
    throw new Error(
      `no Python at ${python}: set CAPSTACK_PYTHON to one that has local/engine/requirements.txt`,
    );
  }
  const argv = ["local/engine", "--port", String(port), "--data", data, ...(options.arguments ?? [])];
  return spawn(python, argv, {
    cwd: root,
    // The Node that runs the tests also runs the functions.
    env: {
      ...process.env,
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      ...options.environment,
    },
    stdio: ["ignore", "pipe", process.env.ENGINE_LOG ? "inherit" : "pipe"],
  });
}

export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const port = options.port ?? (await freePort());
  const data = options.data ?? temporaryFolder();
  const child = spawnEngine(port, data, options);
  let errors = "";
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  const stdout = child.stdout;
  if (stdout === null) throw new Error("no stdout");
  const ready = once(createInterface(stdout), "line");
  const ended = once(child, "close").then(() => {
    throw new Error(`the engine ended with ${child.exitCode}: ${errors}`);
  });
  await Promise.race([ready, ended]);
  ended.catch(() => {});
  return new Engine(port, data, child, options.removesData ?? true);
}
