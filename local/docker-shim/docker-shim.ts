import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import { dirname } from "node:path";
import { Container, type ContainerConfig } from "./container.ts";
import { type DockerOperation, hasLabels, parseDockerRequest, signalName } from "./docker-requests.ts";
import { type LogChunk, lastLines, logFrame } from "./log-frames.ts";
import type { ContainerRuntime } from "./runtime.ts";
import { WaitingProcesses } from "./waiting-processes.ts";

/** Longer than the steps between two containers of a task. */
const idleMs = 2000;
const imageId = `sha256:${"0".repeat(64)}`;
const engineVersion = {
  Version: "27.0.0",
  ApiVersion: "1.45",
  MinAPIVersion: "1.24",
  Os: "linux",
  Arch: "amd64",
};
const zeroTime = "0001-01-01T00:00:00Z";

/** An error response of the Docker Engine API. */
class DockerApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * The part of the Docker Engine API that the emulator's ECS uses, on a unix socket. A container is a process in its own group.
 * Containers start at once: the product limits its own concurrency.
 */
export class DockerShim {
  private readonly runtime: ContainerRuntime;
  private readonly containers = new Map<string, Container>();
  private readonly waiting: WaitingProcesses;
  private readonly server: http.Server;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(runtime: ContainerRuntime) {
    this.runtime = runtime;
    this.waiting = new WaitingProcesses(runtime);
    this.server = http.createServer((request, response) => {
      void this.handle(request, response);
    });
  }

  listen(socketPath: string): Promise<void> {
    // The socket allows running commands: no other user may connect.
    mkdirSync(dirname(socketPath), { recursive: true, mode: 0o700 });
    rmSync(socketPath, { force: true });
    return new Promise((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(socketPath, () => {
        chmodSync(socketPath, 0o600);
        resolve();
      });
    });
  }

  /** Whether a container runs. */
  get isBusy(): boolean {
    return [...this.containers.values()].some(({ state }) => state === "running");
  }

  /** Starts the processes that wait for the first task of their container. */
  prepare(): void {
    this.waiting.prepare();
  }

  /** Not while a container runs: loading takes seconds of a processor from the task, whose renderer follows its recognizer. */
  private prepareWhenIdle(): void {
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => {
      if (!this.isBusy) this.waiting.prepare();
    }, idleMs).unref();
  }

  /** Stops every container, when the emulator has exited or stops and no longer waits for their results. */
  async stopContainers(graceSeconds: number): Promise<void> {
    await Promise.all([...this.containers.values()].map((container) => container.stop(graceSeconds)));
    this.containers.clear();
  }

  async close(): Promise<void> {
    clearTimeout(this.idleTimer);
    this.waiting.close();
    await this.stopContainers(2);
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const operation = parseDockerRequest(request.method ?? "GET", request.url ?? "/");
      if (operation === null)
        throw new DockerApiError(404, `not supported: ${request.method} ${request.url}`);
      await this.perform(operation, request, response);
    } catch (error) {
      const status =
        error instanceof DockerApiError ? error.status : error instanceof SyntaxError ? 400 : 500;
      if (status === 500) this.runtime.log.line(`docker api: ${(error as Error).stack}`);
      sendJson(response, status, { message: (error as Error).message });
    }
  }

  private async perform(
    operation: DockerOperation,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    switch (operation.kind) {
      case "ping":
        response.writeHead(200, { "api-version": engineVersion.ApiVersion }).end("OK");
        return;
      case "version":
        return sendJson(response, 200, engineVersion);
      case "info":
        return sendJson(response, 200, { ServerVersion: engineVersion.Version, OSType: "linux" });
      // Every image exists: containers run the code of this clone.
      case "inspectImage":
        return sendJson(response, 200, { Id: imageId, RepoTags: [], RepoDigests: [], Config: {} });
      case "pullImage":
        return sendJson(response, 200, { status: "Image is up to date" });
      case "tagImage":
        return sendEmpty(response, 201);
      case "imageDigest":
        return sendJson(response, 200, { Descriptor: { digest: imageId }, Platforms: [] });
      case "listContainers":
        return sendJson(response, 200, this.list(operation.all, operation.labels));
      case "create":
        return sendJson(response, 201, this.create(operation.name, await readJson(request)));
      default:
        return this.performOn(this.find(operation.ref), operation, response);
    }
  }

  private async performOn(
    container: Container,
    operation: Extract<DockerOperation, { ref: string }>,
    response: ServerResponse,
  ): Promise<void> {
    switch (operation.kind) {
      case "inspect":
        return sendJson(response, 200, inspection(container));
      case "start":
        container.start();
        if (container.startError !== "") throw new DockerApiError(400, container.startError);
        return sendEmpty(response, 204);
      case "wait":
        if (container.state !== "exited")
          await new Promise<void>((resolve) => container.once("exit", resolve));
        return sendJson(response, 200, { StatusCode: container.exitCode, Error: null });
      case "stop":
        if (container.state === "exited") return sendEmpty(response, 304);
        await container.stop(operation.graceSeconds);
        return sendEmpty(response, 204);
      case "kill": {
        const signal = signalName(operation.signal);
        if (!signal) throw new DockerApiError(400, `invalid signal: ${operation.signal}`);
        if (container.state !== "running") throw new DockerApiError(409, `${container.name} is not running`);
        container.kill(signal);
        return sendEmpty(response, 204);
      }
      case "remove":
        if (container.state === "running" && !operation.force) {
          throw new DockerApiError(409, `cannot remove ${container.name}: it is running`);
        }
        await container.stop(0);
        this.containers.delete(container.id);
        return sendEmpty(response, 204);
      case "logs":
        return sendLogs(container, operation, response);
    }
  }

  private find(ref: string): Container {
    const found =
      this.containers.get(ref) ??
      [...this.containers.values()].find(
        ({ id, name }) => name === ref || (ref.length >= 12 && id.startsWith(ref)),
      );
    if (!found) throw new DockerApiError(404, `No such container: ${ref}`);
    return found;
  }

  private create(name: string | null, config: ContainerConfig) {
    const containerName = name ?? randomBytes(6).toString("hex");
    if ([...this.containers.values()].some((other) => other.name === containerName)) {
      throw new DockerApiError(409, `Conflict. The container name "/${containerName}" is already in use`);
    }
    const container = new Container(containerName, config, this.runtime, this.waiting);
    container.once("exit", () => this.prepareWhenIdle());
    this.containers.set(container.id, container);
    return { Id: container.id, Warnings: [] };
  }

  private list(all: boolean, labels: readonly string[]) {
    return [...this.containers.values()]
      .filter((container) => (all || container.state === "running") && hasLabels(container.labels, labels))
      .map((container) => ({
        Id: container.id,
        Names: [`/${container.name}`],
        Image: container.config.Image ?? "",
        ImageID: imageId,
        State: container.state,
        Status: container.state,
        Labels: container.labels,
        Created: Math.floor(container.createdAt.getTime() / 1000),
      }));
  }
}

function inspection(container: Container) {
  return {
    Id: container.id,
    Name: `/${container.name}`,
    Created: container.createdAt.toISOString(),
    Image: imageId,
    State: {
      Status: container.state,
      Running: container.state === "running",
      Pid: container.pid,
      ExitCode: container.exitCode,
      OOMKilled: false,
      Error: container.startError,
      StartedAt: container.startedAt?.toISOString() ?? zeroTime,
      FinishedAt: container.finishedAt?.toISOString() ?? zeroTime,
    },
    Config: {
      Image: container.config.Image ?? "",
      Labels: container.labels,
      Env: container.config.Env ?? [],
      Cmd: container.config.Cmd ?? [],
      Tty: false,
    },
    HostConfig: { LogConfig: { Type: "json-file", Config: {} } },
    NetworkSettings: { Networks: { bridge: { IPAddress: "127.0.0.1" } }, Ports: {} },
  };
}

function sendLogs(
  container: Container,
  request: Extract<DockerOperation, { kind: "logs" }>,
  response: ServerResponse,
): void {
  response.writeHead(200, { "content-type": "application/vnd.docker.multiplexed-stream" });
  response.flushHeaders();
  const isRequested = (chunk: LogChunk) => request[chunk.stream];
  const send = (chunk: LogChunk) => {
    if (isRequested(chunk)) response.write(logFrame(chunk));
  };
  const chunks = container.logChunks.filter(isRequested);
  for (const chunk of request.tailLines === null ? chunks : lastLines(chunks, request.tailLines)) send(chunk);
  if (!request.follow || container.state === "exited") {
    response.end();
    return;
  }
  const end = () => response.end();
  container.on("log", send);
  container.once("exit", end);
  response.on("close", () => {
    container.off("log", send);
    container.off("exit", end);
  });
}

async function readJson(request: IncomingMessage): Promise<ContainerConfig> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString() || "{}");
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function sendEmpty(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}
