import { expect, test } from "@jest/globals";
import { allPlans, type Plan, planOf, standardPlan } from "../../../../core/accounts/plan.ts";
import { onBothRecords } from "./store-suites.ts";

const gold: Plan = { ...standardPlan, name: "gold", fontLimit: 500, maxVideoSeconds: 7200.5 };

onBothRecords((records, clock) => {
  test("plans are stored, changed and deleted; the built-in plan always exists", async () => {
    const { plans } = records();
    expect(await plans.get("gold")).toBeNull();
    expect(await allPlans({ plans })).toEqual([standardPlan]);
    await plans.put(gold);
    expect(await plans.get("gold")).toEqual(gold);
    await plans.put({ ...gold, fontLimit: 600 });
    await plans.put({ ...standardPlan, burst: 7 });
    expect(await plans.list()).toEqual([
      { ...gold, fontLimit: 600 },
      { ...standardPlan, burst: 7 },
    ]);
    expect(await planOf({ plan: "gold" }, { plans })).toMatchObject({ fontLimit: 600 });
    expect(await planOf({ plan: "gone" }, { plans })).toMatchObject({ name: "standard", burst: 7 });
    expect(await plans.remove("gold")).toBe(true);
    expect(await plans.remove("gold")).toBe(false);
    expect(await plans.remove("standard")).toBe(true);
    clock().advance(60_000);
    expect(await planOf({ plan: "gold" }, { plans })).toEqual(standardPlan);
  });
});
