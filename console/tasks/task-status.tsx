import type { ClipTask, Task } from "../../clients/typescript/src/client.ts";
import { texts } from "../texts/en.ts";

const restingStatuses: ReadonlySet<string> = new Set(["completed", "failed", "transcriptionCompleted"]);

/** Whether the service is working on a task with this status. */
export const isMoving = (status: string | undefined): boolean => !restingStatuses.has(status ?? "");

/** What every kind of task states of its progress. */
interface TaskProgress extends Pick<Task, "progress"> {
  status: Task["status"] | ClipTask["status"];
  error?: string | null | undefined;
}

/**
 * Status of a task, its progress while the service works on it, and the reason if it failed. `isMain`: it is what the screen is about, and
 * screen readers announce its changes.
 */
export const TaskStatus = ({ task, isMain = false }: { task: TaskProgress; isMain?: boolean }) => (
  <div>
    <p className={`status ${task.status}`} role={isMain ? "status" : undefined}>
      {texts.task.status[task.status]}
    </p>
    {isMoving(task.status) && (
      <progress value={task.progress} max={100} aria-label={texts.task.status[task.status]}>
        {texts.common.percent(task.progress)}
      </progress>
    )}
    {task.error != null && <p className="problem">{task.error}</p>}
  </div>
);
