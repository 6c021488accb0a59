import type { Plan, PlanLimits } from "../../core/accounts/plan.ts";
import { NamedError } from "../../core/errors.ts";
import { formatBytes } from "../../core/videos/quota.ts";
import { fieldList, type Option, text, type Values } from "./command.ts";

const byteUnits: Readonly<Record<string, number>> = {
  "": 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KIB: 1024,
  MIB: 1024 ** 2,
  GIB: 1024 ** 3,
};
const secondUnits: Readonly<Record<string, number>> = { "": 1, S: 1, M: 60, MIN: 60, H: 3600 };

/** Parses a number with a unit: `500MB`, `10 GiB`, `90m`, `6h`. */
const parseUnits = (
  name: string,
  value: string,
  units: Readonly<Record<string, number>>,
  hint: string,
): number => {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(value.trim()) ?? [];
  const factor = units[unit.toUpperCase()];
  if (number === "" || factor === undefined) {
    throw new NamedError("ValidationFailed", `--${name} must be ${hint}`);
  }
  return Number(number) * factor;
};

const parseCount = (name: string, value: string): number => {
  if (!/^\d{1,15}$/.test(value.trim()))
    throw new NamedError("ValidationFailed", `--${name} must be a whole number`);
  return Number(value);
};

interface LimitOption extends Option {
  field: keyof PlanLimits;
  parse: (name: string, value: string) => number;
  show: (value: number) => string;
}

const count = (field: keyof PlanLimits, about: string): LimitOption => ({
  field,
  about,
  value: "N",
  parse: parseCount,
  show: String,
});

const limitOptions: Readonly<Record<string, LimitOption>> = {
  "font-limit": count("fontLimit", "maximum number of uploaded fonts"),
  "requests-per-second": count("requestsPerSecond", "sustained requests per second"),
  burst: count("burst", "maximum number of requests in a burst"),
  "concurrent-tasks": count("maxConcurrentTasks", "maximum number of concurrent tasks; further tasks wait"),
  "max-video-size": {
    field: "maxVideoBytes",
    about: "maximum size of a video, such as 500MB or 10GiB",
    value: "SIZE",
    parse: (name, value) =>
      Math.round(parseUnits(name, value, byteUnits, "a size such as 500MB, 10GiB or a number of bytes")),
    show: formatBytes,
  },
  "max-video-duration": {
    field: "maxVideoSeconds",
    about: "maximum duration of a video, such as 90m or 6h",
    value: "TIME",
    parse: (name, value) =>
      parseUnits(name, value, secondUnits, "a duration such as 90m, 6h or a number of seconds"),
    show: (seconds) => (seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`),
  },
};

/** Options of the commands that set limits. */
export const limitsHelp: Readonly<Record<string, Option>> = Object.fromEntries(
  Object.entries(limitOptions).map(([name, { about, value = "" }]) => [name, { about, value }]),
);

/** Returns the given limits. Throws NamedError ValidationFailed that names the option. */
export const limitsOf = (values: Values): Partial<PlanLimits> => {
  const given: Partial<PlanLimits> = {};
  for (const [name, { field, parse }] of Object.entries(limitOptions)) {
    const value = text(values, name);
    if (value !== undefined) given[field] = parse(name, value);
  }
  return given;
};

/** Returns the name of the option that sets a field. */
export const optionOf = (field: string): string =>
  Object.entries(limitOptions).find(([, option]) => option.field === field)?.[0] ?? field;

const shown = (plan: Plan): Record<string, string> =>
  Object.fromEntries(
    Object.entries(limitOptions).map(([name, { field, show }]) => [name, show(plan[field])]),
  );

export const limitsCard = (plan: Plan): string[] => fieldList(shown(plan));
export const planRow = (plan: Plan): Record<string, string> => ({ name: plan.name, ...shown(plan) });
