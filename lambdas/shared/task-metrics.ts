import { createEmbeddedMetrics } from "../../adapters/aws/embedded-metrics.ts";
import { taskMetrics } from "../../core/tasks/task-metrics.ts";

/** Builds what records the metrics of tasks of a stack. */
export const createTaskMetrics = (stack: string) =>
  createEmbeddedMetrics(taskMetrics, { Stack: stack, Area: "Tasks" });
