/** `cdk destroy` ends, and leaves only what an option keeps. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import {
  bareContext,
  defaultContext,
  flat,
  list,
  ofType,
  operatorContext,
  statementsOf,
  synthesize,
  type Template,
  takenOverContext,
} from "./synthesized.ts";

/** Returns the IDs that a resource refers to, of which the template has a resource. */
const referencesOf = (template: Template, value: unknown): string[] => {
  if (typeof value === "string")
    return [...value.matchAll(/\$\{(\w+)(?:\.\w+)?\}/g)]
      .map(([, name = ""]) => name)
      .filter((name) => name in template.Resources);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const named = key === "Ref" ? [inner] : key === "Fn::GetAtt" ? list(inner as string[]).slice(0, 1) : [];
    const known = named.filter((name) => typeof name === "string" && name in template.Resources);
    return [...(known as string[]), ...referencesOf(template, inner)];
  });
};

const dependenciesOf = (template: Template, id: string): string[] => {
  const { Properties, DependsOn } = template.Resources[id] ?? {};
  return [...referencesOf(template, Properties), ...list(DependsOn)];
};

/** Returns everything that a resource depends on, which CloudFormation deletes after it. Throws Error for a circle. */
const deletedAfter = (template: Template, id: string): ReadonlySet<string> => {
  const found = new Set<string>();
  const visit = (at: string, path: readonly string[]): void => {
    if (path.includes(at)) throw new Error(`circular dependency: ${[...path, at].join(" → ")}`);
    if (found.has(at)) return;
    for (const next of dependenciesOf(template, at)) visit(next, [...path, at]);
    found.add(at);
  };
  visit(id, []);
  return found;
};

const idsOf = (template: Template, pattern: RegExp): string[] =>
  Object.entries(template.Resources)
    .filter(([, { Type }]) => pattern.test(Type))
    .map(([id]) => id);

describe.each([
  ["the default", defaultContext, ["AWS::DynamoDB::GlobalTable", "AWS::S3::Bucket"]],
  ["an operator's", operatorContext, ["AWS::DynamoDB::GlobalTable", "AWS::S3::Bucket"]],
  ["a takeover's", takenOverContext, []],
  ["the bare", bareContext, []],
])("the deletion of the stack with %s options", (_, context, kept) => {
  let template: Template;
  let teardown: string;
  beforeAll(async () => {
    ({ template } = await synthesize(context));
    [teardown = ""] = idsOf(template, /^Custom::Teardown$/);
  }, 180_000);

  test("keeps records and media, or nothing", () => {
    const retained = Object.values(template.Resources).filter(({ DeletionPolicy = "Delete" }) =>
      DeletionPolicy.startsWith("Retain"),
    );
    expect(retained.map(({ Type }) => Type).sort()).toEqual(kept);
    expect(Object.values(template.Outputs).filter((output) => "Export" in (output as object))).toEqual([]);
  });

  test("leaves no logs, which no function or container can create again", () => {
    const groups = Object.values(template.Resources).filter(({ Type }) => Type === "AWS::Logs::LogGroup");
    for (const group of groups)
      expect(group).toMatchObject({
        DeletionPolicy: "Delete",
        Properties: { RetentionInDays: expect.any(Number) },
      });
    const withoutGroup = ofType(template, "AWS::Lambda::Function").filter(
      ([, { LoggingConfig }]) =>
        (LoggingConfig as { LogGroup?: unknown } | undefined)?.LogGroup === undefined,
    );
    expect(withoutGroup).toEqual([]);
    const actions = statementsOf(template).flatMap(({ statement }) => list(statement.Action));
    expect(actions).not.toContain("logs:CreateLogGroup");
  });

  test("empties each bucket that it deletes, by a resource that is deleted before the bucket", () => {
    const deleted = idsOf(template, /^AWS::S3::Bucket$/).filter(
      (id) => template.Resources[id]?.DeletionPolicy === "Delete",
    );
    for (const bucket of deleted) {
      const emptying = statementsOf(template).filter(
        ({ statement }) =>
          list(statement.Action).includes("s3:DeleteObject") &&
          list(statement.Resource as string[]).some((resource) =>
            flat(resource).startsWith(`\${${bucket}.Arn}`),
          ),
      );
      const roles = new Set(emptying.map(({ holder }) => holder));
      const custom = idsOf(template, /^Custom::/).filter((id) => {
        const after = deletedAfter(template, id);
        return after.has(bucket) && [...after].some((each) => roles.has(each));
      });
      expect([bucket, custom]).toEqual([bucket, [expect.any(String)]]);
    }
  });

  test("ends what starts work, then all work, then what work occupies", () => {
    const starters = idsOf(template, /^AWS::Events::Rule$|^AWS::ApiGatewayV2::Stage$|^AWS::ECS::Service$/);
    expect(starters.length).toBeGreaterThan(5);
    for (const id of starters) expect([id, deletedAfter(template, id).has(teardown)]).toEqual([id, true]);
    const occupied = idsOf(
      template,
      /^AWS::StepFunctions::StateMachine$|^AWS::ECS::Cluster|^AWS::EC2::(Subnet|VPCGatewayAttachment|Route|VPC)$/,
    );
    expect(occupied.length).toBeGreaterThan(12);
    const after = deletedAfter(template, teardown);
    expect(occupied.filter((id) => !after.has(id))).toEqual([]);
  });

  test("deletes CloudFront's way into the network before the network's way out, which it needs", () => {
    const attachments = idsOf(template, /^AWS::EC2::VPCGatewayAttachment$/);
    expect(attachments).toHaveLength(1);
    for (const origin of idsOf(template, /^AWS::CloudFront::VpcOrigin$/))
      expect([...deletedAfter(template, origin)]).toEqual(expect.arrayContaining(attachments));
  });

  test("stops the executions of every machine", () => {
    const machines = ofType(template, "AWS::StepFunctions::StateMachine").length;
    for (const action of ["states:ListExecutions", "states:StopExecution"]) {
      const statements = statementsOf(template).filter(
        ({ holder, statement }) =>
          holder.startsWith("FunctionsTearDown") && list(statement.Action).includes(action),
      );
      expect(statements.flatMap(({ statement }) => list(statement.Resource as string[]))).toHaveLength(
        machines,
      );
    }
  });

  test("meets no circle of dependencies, and no function in the network, whose interfaces would outlive it", () => {
    for (const id of Object.keys(template.Resources)) deletedAfter(template, id);
    expect(ofType(template, "AWS::Lambda::Function").filter(([, { VpcConfig }]) => VpcConfig)).toEqual([]);
  });
});
