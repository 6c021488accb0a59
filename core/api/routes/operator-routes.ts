import { noInput, type RouteDeclaration } from "../route.ts";
import {
  failingListSchema,
  failingQuery,
  operatorAccountDetailsSchema,
  operatorAccountListSchema,
  operatorPageQuery,
  operatorPath,
  operatorTaskHistorySchema,
  operatorTaskListSchema,
  operatorTaskQuery,
  overviewSchema,
} from "../schemas/operator.ts";

const accountId = "0199a3c0-6f11-7a08-9c3d-2b7e5d1f8a42";
const taskId = "0199a3c5-02b7-7c11-8d5e-61f0a9a3be10";
const videoId = "0199a3c4-7d1e-7b52-9f3c-2a64b8f01c77";

const account = {
  id: accountId,
  name: "Example Inc.",
  plan: "standard",
  balance: "12.34",
  held: "0.50",
  createdAt: "2026-11-01T08:00:00.000Z",
  suspendedAt: null,
  dubConsentAt: null,
};

const task = {
  id: taskId,
  videoId,
  kind: "captioning" as const,
  status: "failed" as const,
  progress: 0,
  error: "NoSpeech: No speech was recognized in the video.",
  errorName: "NoSpeech",
  cost: "0.00",
  createdAt: "2026-12-01T09:30:00.000Z",
  completedAt: "2026-12-01T09:31:40.000Z",
  expiresAt: "2026-12-31T09:30:00.000Z",
  accountId,
  attempt: 1,
  updatedAt: "2026-12-01T09:31:40.000Z",
};

const delivery = {
  id: `${taskId}.4`,
  eventId: "0199a3c9-3a10-7d0b-9a55-0f1e2d3c4b5a",
  taskId,
  videoId,
  kind: "render",
  event: "failed",
  state: "dead",
  recipient: "https://example.com/hooks",
  attempts: 8,
  dueAt: null,
  lastAttemptAt: "2026-12-02T13:06:12.000Z",
  responseStatus: 500,
  responseError: null,
  responseBody: "Internal Server Error",
  createdAt: "2026-12-01T09:31:40.000Z",
};

/** What every route of the operator has: it reads, in the one function of these routes, with a key of the operator. */
const reading = {
  method: "GET",
  servedBy: "operator",
  tag: "Operator",
  needsKey: true,
  bodyKind: "none",
} as const;

export const operatorRoutes = {
  "get-overview": {
    ...reading,
    path: "/operator/overview",
    summary: "Read the workload of the service",
    request: noInput,
    response: {
      status: 200,
      description: "The unfinished tasks by state, and the failures of the last 24 hours.",
      schema: overviewSchema,
      example: {
        tasks: [
          { state: "running", count: 3, oldestCreatedAt: "2026-12-01T09:30:00.000Z" },
          { state: "queued", count: 0, oldestCreatedAt: null },
          { state: "approval", count: 12, oldestCreatedAt: "2026-11-29T15:12:00.000Z" },
        ],
        failedTasks: 1,
        deadDeliveries: 0,
      },
    },
    errors: [],
    uses: ["records", "lists", "unfinished"],
  },
  "list-accounts": {
    ...reading,
    path: "/operator/accounts",
    summary: "List all accounts, newest first",
    request: { ...noInput, query: operatorPageQuery },
    response: {
      status: 200,
      description: "A page of accounts.",
      schema: operatorAccountListSchema,
      example: { data: [account], nextCursor: null },
    },
    errors: [],
    uses: ["records", "lists"],
  },
  "get-account": {
    ...reading,
    path: "/operator/accounts/{id}",
    summary: "Read an account with its limits and its usage",
    request: { ...noInput, path: operatorPath },
    response: {
      status: 200,
      description: "The account.",
      schema: operatorAccountDetailsSchema,
      example: {
        ...account,
        limits: {
          fontLimit: 50,
          requestsPerSecond: 100,
          burst: 500,
          maxConcurrentTasks: 50,
          maxVideoBytes: 10737418240,
          maxVideoSeconds: 21600,
        },
        activeKeys: 2,
        runningTasks: 1,
        queuedTasks: 0,
        usage: [{ period: "2026-12-01", tasks: 12, seconds: 734.2, amount: "1.468400" }],
      },
    },
    errors: ["NotFound"],
    uses: ["records", "lists", "queries"],
  },
  "list-operator-tasks": {
    ...reading,
    path: "/operator/tasks",
    summary: "List the tasks of all accounts by state",
    description:
      "Unfinished tasks are listed oldest first, failed tasks newest first. Changes appear within a few seconds.",
    request: { ...noInput, query: operatorTaskQuery },
    response: {
      status: 200,
      description: "A page of tasks.",
      schema: operatorTaskListSchema,
      example: { data: [task], nextCursor: null },
    },
    errors: [],
    uses: ["records", "lists", "unfinished"],
  },
  "get-task-history": {
    ...reading,
    path: "/operator/tasks/{id}",
    summary: "Read the history of a task",
    request: { ...noInput, path: operatorPath },
    response: {
      status: 200,
      description: "The task with its status changes, the steps of its execution, and its webhooks.",
      schema: operatorTaskHistorySchema,
      example: {
        ...task,
        events: [
          { status: "pending", occurredAt: "2026-12-01T09:30:00.000Z", secondsBefore: 0, error: null },
          { status: "transcribing", occurredAt: "2026-12-01T09:30:02.000Z", secondsBefore: 2, error: null },
          {
            status: "failed",
            occurredAt: "2026-12-01T09:31:40.000Z",
            secondsBefore: 98,
            error: "NoSpeech: No speech was recognized in the video.",
          },
        ],
        steps: [
          { name: "Prepare", enteredAt: "2026-12-01T09:30:02.000Z", seconds: 0.4, errors: [] },
          {
            name: "Compose",
            enteredAt: "2026-12-01T09:31:38.000Z",
            seconds: 1.2,
            errors: ["NoSpeech"],
          },
        ],
        executionUrl: null,
        logQuery: `fields @timestamp, level, message | filter taskId = "${taskId}" | sort @timestamp`,
        deliveries: [delivery],
      },
    },
    errors: ["NotFound"],
    uses: ["records", "queries", "executions"],
  },
  "list-failing-deliveries": {
    ...reading,
    path: "/operator/deliveries",
    summary: "List failing webhooks of all accounts",
    description:
      "Dead deliveries are listed newest first, retried ones by the time of the next attempt. Deliveries are kept for 30 days.",
    request: { ...noInput, query: failingQuery },
    response: {
      status: 200,
      description: "The deliveries.",
      schema: failingListSchema,
      example: [{ ...delivery, accountId }],
    },
    errors: [],
    uses: ["records", "lists", "unfinished"],
  },
} as const satisfies Record<string, RouteDeclaration>;
