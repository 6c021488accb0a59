import type { z } from "zod";

/** The parts of zod's definitions that lead into a value. */
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

/** Whether null itself is a legal value, as in a word's `emoji`. */
const takesNull = (schema: z.core.$ZodType): boolean => {
  const { type, innerType } = definition(schema);
  if (type === "nullable" || type === "null" || type === "unknown" || type === "any") return true;
  return type === "optional" && innerType !== undefined && takesNull(innerType);
};

/**
 * The same JSON value without the fields that are null where the schema has an optional field: clients send null for
 * what they have not set. Walks objects, arrays, optional wrappers and the input of transforms; everything else is left to the schema.
 */
export const dropNulls = (schema: z.core.$ZodType, value: unknown): unknown => {
  const { type, shape, element, innerType, in: input } = definition(schema);
  if (type === "optional" && innerType !== undefined) return dropNulls(innerType, value);
  if (type === "pipe" && input !== undefined) return dropNulls(input, value);
  if (type === "array" && element !== undefined && Array.isArray(value)) {
    return value.map((entry) => dropNulls(element, entry));
  }
  if (type !== "object" || shape === undefined || !isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      const fieldSchema = Object.hasOwn(shape, key) ? shape[key] : undefined;
      if (fieldSchema === undefined) return [[key, field]];
      if (field === null && definition(fieldSchema).type === "optional" && !takesNull(fieldSchema)) return [];
      return [[key, dropNulls(fieldSchema, field)]];
    }),
  );
};
