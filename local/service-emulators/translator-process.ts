import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { TextEngine } from "./text-engines.ts";

export interface TranslatorProcessOptions {
  /** The command of `local/translator serve`. */
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** Called with what the process writes to stderr. */
  log: (line: string) => void;
  /** Called with the process ID of each process that was started. */
  onStart?: (pid: number) => void;
  timeoutMs?: number;
}

interface Pending {
  resolve: (text: string) => void;
  reject: (error: Error) => void;
}

/** A process with its requests that have no response yet. */
interface Running {
  child: ChildProcessWithoutNullStreams;
  pending: Map<number, Pending>;
  pairs: Promise<{ pairs: string[]; rough: string[] }>;
}

/** Loading a model and translating the sentences queued before takes a few seconds. */
const defaultTimeoutMs = 60_000;

/**
 * Translates with the models of a folder in one process (local/translator), which is started at the first call and again
 * after it ended. Languages are written "en>pt" here and "en-pt" there.
 */
export class TranslatorProcess {
  private readonly options: TranslatorProcessOptions;
  private running: Running | null = null;
  private lastId = 0;

  constructor(options: TranslatorProcessOptions) {
    this.options = options;
  }

  /** Starts the process and returns its engine. Rejects when the process ends without a list of pairs. */
  async engine(): Promise<TextEngine> {
    const { pairs, rough } = await this.start().pairs;
    const name = (pair: string): string => pair.replace("-", ">");
    return {
      name: "Firefox Translations",
      pairs: pairs.map(name),
      roughPairs: rough.map(name),
      translate: (text, pair) => this.translate(text, pair.replace(">", "-")),
    };
  }

  stop(): void {
    this.running?.child.kill("SIGTERM");
  }

  private async translate(text: string, pair: string): Promise<string> {
    const running = this.running ?? this.start();
    const id = ++this.lastId;
    const timeoutMs = this.options.timeoutMs ?? defaultTimeoutMs;
    return await new Promise<string>((resolve, reject) => {
      // The process serves one request at a time: the others would wait for this one.
      const timer = setTimeout(() => running.child.kill("SIGKILL"), timeoutMs);
      const settle =
        <T>(end: (value: T) => void) =>
        (value: T): void => {
          clearTimeout(timer);
          end(value);
        };
      running.pending.set(id, { resolve: settle(resolve), reject: settle(reject) });
      running.child.stdin.write(`${JSON.stringify({ id, pair, text })}\n`);
    });
  }

  private start(): Running {
    const { command, args, env, log, onStart } = this.options;
    const child = spawn(command, [...args], { env: { ...env }, stdio: ["pipe", "pipe", "pipe"] });
    const pending = new Map<number, Pending>();
    const lines = createInterface({ input: child.stdout });
    const pairs = new Promise<{ pairs: string[]; rough: string[] }>((resolve, reject) => {
      lines.once("line", (line) => resolve(JSON.parse(line) as { pairs: string[]; rough: string[] }));
      child.once("error", reject);
      child.once("close", (code) => reject(new Error(`The translator exited with code ${code}.`)));
    });
    // Only `engine` waits for it.
    pairs.catch(() => {});
    const running: Running = { child, pending, pairs };
    this.running = running;
    lines.on("line", (line) => settleRequest(line, pending));
    child.stderr.on("data", (chunk: Buffer) => log(chunk.toString().trim()));
    // A request written after the end is rejected by the end.
    child.stdin.on("error", () => {});
    child.once("spawn", () => onStart?.(child.pid as number));
    child.once("error", (error) => this.end(running, error));
    child.once("close", () => this.end(running, new Error("The translator stopped during a request.")));
    return running;
  }

  private end(running: Running, reason: Error): void {
    if (this.running === running) this.running = null;
    for (const { reject } of running.pending.values()) reject(reason);
    running.pending.clear();
  }
}

const settleRequest = (line: string, pending: Map<number, Pending>): void => {
  const response = JSON.parse(line) as { id?: number; text?: string; error?: string };
  // The first line, the list of pairs, has no ID.
  if (response.id === undefined) return;
  const request = pending.get(response.id);
  pending.delete(response.id);
  if (response.text === undefined) request?.reject(new Error(response.error ?? "no translation"));
  else request?.resolve(response.text);
};
