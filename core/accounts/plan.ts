import { z } from "zod";
import { NamedError } from "../errors.ts";
import type { Account } from "./account.ts";

/** What the service itself takes of one source, whatever the plan. */
const maxSourceBytes = 10 * 1024 ** 3;
const maxSourceSeconds = 6 * 3600;

/** What the accounts of a plan may do. */
export const planLimitsSchema = z.object({
  /** Fonts that an account keeps at a time. */
  fontLimit: z.number().int().min(0).max(10_000),
  /** Rate at which the bucket of requests fills again. */
  requestsPerSecond: z.number().int().min(1).max(10_000),
  /** Requests that may come at once: what the bucket holds. */
  burst: z.number().int().min(1).max(100_000),
  /** Tasks at work at once; more wait in `pending`. */
  maxConcurrentTasks: z.number().int().min(1).max(1000),
  /** Size of one source file. No more than the service itself takes: 10 GiB. */
  maxVideoBytes: z.number().int().min(1).max(maxSourceBytes),
  /** Decoded duration of one source. No more than the service itself takes: 6 hours. */
  maxVideoSeconds: z.number().min(1).max(maxSourceSeconds),
});
export type PlanLimits = z.infer<typeof planLimitsSchema>;

export const planSchema = planLimitsSchema.extend({
  /** What accounts refer to. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/),
});
export type Plan = z.infer<typeof planSchema>;

/** The plan that every service has; a stored plan of this name takes its place. */
export const standardPlan: Plan = {
  name: "standard",
  fontLimit: 50,
  requestsPerSecond: 100,
  burst: 500,
  maxConcurrentTasks: 50,
  maxVideoBytes: maxSourceBytes,
  maxVideoSeconds: maxSourceSeconds,
};

/** Plans that an operator has made. Changes reach everything that runs within seconds, not at once: readers remember. */
export interface PlanStore {
  get(name: string): Promise<Plan | null>;
  /** By name. */
  list(): Promise<Plan[]>;
  /** Writes the plan, whether there is one of its name or not. */
  put(plan: Plan): Promise<void>;
  /** False when there is none. */
  remove(name: string): Promise<boolean>;
}

/** The plan of that name; null when there is none. */
export const findPlan = async (
  name: string,
  { plans }: { plans: Pick<PlanStore, "get"> },
): Promise<Plan | null> => (await plans.get(name)) ?? (name === standardPlan.name ? standardPlan : null);

/** The limits that hold for an account; those of `standard` should its plan be gone. */
export const planOf = async (
  account: Pick<Account, "plan">,
  deps: { plans: Pick<PlanStore, "get"> },
): Promise<Plan> =>
  (await findPlan(account.plan, deps)) ?? (await findPlan(standardPlan.name, deps)) ?? standardPlan;

/** The plan of that name. Throws NamedError ValidationFailed, which lists those that there are. */
export const requirePlan = async (name: string, deps: { plans: PlanStore }): Promise<Plan> => {
  const plan = await findPlan(name, deps);
  if (plan !== null) return plan;
  const names = (await allPlans(deps)).map((each) => each.name);
  throw new NamedError("ValidationFailed", [`plan must be one of ${names.join(", ")}`]);
};

/** Stored plans and the built-in one, by name. */
export const allPlans = async ({ plans }: { plans: Pick<PlanStore, "list"> }): Promise<Plan[]> => {
  const stored = await plans.list();
  const isReplaced = stored.some(({ name }) => name === standardPlan.name);
  return [...stored, ...(isReplaced ? [] : [standardPlan])].sort((a, b) => (a.name < b.name ? -1 : 1));
};
