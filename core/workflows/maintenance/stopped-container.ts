import { z } from "zod";

/** The part of an "ECS Task State Change" event that we read. */
export const stoppedTaskSchema = z.object({
  detail: z.object({
    taskArn: z.string(),
    lastStatus: z.string(),
    stopCode: z.string().optional(),
    stoppedReason: z.string().optional(),
    containers: z
      .array(
        z.object({
          name: z.string().optional(),
          exitCode: z.number().optional(),
          reason: z.string().optional(),
        }),
      )
      .default([]),
    overrides: z
      .object({
        containerOverrides: z
          .array(
            z.object({ environment: z.array(z.object({ name: z.string(), value: z.string() })).default([]) }),
          )
          .default([]),
      })
      .default({ containerOverrides: [] }),
  }),
});
export type StoppedTask = z.infer<typeof stoppedTaskSchema>;

/**
 * The token that a stopped container should have answered, the job that it had, and one line for the operator about why it stopped.
 * Null for tasks that were not started by a state machine. Most containers have answered before they stop; their
 * token is spent, and failing it once more is harmless.
 */
export const orphanedToken = ({
  detail,
}: StoppedTask): { taskToken: string; cause: string; job: string | null } | null => {
  const environment = detail.overrides.containerOverrides.flatMap((override) => override.environment);
  const taskToken = environment.find((variable) => variable.name === "TASK_TOKEN")?.value;
  if (!taskToken || detail.lastStatus !== "STOPPED") return null;
  const exitCodes = detail.containers.flatMap((container) => container.exitCode ?? []);
  const reasons = [detail.stopCode, detail.stoppedReason, ...detail.containers.map(({ reason }) => reason)];
  const told = [...reasons, ...exitCodes.map((code) => `exit code ${code}`)].filter(Boolean).join(", ");
  return {
    taskToken,
    job: environment.find((variable) => variable.name === "JOB")?.value ?? null,
    cause: `The container stopped before it reported a result (${told || "no reason given"}).`,
  };
};
