import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import { signalGroup } from "../../adapters/signal-group.ts";
import { exitCodeOf } from "../processes/child.ts";
import { commandEnvironment } from "./commands.ts";
import { startContainerProcess } from "./container-process.ts";
import type { LogChunk, LogStream } from "./log-frames.ts";
import type { ContainerRuntime } from "./runtime.ts";
import type { WaitingProcesses } from "./waiting-processes.ts";

/** The fields of Docker's "create container" body that apply to a process. */
export interface ContainerConfig {
  Image?: string;
  Cmd?: string[] | null;
  Env?: string[] | null;
  Labels?: Record<string, string> | null;
}

export type ContainerState = "created" | "running" | "exited";

/** Maximum output of a container that is kept in memory; the log file has all of it. */
const maxLogBytes = 1024 * 1024;

/** A process in its own group, with the states of a Docker container. Emits `log` (LogChunk) and, once, `exit`. */
export class Container extends EventEmitter {
  readonly id = randomBytes(32).toString("hex");
  readonly createdAt = new Date();
  readonly name: string;
  readonly config: ContainerConfig;
  state: ContainerState = "created";
  exitCode = 0;
  /** Docker's `State.Error`: why the process could not be started. */
  startError = "";
  startedAt: Date | null = null;
  finishedAt: Date | null = null;
  readonly logChunks: LogChunk[] = [];
  private logBytes = 0;
  private child: ChildProcess | null = null;
  private readonly runtime: ContainerRuntime;
  private readonly waiting: WaitingProcesses;

  constructor(name: string, config: ContainerConfig, runtime: ContainerRuntime, waiting: WaitingProcesses) {
    super();
    // Each follower of the log and each waiting request adds a listener.
    this.setMaxListeners(0);
    this.name = name;
    this.config = config;
    this.runtime = runtime;
    this.waiting = waiting;
  }

  get labels(): Record<string, string> {
    return this.config.Labels ?? {};
  }

  get pid(): number {
    return this.state === "running" ? (this.child?.pid ?? 0) : 0;
  }

  /** Starts the process. If that fails, the container has exited with code 127, as in a shell. */
  start(): void {
    if (this.state !== "created") return;
    this.state = "running";
    this.startedAt = new Date();
    const containerName = this.labels["com.amazonaws.ecs.container-name"] ?? this.name;
    const taskCommand = this.config.Cmd ?? [];
    const invocation = this.runtime.resolve(containerName, taskCommand);
    if (invocation === null) {
      this.failStart(`no local command for a container named ${containerName}`);
      return;
    }
    const taskArn = this.labels["com.amazonaws.ecs.task-arn"];
    const env = commandEnvironment(this.config.Env ?? [], taskArn, this.runtime.environment);
    // A process that waits has a temporary folder already.
    const { TMPDIR: _, ...environment } = env;
    const child =
      this.waiting.take(invocation, { arguments: [...taskCommand], environment }) ??
      startContainerProcess(invocation, { cwd: this.runtime.cwd, env, stdin: "ignore" });
    this.child = child;
    if (child.pid) this.runtime.registry.add(child.pid, `container ${containerName}`);
    child.stdout?.on("data", (bytes: Buffer) => this.appendLog("stdout", bytes));
    child.stderr?.on("data", (bytes: Buffer) => this.appendLog("stderr", bytes));
    child.on("error", (error) => this.failStart(error.message));
    // When process 1 exits, so does its container: its child processes are killed, which also closes its output.
    child.on("exit", () => this.signalAll("SIGKILL"));
    child.on("close", (code, signal) => this.finish(exitCodeOf(code, signal)));
  }

  /** Like `docker stop`: SIGTERM to process 1, SIGKILL to the whole group after the grace period. */
  async stop(graceSeconds: number): Promise<void> {
    if (this.state !== "running") return;
    const exited = new Promise<void>((resolve) => this.once("exit", () => resolve()));
    this.child?.kill("SIGTERM");
    const timer = setTimeout(() => this.signalAll("SIGKILL"), graceSeconds * 1000);
    await exited;
    clearTimeout(timer);
  }

  kill(signal: NodeJS.Signals): void {
    if (this.state !== "running") return;
    if (signal === "SIGKILL") this.signalAll(signal);
    else this.child?.kill(signal);
  }

  private signalAll(signal: NodeJS.Signals): void {
    if (this.child?.pid) signalGroup(this.child.pid, signal);
  }

  private failStart(reason: string): void {
    this.startError = reason;
    this.appendLog("stderr", Buffer.from(`${reason}\n`));
    this.finish(127);
  }

  private finish(exitCode: number): void {
    if (this.state === "exited") return;
    if (this.child?.pid) this.runtime.registry.remove(this.child.pid);
    this.exitCode = exitCode;
    this.state = "exited";
    this.finishedAt = new Date();
    this.runtime.log.line(`${this.name}: exit ${exitCode}`);
    this.emit("exit");
  }

  private appendLog(stream: LogStream, bytes: Buffer): void {
    const chunk: LogChunk = { stream, bytes };
    this.logChunks.push(chunk);
    this.logBytes += bytes.length;
    while (this.logBytes > maxLogBytes && this.logChunks.length > 1) {
      this.logBytes -= this.logChunks.shift()?.bytes.length ?? 0;
    }
    this.runtime.log.line(`${this.name}: ${bytes.toString().trimEnd()}`);
    this.emit("log", chunk);
  }
}
