import type { z } from "zod";

/** The parts of zod's definitions that contain other schemas. */
interface Definition {
  type: string;
  shape?: Readonly<Record<string, z.core.$ZodType>>;
  element?: z.core.$ZodType;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
}

const definition = (schema: z.core.$ZodType): Definition => schema._zod.def as unknown as Definition;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns whether null is a valid value, as for the `emoji` of a word. */
const takesNull = (schema: z.core.$ZodType): boolean => {
  const { type, innerType } = definition(schema);
  if (type === "nullable" || type === "null" || type === "unknown" || type === "any") return true;
  return type === "optional" && innerType !== undefined && takesNull(innerType);
};

/** Smaller positive numbers cannot be stored. Source: Amazon DynamoDB, "Supported data types", Number. */
const smallestNumber = 1e-130;

/**
 * Returns the JSON value as it can be stored: without null fields that are optional in the schema, because clients send null for fields
 * without a value, and with 0 for numbers that are nearer to it than any meaning. Visits objects, arrays, optional wrappers and the input
 * of transforms.
 */
export const normalizeJson = (schema: z.core.$ZodType, value: unknown): unknown => {
  if (typeof value === "number") return Math.abs(value) < smallestNumber ? 0 : value;
  const { type, shape, element, innerType, in: input } = definition(schema);
  if (type === "optional" && innerType !== undefined) return normalizeJson(innerType, value);
  if (type === "pipe" && input !== undefined) return normalizeJson(input, value);
  if (type === "array" && element !== undefined && Array.isArray(value)) {
    return value.map((entry) => normalizeJson(element, entry));
  }
  if (type !== "object" || shape === undefined || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      const fieldSchema = Object.hasOwn(shape, key) ? shape[key] : undefined;
      if (fieldSchema === undefined) return [[key, field]];
      if (field === null && definition(fieldSchema).type === "optional" && !takesNull(fieldSchema)) return [];
      return [[key, normalizeJson(fieldSchema, field)]];
    }),
  );
};
