import {
  allPlans,
  requirePlan,
  type Plan,
  findPlan,
  planSchema,
  standardPlan,
} from "../../core/accounts/plan.ts";
import { NamedError } from "../../core/errors.ts";
import { type Command, done, type OperatorDeps, required, table, type Values } from "./command.ts";
import { limitsCard, limitsHelp, limitsOf, optionOf, planRow } from "./plan-limits.ts";

const nameOption = { value: "PLAN", about: "its name", required: true } as const;

/** Throws NamedError ValidationFailed naming the option that is out of its bounds. */
const checked = (plan: Plan): Plan => {
  const result = planSchema.safeParse(plan);
  if (result.success) return result.data;
  const sentences = result.error.issues.map(({ path, message }) =>
    path[0] === "name"
      ? "--name must be 1 to 40 lower-case letters, digits and hyphens"
      : `--${optionOf(String(path[0]))}: ${message}`,
  );
  throw new NamedError("ValidationFailed", sentences);
};

const saved = async (plan: Plan, sentence: string, deps: OperatorDeps) => {
  await deps.plans.put(plan);
  return done(plan, [sentence, ...limitsCard(plan)]);
};

const accountsOn = async (name: string, deps: OperatorDeps): Promise<number> =>
  (await deps.accounts.list()).filter(({ plan }) => plan === name).length;

const isBuiltIn = (values: Values): boolean => values.name === standardPlan.name;

export const plansCommands: readonly Command[] = [
  {
    name: "plans list",
    about: "what the accounts of each plan may do",
    run: async (_values, deps) => {
      const plans = await allPlans(deps);
      return done({ plans }, table(plans.map(planRow)));
    },
  },
  {
    name: "plans create",
    about: "a new plan; limits that are not given are those of standard",
    options: { name: nameOption, ...limitsHelp },
    run: async (values, deps) => {
      const name = required(values, "name");
      const base = (await findPlan(standardPlan.name, deps)) ?? standardPlan;
      const plan = checked({ ...base, ...limitsOf(values), name });
      if ((await findPlan(name, deps)) !== null) {
        throw new NamedError("ValidationFailed", `There is a plan ${name} already: see plans edit.`);
      }
      return saved(plan, `Created the plan ${name}.`, deps);
    },
  },
  {
    name: "plans edit",
    about: "change limits of a plan, for all its accounts; takes effect within 10 seconds",
    options: { name: nameOption, ...limitsHelp },
    run: async (values, deps) => {
      const plan = await requirePlan(required(values, "name"), deps);
      const limits = limitsOf(values);
      if (Object.keys(limits).length === 0) {
        const names = Object.keys(limitsHelp).map((name) => `--${name}`);
        throw new NamedError("ValidationFailed", `Say what to change: ${names.join(", ")}`);
      }
      return saved(checked({ ...plan, ...limits }), `Changed the plan ${plan.name}.`, deps);
    },
  },
  {
    name: "plans delete",
    about: "remove a plan that no account is on; standard gets its built-in limits back",
    options: { name: nameOption },
    warning: (values) => `The limits of the plan ${values.name} are lost.`,
    run: async (values, deps) => {
      const name = required(values, "name");
      const accounts = isBuiltIn(values) ? 0 : await accountsOn(name, deps);
      if (accounts > 0) {
        const sentence = `${accounts} accounts are on the plan ${name}: give them another one first (accounts plan).`;
        throw new NamedError("ValidationFailed", sentence);
      }
      const wasThere = await deps.plans.remove(name);
      if (!wasThere && !isBuiltIn(values)) throw new NamedError("NotFound", `There is no plan ${name}.`);
      const sentence = isBuiltIn(values)
        ? `The plan ${name} has its built-in limits.`
        : `Deleted the plan ${name}.`;
      return done({ name, deleted: true }, [sentence]);
    },
  },
];
