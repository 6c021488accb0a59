import * as z from "zod";
import { annotateSchema, type SchemaDirection } from "./annotate-schema.ts";
import { noteFor } from "./field-notes.ts";
import type { JsonSchema } from "./openapi-types.ts";

export interface NamedSchemas {
  /**
   * Returns the JSON Schema of a request (input) or a response (output): a reference if the schema has a name. Throws if another schema has
   * the same name.
   */
  describe(schema: z.ZodType, direction: SchemaDirection): JsonSchema;
  /** The named schemas that have been described, sorted by name. */
  schemas(): Record<string, JsonSchema>;
}

/**
 * Collects the named schemas (`meta({ id })`) of an OpenAPI document. Responses are described like requests, without
 * `additionalProperties: false`: later versions may add fields to them.
 */
export const createNamedSchemas = (): NamedSchemas => {
  const definitions = new Map<string, JsonSchema>();

  const define = (name: string, schema: JsonSchema): void => {
    const known = definitions.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two different schemas have the name ${name}`);
    definitions.set(name, schema);
  };

  return {
    describe(schema, direction) {
      const { $schema: _, $defs = {}, ...own } = toJson(schema);
      for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>)) {
        const description = noteFor([name])?.description;
        const described = description === undefined ? {} : { description };
        define(name, { ...described, ...annotateSchema(definition, [name], direction) });
      }
      return annotateSchema(own, [], direction);
    },
    schemas: () => Object.fromEntries([...definitions].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
};

const toJson = (schema: z.ZodType): JsonSchema => {
  const json = z.toJSONSchema(schema, { io: "input", target: "draft-2020-12", unrepresentable: "any" });
  const text = JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text, (key, value: unknown) =>
    isIntegerRange(key, value) ? undefined : value,
  ) as JsonSchema;
};

/** zod limits every integer to the range of exact doubles, which is no rule of the API. */
const isIntegerRange = (key: string, value: unknown): boolean =>
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (key === "maximum" && value === Number.MAX_SAFE_INTEGER);
