import type { Context } from "aws-lambda";
import { createExecutionSteps } from "../../adapters/aws/execution-steps.ts";
import { createDynamoOutbox } from "../../adapters/dynamo/outbox.ts";
import { createTable } from "../../adapters/dynamo/table.ts";
import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { accountDetails, listAccounts } from "../../core/operator/operator-accounts.ts";
import { listFailingDeliveries } from "../../core/operator/operator-deliveries.ts";
import { operatorOverview } from "../../core/operator/operator-overview.ts";
import { listOperatorTasks, taskHistory } from "../../core/operator/operator-tasks.ts";
import type { ApiEnvironment } from "../environment.ts";
import type { ApiEvent, ApiResult, RequestOf } from "./api-request.ts";
import { apiHandler } from "./api-stack.ts";
import { records, requiredVariable } from "./dependencies.ts";

let built: ReturnType<typeof build> | undefined;

const build = (env: ApiEnvironment) => ({
  ...records(env),
  outbox: createDynamoOutbox(createTable(requiredVariable(env, "TABLE_NAME"))),
  executionSteps: createExecutionSteps(),
});

/** The dependencies of all routes together, built once: they share the leases of the rate limit. */
const operations = (env: ApiEnvironment): ReturnType<typeof build> => {
  built ??= build(env);
  return built;
};

type Deps<F extends (request: never, deps: never) => unknown> = Parameters<F>[1];
const defaultLimit = 20;

export const getOverview = async (
  _: RequestOf<"get-overview">,
  deps: Parameters<typeof operatorOverview>[0],
): Promise<ResponseOf<"get-overview">> => ({ status: 200, body: await operatorOverview(deps) });

export const getAccounts = async (
  { query: { limit = defaultLimit, cursor } }: RequestOf<"list-accounts">,
  deps: Deps<typeof listAccounts>,
): Promise<ResponseOf<"list-accounts">> => ({
  status: 200,
  body: await listAccounts({ limit, cursor }, deps),
});

export const getAccount = async (
  { path }: RequestOf<"get-account">,
  deps: Deps<typeof accountDetails>,
): Promise<ResponseOf<"get-account">> => ({ status: 200, body: await accountDetails(path.id, deps) });

export const getOperatorTasks = async (
  { query: { limit = defaultLimit, ...query } }: RequestOf<"list-operator-tasks">,
  deps: Deps<typeof listOperatorTasks>,
): Promise<ResponseOf<"list-operator-tasks">> => ({
  status: 200,
  body: await listOperatorTasks({ ...query, limit }, deps),
});

export const getTaskHistory = async (
  { path }: RequestOf<"get-task-history">,
  deps: Deps<typeof taskHistory>,
): Promise<ResponseOf<"get-task-history">> => ({ status: 200, body: await taskHistory(path.id, deps) });

export const getFailingDeliveries = async (
  { query: { state, limit = defaultLimit } }: RequestOf<"list-failing-deliveries">,
  deps: Deps<typeof listFailingDeliveries>,
): Promise<ResponseOf<"list-failing-deliveries">> => ({
  status: 200,
  body: await listFailingDeliveries({ state, limit }, deps),
});

/** The stack of each route of the operator, by its handler's name. */
export const operatorHandlers: Readonly<
  Record<string, (event: ApiEvent, context: Context) => Promise<ApiResult>>
> = {
  "get-overview": apiHandler(routeOf("get-overview"), operations, getOverview),
  "list-accounts": apiHandler(routeOf("list-accounts"), operations, getAccounts),
  "get-account": apiHandler(routeOf("get-account"), operations, getAccount),
  "list-operator-tasks": apiHandler(routeOf("list-operator-tasks"), operations, getOperatorTasks),
  "get-task-history": apiHandler(routeOf("get-task-history"), operations, getTaskHistory),
  "list-failing-deliveries": apiHandler(routeOf("list-failing-deliveries"), operations, getFailingDeliveries),
};
