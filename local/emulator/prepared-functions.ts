import {
  type FunctionConfiguration,
  InvokeCommand,
  LambdaClient,
  paginateListFunctions,
} from "@aws-sdk/client-lambda";
import { hasSpareMemory } from "../spare-memory.ts";
import { region, testCredentials } from "./environment.ts";
import { firstEventOf } from "./first-calls.ts";

/** Handlers of the functions that a captioning task with local recognition calls, in this order. */
export const taskHandlers = [
  "publish-outbox",
  "get-video",
  "admit-tasks",
  "list-templates",
  "create-task",
  "prepare-task",
  "get-task",
  "reserve-capacity",
  "compose-transcript",
  "container-stopped",
  "start-rendering",
  "complete-task",
] as const;

/** Handlers of the other functions that the console calls for its first screen and for the editor. */
export const consoleHandlers = ["list-tasks", "list-videos", "get-transcript", "get-playback"] as const;

/** Less than the idle time after which the engine ends a function, 300 s. */
const roundMs = 60_000;

/** Returns the names of the deployed functions by their handlers, from their descriptions (lib/functions.ts). */
export const namesByHandler = (
  functions: readonly Pick<FunctionConfiguration, "FunctionName" | "Description">[],
): ReadonlyMap<string, string> =>
  new Map(
    functions.flatMap(({ FunctionName, Description }) =>
      FunctionName ? [[Description?.split(" of ")[0] ?? "", FunctionName] as const] : [],
    ),
  );

/**
 * Starts functions before their first call, one at a time, and keeps them: otherwise a dozen start one after the other in the
 * first task and in the first one after five minutes without calls. None is kept while memory is scarce.
 */
export class PreparedFunctions {
  private readonly emulatorPort: () => number;
  private readonly isBusy: () => boolean;
  private readonly aborted = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private names: ReadonlyMap<string, string> | null = null;

  /** @param isBusy whether a task needs the processor; functions of the console wait until it does not. */
  constructor(emulatorPort: () => number, isBusy: () => boolean) {
    this.emulatorPort = emulatorPort;
    this.isBusy = isBusy;
  }

  /** Starts the missing functions, now and whenever one may have ended. */
  start(): void {
    clearTimeout(this.timer);
    void this.round()
      // The engine restarts, or the service stops. Functions start with their first call, too.
      .catch(() => {})
      .finally(() => {
        if (this.aborted.signal.aborted) return;
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.start(), roundMs).unref();
      });
  }

  close(): void {
    clearTimeout(this.timer);
    this.aborted.abort();
  }

  private async round(): Promise<void> {
    const client = new LambdaClient({
      endpoint: `http://127.0.0.1:${this.emulatorPort()}`,
      region,
      credentials: testCredentials,
    });
    try {
      this.names ??= await deployedNames(client);
      for (const handler of [...taskHandlers, ...consoleHandlers]) {
        const isForConsole = consoleHandlers.some((name) => name === handler);
        if (!hasSpareMemory() || (isForConsole && this.isBusy())) return;
        const name = this.names.get(handler);
        if (name !== undefined) await this.prepare(handler, name, client);
      }
    } finally {
      client.destroy();
    }
  }

  /** Starts a function unless it has been started, and calls it once. */
  private async prepare(handler: string, name: string, client: LambdaClient): Promise<void> {
    const url = `http://127.0.0.1:${this.emulatorPort()}/_capstack/functions`;
    const { signal } = this.aborted;
    const response = await fetch(url, { method: "POST", body: JSON.stringify({ prepare: name }), signal });
    const event = firstEventOf(handler);
    if (!response.ok || event === null) return;
    const { isNew } = (await response.json()) as { isNew: boolean };
    if (!isNew) return;
    const Payload = JSON.stringify(event);
    // A call that fails does not matter: the next one is that of a task. The other functions are still to be prepared.
    await client
      .send(new InvokeCommand({ FunctionName: name, Payload }), { abortSignal: signal })
      .catch(() => {});
  }
}

const deployedNames = async (client: LambdaClient): Promise<ReadonlyMap<string, string>> => {
  const functions: FunctionConfiguration[] = [];
  for await (const page of paginateListFunctions({ client }, {})) functions.push(...(page.Functions ?? []));
  return namesByHandler(functions);
};
