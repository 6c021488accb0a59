import type { Workflows } from "../../core/workflows/workflows.ts";

/** Records started executions and sent tokens. */
export const createMemoryWorkflows = (): Workflows & {
  started: string[];
  succeeded: string[];
  stopped: string[];
} => {
  const started: string[] = [];
  const succeeded: string[] = [];
  const stopped: string[] = [];
  const start = async (machine: string, id: string, attempt: number): Promise<string> => {
    const name = `${machine} ${id}-${attempt}`;
    if (!started.includes(name)) started.push(name);
    return `arn:${name}`;
  };
  return {
    started,
    succeeded,
    stopped,
    startTask: (kind, id, attempt) => start(kind, id, attempt),
    startVideoImport: (id, attempt) => start("import", id, attempt),
    stopTask: async (kind, id, attempt) => {
      stopped.push(`${kind} ${id}-${attempt}`);
    },
    stopVideoImport: async (id, attempt) => {
      stopped.push(`import ${id}-${attempt}`);
    },
    stateOf: async (arn) => (started.includes(arn.slice("arn:".length)) ? "running" : "missing"),
    sendSuccess: async (token) => {
      succeeded.push(token);
      return true;
    },
    sendFailure: async () => true,
  };
};
