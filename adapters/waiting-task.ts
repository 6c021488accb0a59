import { createInterface } from "node:readline/promises";
import * as z from "zod";

/** What a waiting process receives on standard input, as one line of JSON. `arguments` are those of the container's command. */
export const waitingTaskSchema = z.object({
  arguments: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
});
export type WaitingTask = z.infer<typeof waitingTaskSchema>;

/**
 * Waits for a task on standard input and makes it the arguments and the environment of this process, which has loaded its code
 * before. Ends the process if standard input ends without one.
 */
export const receiveTask = async (): Promise<void> => {
  const lines = createInterface({ input: process.stdin });
  const { value } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  if (value === undefined) process.exit(0);
  const task = waitingTaskSchema.parse(JSON.parse(value));
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...task.arguments);
  Object.assign(process.env, task.environment);
};
