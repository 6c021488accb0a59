import { randomUUID } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Why an invocation has no result, in Lambda's words. */
export interface InvocationError {
  errorType: string;
  errorMessage: string;
}

export type InvocationOutcome = { payload: string } | { error: InvocationError };

interface PendingInvocation {
  id: string;
  payload: string;
  /** When it is ended, on the clock of `Date.now`. */
  deadlineMs: number;
  settle: (outcome: InvocationOutcome) => void;
}

export interface RuntimeOptions {
  /** Starts the function's process with AWS_LAMBDA_RUNTIME_API. */
  start: (runtimeApi: string) => Promise<FunctionProcess>;
  timeoutMs: number;
  /** A process without an invocation for this long is stopped. */
  idleMs: number;
}

export interface FunctionProcess {
  exited: Promise<unknown>;
  kill: () => void;
}

const invocationPath = /^\/2018-06-01\/runtime\/invocation\/(?:next|([\w-]+)\/(response|error))$/;

/**
 * The runtime API of AWS Lambda for one function in a container image: one process, which is started when it is needed, and one invocation
 * at a time. Source: AWS Lambda Developer Guide, "Using the Lambda runtime API for custom runtimes".
 */
export class FunctionRuntime {
  private readonly options: RuntimeOptions;
  private readonly server: http.Server;
  private readonly queue: PendingInvocation[] = [];
  private current: PendingInvocation | null = null;
  private waiting: ServerResponse | null = null;
  private process: FunctionProcess | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(options: RuntimeOptions) {
    this.options = options;
    this.server = http.createServer((request, response) => void this.respond(request, response));
  }

  /** Binds a free port. */
  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.server.once("error", reject);
      this.server.listen(0, "127.0.0.1", resolve);
    });
  }

  /** Runs an invocation after those before it. */
  invoke(payload: string): Promise<InvocationOutcome> {
    return new Promise((settle) => {
      this.queue.push({ id: randomUUID(), payload, deadlineMs: 0, settle });
      void this.advance();
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    const { process } = this;
    this.drop();
    await process?.exited;
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async advance(): Promise<void> {
    if (this.current !== null || this.isClosed) return;
    const current = this.queue.shift();
    if (current === undefined) return;
    this.current = current;
    const { timeoutMs } = this.options;
    current.deadlineMs = Date.now() + timeoutMs;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.drop();
      this.fail("Sandbox.Timedout", "Task timed out");
    }, timeoutMs);
    this.deliver();
    if (this.process === null) await this.startProcess();
  }

  private async startProcess(): Promise<void> {
    const { port } = this.server.address() as AddressInfo;
    try {
      const started = await this.options.start(`127.0.0.1:${port}`);
      if (this.isClosed || this.process !== null) return started.kill();
      this.process = started;
      await started.exited;
      if (this.process === started) this.drop();
      else return;
    } catch (error) {
      return this.fail("Runtime.ExitError", `Runtime could not be started: ${(error as Error).message}`);
    }
    this.fail("Runtime.ExitError", "Runtime exited");
  }

  /** Ends the process; the next invocation starts another. */
  private drop(): void {
    const { process } = this;
    this.process = null;
    this.waiting = null;
    process?.kill();
  }

  /** Gives the current invocation to the process that waits for one. */
  private deliver(): void {
    if (this.current === null || this.waiting === null) return;
    this.waiting.setHeader("lambda-runtime-aws-request-id", this.current.id);
    this.waiting.setHeader("lambda-runtime-deadline-ms", this.current.deadlineMs);
    this.waiting.end(this.current.payload);
    this.waiting = null;
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [match, id, kind] = invocationPath.exec(request.url ?? "") ?? [];
    if (match === undefined) return void response.writeHead(404).end();
    if (id === undefined) {
      this.waiting = response;
      return this.deliver();
    }
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
    response.writeHead(202).end();
    if (this.current?.id !== id) return;
    const text = Buffer.concat(pieces).toString("utf8");
    this.settle(kind === "error" ? { error: JSON.parse(text) as InvocationError } : { payload: text });
  }

  private fail(errorType: string, errorMessage: string): void {
    this.settle({ error: { errorType, errorMessage } });
  }

  private settle(outcome: InvocationOutcome): void {
    const { current } = this;
    if (current === null) return;
    this.current = null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.drop(), this.options.idleMs);
    current.settle(outcome);
    void this.advance();
  }
}
