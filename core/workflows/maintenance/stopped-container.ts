import * as z from "zod";

/** The environment variable with the ID of a container's lease (core/capacity), as in the files of statemachines. */
export const leaseVariable = "CAPACITY_LEASE";

/** The relevant part of an "ECS Task State Change" event. */
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
 * Returns the task token of a stopped container, its input, and a sentence for the operator about why it stopped. Null for
 * ECS tasks that were not started by a state machine. Most containers have reported their result before they stop: their
 * token has expired, and failing it again has no effect.
 */
export const orphanedToken = ({
  detail,
}: StoppedTask): {
  taskToken: string;
  cause: string;
  input: string | null;
  leaseId: string | null;
} | null => {
  const environment = detail.overrides.containerOverrides.flatMap((override) => override.environment);
  const taskToken = environment.find((variable) => variable.name === "TASK_TOKEN")?.value;
  if (!taskToken || detail.lastStatus !== "STOPPED") return null;
  const exitCodes = detail.containers.flatMap((container) => container.exitCode ?? []);
  const reasons = [detail.stopCode, detail.stoppedReason, ...detail.containers.map(({ reason }) => reason)];
  const reasonsText = [...reasons, ...exitCodes.map((code) => `exit code ${code}`)]
    .filter(Boolean)
    .join(", ");
  return {
    taskToken,
    input: environment.find((variable) => variable.name === "TASK_INPUT")?.value ?? null,
    leaseId: environment.find((variable) => variable.name === leaseVariable)?.value ?? null,
    cause: `The container stopped before it reported a result (${reasonsText || "no reason given"}).`,
  };
};
