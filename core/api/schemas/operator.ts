import * as z from "zod";
import { planSchema } from "../../accounts/plan.ts";
import { unfinishedGroups } from "../../tasks/task.ts";
import { timestampSchema } from "../../time/timestamp.ts";
import { cursorField, limitField, nextCursorField, usd } from "./common.ts";
import { taskSummarySchema } from "./task-list.ts";
import { usageListSchema } from "./usage.ts";
import { deliveryViewSchema } from "./webhooks.ts";

const cursor = cursorField(/^[0-9A-Za-z:.#-]{1,100}$/);

const accountId = z.string().meta({ description: "ID of the account." });

export const operatorPath = z.object({ id: z.string() });
export const operatorPageQuery = z.object({ limit: limitField, cursor });

const operatorAccountSchema = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: "Display name." }),
    plan: z.string().meta({ description: "Name of the plan." }),
    balance: usd.meta({ description: "Amount that can be spent, in US dollars." }),
    held: usd.meta({ description: "Amount held for unfinished tasks, in US dollars." }),
    createdAt: timestampSchema,
    suspendedAt: timestampSchema.nullable().meta({ description: "Null unless the account is suspended." }),
    dubConsentAt: timestampSchema.nullable().meta({
      description: "Time of the confirmation that speakers consent to dubbing; null if there is none.",
    }),
  })
  .meta({ id: "OperatorAccount", description: "An account, as shown to operators." });
export type OperatorAccount = z.infer<typeof operatorAccountSchema>;

export const operatorAccountListSchema = z
  .object({ data: z.array(operatorAccountSchema), nextCursor: nextCursorField })
  .meta({ id: "OperatorAccountList", description: "A page of accounts." });
export type OperatorAccountList = z.infer<typeof operatorAccountListSchema>;

const burst = planSchema.shape.burst.meta({ description: "Maximum number of requests in a burst." });
const planLimits = planSchema.omit({ name: true }).extend({ burst }).meta({
  id: "PlanLimits",
  description: "The limits of a plan: counts, requests per second, bytes and seconds.",
});

export const operatorAccountDetailsSchema = operatorAccountSchema
  .extend({
    limits: planLimits,
    activeKeys: z.number().int().meta({ description: "Number of active API keys." }),
    runningTasks: z.number().int().meta({ description: "Number of concurrent tasks." }),
    queuedTasks: z
      .number()
      .int()
      .meta({ description: "Number of pending tasks, at most 1,000 of each kind." }),
    usage: usageListSchema.meta({ description: "Usage of the last 30 days by day, oldest first." }),
  })
  .meta({ id: "OperatorAccountDetails", description: "An account with its limits and its usage." });
export type OperatorAccountDetails = z.infer<typeof operatorAccountDetailsSchema>;

export const taskStates = [...unfinishedGroups, "failed"] as const;

export const operatorTaskQuery = z.object({
  state: z.enum(taskStates).meta({
    description:
      "running: the task is being processed. queued: the task waits for a slot or for its video. approval: the task waits for approval. failed: the task has failed.",
  }),
  limit: limitField,
  cursor,
});

const operatorTaskSchema = taskSummarySchema
  .pick({
    ...{ id: true, videoId: true, kind: true, status: true, progress: true, error: true, errorName: true },
    ...{ cost: true, createdAt: true, completedAt: true, expiresAt: true },
  })
  .extend({
    accountId,
    attempt: z.number().int().meta({ description: "Number of executions that were started for the task." }),
    updatedAt: timestampSchema.meta({ description: "Time of the last change, UTC." }),
  })
  .meta({ id: "OperatorTask", description: "A task of any account, as shown to operators." });
export type OperatorTask = z.infer<typeof operatorTaskSchema>;

export const operatorTaskListSchema = z
  .object({ data: z.array(operatorTaskSchema), nextCursor: nextCursorField })
  .meta({ id: "OperatorTaskList", description: "A page of tasks of all accounts." });
export type OperatorTaskList = z.infer<typeof operatorTaskListSchema>;

const taskEventSchema = z
  .object({
    status: z.string().meta({ description: "New status.", example: "transcribing" }),
    occurredAt: timestampSchema.meta({ description: "Time of the change, UTC." }),
    secondsBefore: z.number().meta({ description: "Seconds since the previous change; 0 for the first." }),
    error: z
      .string()
      .nullable()
      .meta({ description: "Reason of the failure as `Name: sentence`; null for other changes." }),
  })
  .meta({ id: "TaskEvent", description: "A status change of a task." });

const taskStepSchema = z
  .object({
    name: z.string().meta({
      description: "Name of the state. States of a nested execution follow the state that waits for it.",
      example: "Transcribe / ExtractAudio",
    }),
    enteredAt: timestampSchema.meta({ description: "Time at which the state was entered, UTC." }),
    seconds: z.number().nullable().meta({ description: "Duration in seconds; null while in progress." }),
    errors: z.array(z.string()).meta({ description: "Errors of all attempts, in order." }),
  })
  .meta({ id: "TaskStep", description: "A state of the execution of a task." });

export const operatorTaskHistorySchema = operatorTaskSchema
  .extend({
    events: z.array(taskEventSchema).meta({ description: "Status changes, oldest first." }),
    steps: z
      .array(taskStepSchema)
      .meta({ description: "States of the last execution; empty once its history has expired." }),
    executionUrl: z
      .string()
      .nullable()
      .meta({ description: "URL of the execution in the AWS console; null before the first execution." }),
    logQuery: z
      .string()
      .meta({ description: "CloudWatch Logs Insights query for the log entries of the task." }),
    deliveries: z.array(deliveryViewSchema).meta({ description: "Webhook deliveries, oldest first." }),
  })
  .meta({ id: "OperatorTaskHistory", description: "The history of a task." });
export type OperatorTaskHistory = z.infer<typeof operatorTaskHistorySchema>;

export const failingStates = ["dead", "retrying"] as const;

export const failingQuery = z.object({
  state: z.enum(failingStates).meta({
    description: "dead: all attempts failed. retrying: the last attempt failed and will be repeated.",
  }),
  limit: limitField,
});

export const failingListSchema = z
  .array(
    deliveryViewSchema
      .extend({ accountId })
      .meta({ id: "OperatorDelivery", description: "A webhook delivery of any account." }),
  )
  .meta({ id: "OperatorDeliveryList", description: "Failing webhook deliveries of all accounts." });
export type FailingList = z.infer<typeof failingListSchema>;

export const overviewSchema = z
  .object({
    tasks: z
      .array(
        z
          .object({
            state: z.enum(unfinishedGroups).meta({
              id: "UnfinishedState",
              description: "State of an unfinished task: see the parameter `state` of GET /operator/tasks.",
            }),
            count: z.number().int().meta({ description: "At most 10,000." }),
            oldestCreatedAt: timestampSchema
              .nullable()
              .meta({ description: "Creation time of the oldest task; null if there is none." }),
          })
          .meta({ id: "OperatorTaskCount", description: "Number of unfinished tasks in a state." }),
      )
      .meta({ description: "Unfinished tasks by state." }),
    failedTasks: z
      .number()
      .int()
      .meta({ description: "Number of tasks that failed in the last 24 hours; at most 100." }),
    deadDeliveries: z.number().int().meta({
      description: "Number of webhooks whose last attempt failed in the last 24 hours; at most 100.",
    }),
  })
  .meta({ id: "OperatorOverview", description: "The workload of the service." });
export type OperatorOverview = z.infer<typeof overviewSchema>;
