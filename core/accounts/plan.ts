import * as z from "zod";
import { NamedError } from "../errors.ts";
import type { Account } from "./account.ts";

/** Limits of the service for one source, independent of the plan. */
const maxSourceBytes = 10 * 1024 ** 3;
const maxSourceSeconds = 6 * 3600;

/** Limits of the accounts of a plan. */
export const planLimitsSchema = z.object({
  /** Maximum number of fonts of an account. */
  fontLimit: z.number().int().min(0).max(10_000),
  /** Refill rate of the token bucket of requests. */
  requestsPerSecond: z.number().int().min(1).max(10_000),
  /** Capacity of the token bucket. */
  burst: z.number().int().min(1).max(100_000),
  /** Maximum number of running tasks; more wait in `pending`. */
  maxConcurrentTasks: z.number().int().min(1).max(1000),
  /** Maximum size of a source file; at most the limit of the service, 10 GiB. */
  maxVideoBytes: z.number().int().min(1).max(maxSourceBytes),
  /** Maximum decoded duration of a source; at most the limit of the service, 6 hours. */
  maxVideoSeconds: z.number().min(1).max(maxSourceSeconds),
});
export type PlanLimits = z.infer<typeof planLimitsSchema>;

export const planSchema = planLimitsSchema.extend({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
});
export type Plan = z.infer<typeof planSchema>;

/** The built-in plan; a stored plan of this name replaces it. */
export const standardPlan: Plan = {
  name: "standard",
  fontLimit: 50,
  requestsPerSecond: 100,
  burst: 500,
  maxConcurrentTasks: 50,
  maxVideoBytes: maxSourceBytes,
  maxVideoSeconds: maxSourceSeconds,
};

/** Plans of the operator. Readers cache them, so that changes take effect within seconds. */
export interface PlanStore {
  get(name: string): Promise<Plan | null>;
  /** Returns all plans, ordered by name. */
  list(): Promise<Plan[]>;
  /** Creates or replaces a plan. */
  put(plan: Plan): Promise<void>;
  /** Returns false when the plan does not exist. */
  remove(name: string): Promise<boolean>;
}

/** Returns the plan of that name; null when it does not exist. */
export const findPlan = async (
  name: string,
  { plans }: { plans: Pick<PlanStore, "get"> },
): Promise<Plan | null> => (await plans.get(name)) ?? (name === standardPlan.name ? standardPlan : null);

/** Returns the plan of an account; `standard` if its plan has been deleted. */
export const planOf = async (
  account: Pick<Account, "plan">,
  deps: { plans: Pick<PlanStore, "get"> },
): Promise<Plan> =>
  (await findPlan(account.plan, deps)) ?? (await findPlan(standardPlan.name, deps)) ?? standardPlan;

/** Returns the plan of that name. Throws NamedError ValidationFailed, which lists the existing plans. */
export const requirePlan = async (name: string, deps: { plans: PlanStore }): Promise<Plan> => {
  const plan = await findPlan(name, deps);
  if (plan !== null) return plan;
  const names = (await allPlans(deps)).map((each) => each.name);
  throw new NamedError("ValidationFailed", [`plan must be one of ${names.join(", ")}`]);
};

/** Returns the stored plans and the built-in one, ordered by name. */
export const allPlans = async ({ plans }: { plans: Pick<PlanStore, "list"> }): Promise<Plan[]> => {
  const stored = await plans.list();
  const isReplaced = stored.some(({ name }) => name === standardPlan.name);
  return [...stored, ...(isReplaced ? [] : [standardPlan])].sort((a, b) => (a.name < b.name ? -1 : 1));
};
