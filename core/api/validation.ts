import type { z } from "zod";
import { NamedError } from "../errors.ts";
import { normalizeJson } from "./normalize-json.ts";

/** Maximum number of reported problems. */
const maxProblems = 20;

type Issue = z.core.$ZodIssue;
type RawIssue = z.core.$ZodRawIssue;

/**
 * Parses a value with its schema. `null` for an optional field counts as absent. Throws NamedError ValidationFailed with one sentence
 * per problem, each beginning with the path of the field: `exportSettings.fps`, `transcript[3].text`, `[3].text` if the body is an array.
 * Rejects unpaired surrogates, which JSON escapes can contain and which stores and fonts do not support.
 */
export const validated = <S extends z.ZodType>(schema: S, value: unknown, root = "body"): z.infer<S> => {
  const result = schema.safeParse(normalizeJson(schema, value), { error: sentence });
  const halves = unpairedSurrogates(value, []).map(
    (path) => `${pathText(path, root)} holds half a character`,
  );
  if (result.success && halves.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  const problems = [...issues.flatMap((issue) => problemsOf(issue, root)), ...halves];
  throw new NamedError("ValidationFailed", problems.slice(0, maxProblems));
};

type Path = readonly PropertyKey[];

/** Returns the paths of strings, and of fields with names, that contain an unpaired surrogate. */
const unpairedSurrogates = (value: unknown, path: Path): Path[] => {
  if (typeof value === "string") return value.isWellFormed() ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value))
    return value.flatMap((entry, index) => unpairedSurrogates(entry, [...path, index]));
  return Object.entries(value).flatMap(([key, field]) => {
    const within = [...path, key.toWellFormed()];
    return key.isWellFormed() ? unpairedSurrogates(field, within) : [within];
  });
};

const problemsOf = (issue: Issue, root: string): string[] => {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `${pathText([...issue.path, key], root)} is not a known field`);
  }
  // The path of a wrong key ends with the key itself, which may be empty.
  if (issue.code === "invalid_key") return [`${pathText(issue.path.slice(0, -1), root)} ${issue.message}`];
  return [`${pathText(issue.path, root)} ${issue.message}`];
};

const pathText = (path: readonly PropertyKey[], root: string): string => {
  const text = path.reduce<string>((so, key) => {
    if (typeof key === "number") return `${so}[${key}]`;
    return so === "" ? String(key) : `${so}.${String(key)}`;
  }, "");
  return text === "" ? root : text;
};

/** Returns the sentence after the path. Schemas with their own sentence (`regex`, `refine`) keep it. */
const sentence = (issue: RawIssue): string => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is required" : `must be ${withArticle(String(issue.expected))}`;
    case "invalid_value":
      return issue.input === undefined
        ? `is required: one of ${issue.values.map(String).join(", ")}`
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `must ${bound(String(issue.origin), issue.inclusive === false ? "more than" : "at least", issue.minimum)}`;
    case "too_big":
      return `must ${bound(String(issue.origin), issue.inclusive === false ? "less than" : "at most", issue.maximum)}`;
    case "invalid_format":
      return `must be a valid ${issue.format}`;
    case "invalid_key":
      return "has a key that is empty or too long";
    default:
      return "is not valid";
  }
};

const bound = (origin: string, relation: string, limit: number | bigint): string => {
  const isOne = Number(limit) === 1;
  if (origin === "string") return `have ${relation} ${limit} ${isOne ? "character" : "characters"}`;
  if (origin === "array" || origin === "set")
    return `have ${relation} ${limit} ${isOne ? "entry" : "entries"}`;
  return `be ${relation} ${limit}`;
};

const withArticle = (type: string): string => {
  if (type === "int") return "a whole number";
  if (type === "nan") return "a number";
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
};
