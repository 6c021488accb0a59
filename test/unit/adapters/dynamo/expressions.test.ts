import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { parseSync } from "@swc/core";
import { dynamoReservedWords } from "../../../fakes/dynamo-reserved-words.ts";

const folder = resolve(import.meta.dirname, "../../../../adapters/dynamo");

/** Clauses, operators and functions of expressions. */
const syntax = new Set(
  "set add remove delete and or not between in attribute_exists attribute_not_exists attribute_type begins_with contains size if_not_exists list_append".split(
    " ",
  ),
);
/** Expressions have placeholders of names (#) or values (:), or test the existence of an attribute. */
const isExpression = (text: string): boolean => /(?:^|[\s(])[#:]\w|\battribute_\w+\(|^REMOVE /.test(text);

/** Attribute names that are written out in an expression. */
const attributesIn = (expression: string): string[] =>
  [...expression.matchAll(/(?<![#:\w])[a-z]\w*/gi)]
    .map(([name]) => name)
    .filter((name) => !syntax.has(name.toLowerCase()));

const inserted = "#inserted";

/** The string literals of a module; what a template inserts is read as a placeholder. */
const literalsIn = (source: string): { property: string; text: string }[] => {
  const found: { property: string; text: string }[] = [];
  const visit = (node: unknown, property: string): void => {
    if (Array.isArray(node)) for (const each of node) visit(each, property);
    if (typeof node !== "object" || node === null || Array.isArray(node)) return;
    const one = node as {
      type?: string;
      key?: { value?: unknown };
      value?: unknown;
      quasis?: { cooked: string }[];
    };
    if (one.type === "StringLiteral") found.push({ property, text: String(one.value) });
    if (one.type === "TemplateLiteral")
      found.push({ property, text: (one.quasis ?? []).map(({ cooked }) => cooked).join(inserted) });
    const name = one.type === "KeyValueProperty" ? String(one.key?.value) : property;
    for (const child of Object.values(one)) visit(child, name);
  };
  visit(parseSync(source, { syntax: "typescript", target: "es2024" }).body, "");
  return found;
};

const expressionsIn = (source: string): string[] =>
  literalsIn(source)
    .filter(
      ({ property, text }) => property.endsWith("Expression") || isExpression(text.replaceAll(inserted, "")),
    )
    .map(({ text }) => text);

const attributes = readdirSync(folder).flatMap((file) =>
  expressionsIn(readFileSync(join(folder, file), "utf8")).flatMap((expression) =>
    attributesIn(expression).map((name) => ({ file, name })),
  ),
);

describe("an expression for DynamoDB", () => {
  test("is found in every store that writes one", () => {
    const names = new Set(attributes.map(({ name }) => name));
    expect([...names]).toEqual(
      expect.arrayContaining(["pk", "gsi2sk", "responseJson", "leaseUntil", "holder"]),
    );
    expect(new Set(attributes.map(({ file }) => file)).size).toBeGreaterThan(12);
  });

  test("names no attribute with a reserved word", () => {
    expect(attributes.filter(({ name }) => dynamoReservedWords.has(name.toLowerCase()))).toEqual([]);
  });

  test("is searched for attributes, not for placeholders", () => {
    const source = `const update = {
      UpdateExpression: \`SET response = :response, #status = :status, \${name} = :name REMOVE ttl\`,
      ProjectionExpression: "owner", // SET language = :language
      message: "The plan is limited to one",
    };`;
    const found = expressionsIn(source).flatMap(attributesIn);
    expect(found).toEqual(["response", "ttl", "owner"]);
    expect(found.every((name) => dynamoReservedWords.has(name))).toBe(true);
  });
});
