import type { OperatorOverview } from "../api/schemas/operator.ts";
import { unfinishedGroups } from "../tasks/task.ts";
import type { AllTasks } from "../tasks/task-store.ts";
import type { DeliveryStore } from "../webhooks/delivery-store.ts";
import { maxOrdered } from "./operator-tasks.ts";

const dayMs = 86_400_000;
/** Maximum number of recent failures that are counted. */
const maxFailures = 100;

interface OverviewDeps {
  allTasks: Pick<AllTasks, "listUnfinishedIds" | "getMany" | "listFailed">;
  deliveries: Pick<DeliveryStore, "listDead">;
  now: () => Date;
}

const countOf = async (
  state: OperatorOverview["tasks"][number]["state"],
  { allTasks }: Pick<OverviewDeps, "allTasks">,
) => {
  const ids = (await allTasks.listUnfinishedIds(state, maxOrdered)).toSorted();
  // A few, because the oldest may have ended since the index was written.
  const [oldest] = await allTasks.getMany(ids.slice(0, 5));
  return { state, count: ids.length, oldestCreatedAt: oldest?.createdAt ?? null };
};

/** Returns how much work the service has, and what has failed within a day. */
export const operatorOverview = async (deps: OverviewDeps): Promise<OperatorOverview> => {
  const dayAgo = new Date(deps.now().getTime() - dayMs).toISOString();
  const [tasks, failed, dead] = await Promise.all([
    Promise.all(unfinishedGroups.map((state) => countOf(state, deps))),
    deps.allTasks.listFailed(maxFailures, null),
    deps.deliveries.listDead(maxFailures),
  ]);
  const recent = (moment: string): boolean => moment > dayAgo;
  return {
    tasks,
    failedTasks: failed.items.filter((task) => task.status === "failed" && recent(task.completedAt)).length,
    deadDeliveries: dead.filter((one) => one.state !== "waiting" && recent(one.endedAt)).length,
  };
};
