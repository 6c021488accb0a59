import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

interface ShapeReference {
  shape: string;
  /** The name on the wire, if it differs from the member's. */
  locationName?: string;
}

interface ShapeDefinition {
  type: string;
  required?: string[];
  members?: Record<string, ShapeReference>;
  member?: ShapeReference;
  key?: ShapeReference;
  value?: ShapeReference;
  min?: number;
  max?: number;
  pattern?: string;
  enum?: string[];
}

/** The part of an SDK's description of an AWS service that validation uses. */
export interface ServiceModel {
  metadata: { targetPrefix: string; jsonVersion: string };
  operations: Record<string, { input?: ShapeReference }>;
  shapes: Record<string, ShapeDefinition>;
}

/** Reads the model of a service from the AWS SDK for Python in the virtual environment. */
export function readServiceModel(venv: string, service: string): ServiceModel {
  const lib = join(venv, "lib");
  const python = readdirSync(lib).find((name) => name.startsWith("python"));
  const versions = join(lib, python ?? "", "site-packages", "botocore", "data", service);
  const newest = readdirSync(versions).sort().at(-1) ?? "";
  const packed = readFileSync(join(versions, newest, "service-2.json.gz"));
  return JSON.parse(gunzipSync(packed).toString("utf8")) as ServiceModel;
}

/** A constraint of the shape that the value violates, worded as AWS words it. */
export interface Violation {
  path: string;
  sentence: string;
  /** The value does not have the shape's type, for which AWS returns SerializationException. */
  isWrongType: boolean;
}

/** Returns every constraint of the shape that the value violates. Members that the shape does not have are ignored, as in AWS. */
export function violationsOf(
  model: ServiceModel,
  shapeName: string,
  value: unknown,
  path: string,
): Violation[] {
  const shape = model.shapes[shapeName];
  if (shape === undefined) throw new Error(`the model has no shape ${shapeName}`);
  if (!isOfType(shape, value)) return [{ path, sentence: `Expected ${shape.type}`, isWrongType: true }];
  const at = (part: string): string => (path === "" ? part : `${path}.${part}`);
  const inside = (reference: ShapeReference | undefined, inner: unknown, innerPath: string): Violation[] =>
    reference === undefined ? [] : violationsOf(model, reference.shape, inner, innerPath);
  const broken = brokenConstraints(shape, value).map((sentence) => ({ path, sentence, isWrongType: false }));
  if (shape.type === "structure") {
    const fields = value as Record<string, unknown>;
    const missing = (shape.required ?? [])
      .filter((name) => isAbsent(fields[name]))
      .map((name) => ({
        path: at(camelCase(name)),
        sentence: "Member must not be null",
        isWrongType: false,
      }));
    const members = Object.entries(shape.members ?? {})
      .filter(([name]) => !isAbsent(fields[name]))
      .flatMap(([name, reference]) => inside(reference, fields[name], at(camelCase(name))));
    return [...missing, ...members];
  }
  if (shape.type === "list") {
    const items = (value as unknown[]).flatMap((item, index) =>
      inside(shape.member, item, `${path}.${index + 1}.member`),
    );
    return [...broken, ...items];
  }
  if (shape.type === "map") {
    const entries = Object.entries(value as object).flatMap(([key, inner]) => [
      ...inside(shape.key, key, path),
      ...inside(shape.value, inner, at(key)),
    ]);
    return [...broken, ...entries];
  }
  return broken;
}

/** Returns a value of the wire with the names of the model's members. Unknown fields keep their names. */
export function memberNames(model: ServiceModel, shapeName: string, value: unknown): unknown {
  const shape = model.shapes[shapeName];
  const inner = (reference: ShapeReference | undefined, item: unknown): unknown =>
    reference ? memberNames(model, reference.shape, item) : item;
  if (Array.isArray(value)) return value.map((item) => inner(shape?.member, item));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(shape?.members ?? {});
  const named = Object.entries(value).map(([wireName, item]): [string, unknown] => {
    if (shape?.type === "map") return [wireName, inner(shape.value, item)];
    const [name, reference] = members.find(([, { locationName }]) => locationName === wireName) ?? [wireName];
    return [name, inner(reference, item)];
  });
  return Object.fromEntries(named);
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

const camelCase = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

const isOfType = ({ type }: ShapeDefinition, value: unknown): boolean => {
  switch (type) {
    case "structure":
    case "map":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "list":
      return Array.isArray(value);
    case "string":
    case "blob":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "integer":
    case "long":
      return Number.isInteger(value);
    default:
      return typeof value === "number";
  }
};

const brokenConstraints = (shape: ShapeDefinition, value: unknown): string[] => {
  const broken: string[] = [];
  const isNumber = typeof value === "number";
  const size = isNumber
    ? value
    : typeof value === "string"
      ? value.length
      : Object.keys(Object(value)).length;
  const measure = isNumber ? "have value" : "have length";
  if (shape.type === "structure") return broken;
  if (shape.min !== undefined && size < shape.min)
    broken.push(`Member must ${measure} greater than or equal to ${shape.min}`);
  if (shape.max !== undefined && size > shape.max)
    broken.push(`Member must ${measure} less than or equal to ${shape.max}`);
  if (typeof value !== "string") return broken;
  if (shape.enum && !shape.enum.includes(value))
    broken.push(`Member must satisfy enum value set: [${shape.enum.join(", ")}]`);
  if (shape.pattern && !new RegExp(`^(?:${shape.pattern})$`, "s").test(value))
    broken.push(`Member must satisfy regular expression pattern: ${shape.pattern}`);
  return broken;
};
