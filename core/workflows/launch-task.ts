import { changeTask } from "../tasks/change-task.ts";
import type { Task } from "../tasks/task.ts";
import type { AllTasks } from "../tasks/task-store.ts";
import type { Workflows } from "./workflows.ts";

/**
 * Starts the next execution of a task. The attempt is counted before the start, because it is part of the execution's name:
 * after a crash in between `executionArn` is null, and the next call starts the same name again, which is idempotent. Throws
 * WriteConflict after a concurrent modification.
 */
export const launchTask = async (
  task: Task,
  deps: {
    allTasks: Pick<AllTasks, "get" | "update">;
    workflows: Pick<Workflows, "startTask">;
    now: () => Date;
  },
  redrives = task.redrives ?? 0,
): Promise<void> => {
  const startWasLost = task.attempt > 0 && task.executionArn === null;
  const attempt = startWasLost ? task.attempt : task.attempt + 1;
  if (!startWasLost) {
    const updatedAt = deps.now().toISOString();
    await deps.allTasks.update(task, { ...task, attempt, redrives, executionArn: null, updatedAt });
  }
  const executionArn = await deps.workflows.startTask(task.kind, task.id, attempt);
  // The execution's first step writes the same ARN.
  await changeTask(task.id, deps.allTasks, (current) =>
    current.attempt === attempt && current.executionArn === null ? { ...current, executionArn } : null,
  );
};
