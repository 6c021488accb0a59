import { formatUsd } from "../billing/money.ts";
import type { Task } from "./task.ts";

/** Returns the fields that clients see of tasks of all kinds: always present, null until they have a value. */
export const taskFields = (task: Task) => {
  const failure = task.status === "failed" ? task : null;
  return {
    id: task.id,
    videoId: task.videoId,
    error: failure && `${failure.errorName}: ${failure.error}`,
    errorName: failure?.errorName ?? null,
    cost: formattedCost(task),
    metadata: task.request.metadata,
    createdAt: task.createdAt,
    completedAt: task.status === "completed" || task.status === "failed" ? task.completedAt : null,
    expiresAt: task.expiresAt,
  };
};

/** Returns the cost as text; 0 for failed tasks, whose hold was released. */
const formattedCost = ({ status, costMicroUsd }: Task): string | null => {
  if (status === "failed") return formatUsd(0);
  return costMicroUsd === null ? null : formatUsd(costMicroUsd);
};
