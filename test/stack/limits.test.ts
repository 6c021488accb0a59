/** Limits of AWS that CloudFormation reports only at a deployment. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import {
  bareContext,
  defaultContext,
  ofType,
  operatorContext,
  synthesize,
  type Template,
  takenOverContext,
} from "./synthesized.ts";

/** Longer than every name and ARN that a reference stands for. */
const longestReference = "a".repeat(150);

/** Replaces what is known at the deployment only by values of the greatest length. */
const resolved = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== "object" || value === null) return value;
  if ("Fn::Join" in value) {
    const [separator, parts] = value["Fn::Join"] as [string, unknown[]];
    return parts.map((part) => String(resolved(part))).join(separator);
  }
  if ("Ref" in value && String(value.Ref).startsWith("AWS::")) return "ap-southeast-1";
  if ("Ref" in value || "Fn::GetAtt" in value || "Fn::ImportValue" in value) return longestReference;
  if ("Fn::If" in value) return resolved((value["Fn::If"] as unknown[])[1]);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(inner)]));
};

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(resolved(value)));

describe.each([
  ["the default", defaultContext],
  ["an operator's", operatorContext],
  ["a takeover's", takenOverContext],
  ["the bare", bareContext],
])("the stack with %s options", (_, context) => {
  let text: string;
  let template: Template;
  beforeAll(async () => {
    ({ text, template } = await synthesize(context));
  });

  test("stays below the limits of a template", () => {
    expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
    expect(Object.keys(template.Resources).length).toBeLessThan(500);
  });

  // The sum of all inline policies of a role, without white space.
  // https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
  test("has inline policies of at most 10,240 characters a role", () => {
    const sizes = new Map<string, number>();
    for (const [, { PolicyDocument, Roles }] of ofType(template, "AWS::IAM::Policy"))
      for (const role of Roles as { Ref: string }[])
        sizes.set(role.Ref, (sizes.get(role.Ref) ?? 0) + bytes(PolicyDocument));
    for (const [id, { Policies = [] }] of ofType(template, "AWS::IAM::Role"))
      for (const { PolicyDocument } of Policies as { PolicyDocument: unknown }[])
        sizes.set(id, (sizes.get(id) ?? 0) + bytes(PolicyDocument));
    expect(sizes.size).toBeGreaterThan(40);
    expect([...sizes].filter(([, size]) => size > 10_240)).toEqual([]);
  });

  // https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
  test("has variables of at most 4 KB a function", () => {
    const sizes = ofType(template, "AWS::Lambda::Function").map(([id, { Environment }]) => [
      id,
      bytes((Environment as { Variables?: object } | undefined)?.Variables ?? {}),
    ]);
    expect(sizes.length).toBeGreaterThan(40);
    expect(sizes.filter(([, size]) => Number(size) > 4096)).toEqual([]);
  });

  // https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html
  test("has state machines of at most 1 MB, and names within their limits", () => {
    for (const [, { DefinitionString, StateMachineName }] of ofType(
      template,
      "AWS::StepFunctions::StateMachine",
    )) {
      expect(bytes(DefinitionString)).toBeLessThan(1_048_576);
      expect(String(resolved(StateMachineName)).length).toBeLessThanOrEqual(80);
    }
    const named = [
      ["AWS::IAM::Role", "RoleName", 64],
      ["AWS::SQS::Queue", "QueueName", 80],
      ["AWS::Lambda::Function", "FunctionName", 64],
      ["AWS::ECS::TaskDefinition", "Family", 255],
    ] as const;
    for (const [type, property, limit] of named)
      for (const [, properties] of ofType(template, type))
        expect(String(resolved(properties[property] ?? "")).length).toBeLessThanOrEqual(limit);
  });
});
