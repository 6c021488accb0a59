import {
  allPlans,
  findPlan,
  type Plan,
  planSchema,
  requirePlan,
  standardPlan,
} from "../../core/accounts/plan.ts";
import { NamedError } from "../../core/errors.ts";
import { type Command, type OperatorDeps, outcome, required, table, type Values } from "./command.ts";
import { limitsCard, limitsHelp, limitsOf, optionOf, planRow } from "./plan-limits.ts";

const nameOption = { value: "PLAN", about: "name of the plan", required: true } as const;

/** Returns the validated plan. Throws NamedError ValidationFailed that names the option. */
const checked = (plan: Plan): Plan => {
  const result = planSchema.safeParse(plan);
  if (result.success) return result.data;
  const sentences = result.error.issues.map(({ path, message }) =>
    path[0] === "name"
      ? "--name must have 1 to 40 characters: lowercase letters, digits and hyphens"
      : `--${optionOf(String(path[0]))}: ${message}`,
  );
  throw new NamedError("ValidationFailed", sentences);
};

const saved = async (plan: Plan, sentence: string, deps: OperatorDeps) => {
  await deps.plans.put(plan);
  return outcome(plan, [sentence, ...limitsCard(plan)]);
};

const accountsOn = async (name: string, deps: OperatorDeps): Promise<number> =>
  (await deps.accounts.list()).filter(({ plan }) => plan === name).length;

const isBuiltIn = (values: Values): boolean => values.name === standardPlan.name;

export const plansCommands: readonly Command[] = [
  {
    name: "plans list",
    about: "list the plans with their limits",
    run: async (_values, deps) => {
      const plans = await allPlans(deps);
      return outcome({ plans }, table(plans.map(planRow)));
    },
  },
  {
    name: "plans create",
    about: "create a plan; limits that are not specified are those of the standard plan",
    options: { name: nameOption, ...limitsHelp },
    run: async (values, deps) => {
      const name = required(values, "name");
      const base = (await findPlan(standardPlan.name, deps)) ?? standardPlan;
      const plan = checked({ ...base, ...limitsOf(values), name });
      if ((await findPlan(name, deps)) !== null) {
        throw new NamedError(
          "ValidationFailed",
          `The plan ${name} already exists. Change it with plans edit.`,
        );
      }
      return saved(plan, `Created the plan ${name}.`, deps);
    },
  },
  {
    name: "plans edit",
    about: "change the limits of a plan for all its accounts; takes effect within 10 seconds",
    options: { name: nameOption, ...limitsHelp },
    run: async (values, deps) => {
      const plan = await requirePlan(required(values, "name"), deps);
      const limits = limitsOf(values);
      if (Object.keys(limits).length === 0) {
        const names = Object.keys(limitsHelp).map((name) => `--${name}`);
        throw new NamedError("ValidationFailed", `At least one limit is required: ${names.join(", ")}`);
      }
      return saved(checked({ ...plan, ...limits }), `Changed the plan ${plan.name}.`, deps);
    },
  },
  {
    name: "plans delete",
    about: "delete a plan that no account uses; the standard plan is reset to its built-in limits",
    options: { name: nameOption },
    warning: (values) => `The limits of the plan ${values.name} will be deleted.`,
    run: async (values, deps) => {
      const name = required(values, "name");
      const accounts = isBuiltIn(values) ? 0 : await accountsOn(name, deps);
      if (accounts > 0) {
        const sentence = `The plan ${name} is used by ${accounts} accounts. Move them to another plan first (accounts plan).`;
        throw new NamedError("ValidationFailed", sentence);
      }
      const wasThere = await deps.plans.remove(name);
      if (!wasThere && !isBuiltIn(values))
        throw new NamedError("NotFound", `The plan ${name} does not exist.`);
      const sentence = isBuiltIn(values)
        ? `Reset the plan ${name} to its built-in limits.`
        : `Deleted the plan ${name}.`;
      return outcome({ name, deleted: true }, [sentence]);
    },
  },
];
