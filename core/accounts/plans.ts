import type { Account } from "./account.ts";

/** What a plan grants; accounts take these values when they are created. */
export const plans: Readonly<Record<string, Pick<Account, "maxConcurrentTasks">>> = {
  standard: { maxConcurrentTasks: 50 },
};

export const defaultPlan = "standard";
