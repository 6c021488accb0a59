import { noteFor } from "./field-notes.ts";
import type { JsonSchema } from "./openapi-types.ts";

/** Whether a schema describes a request or a response. */
export type SchemaDirection = "input" | "output";

/** Returns the schema with a note at every field that has no description. `path` are the names that lead to it. */
export const annotateSchema = (
  schema: JsonSchema,
  path: readonly string[],
  direction: SchemaDirection,
): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, unknown] => {
      if (key === "anyOf" || key === "oneOf") {
        return [key, (value as JsonSchema[]).map((option) => annotateSchema(option, path, direction))];
      }
      if (key === "items") return [key, annotateSchema(value as JsonSchema, path, direction)];
      if (key === "example") return ["examples", [value]];
      if (key !== "properties") return [key, value];
      const fields = Object.entries(value as Record<string, JsonSchema>);
      return [
        key,
        Object.fromEntries(
          fields.map(([name, field]) => [name, annotateField(field, [...path, name], direction)]),
        ),
      ];
    }),
  );

/** Only requests have defaults. */
const annotateField = (
  field: JsonSchema,
  path: readonly string[],
  direction: SchemaDirection,
): JsonSchema => {
  const { description, default: defaultValue, example } = noteFor(path) ?? {};
  return {
    ...(description === undefined ? {} : { description }),
    ...(defaultValue === undefined || direction === "output" ? {} : { default: defaultValue }),
    ...(example === undefined ? {} : { examples: [example] }),
    ...annotateSchema(field, path, direction),
  };
};
