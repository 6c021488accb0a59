import { beforeAll, describe, expect, test } from "@jest/globals";
import { Template as Assertions, Match } from "aws-cdk-lib/assertions";
import { containerVcpus } from "../../core/capacity/capacity.ts";
import { rendererGibibytes } from "../../core/capacity/renderer-disk.ts";
import { machineNames, readMachine, scopesOf } from "../statemachines/machines.ts";
import { flat, list, ofType, statementsOf, synthesize, type Template } from "./synthesized.ts";

/** Arguments of a state that starts a container. */
interface ContainerStart {
  Overrides: { EphemeralStorage?: { SizeInGiB: number | string } };
}

let template: Template;
let assertions: Assertions;

beforeAll(async () => {
  ({ template } = await synthesize());
  assertions = Assertions.fromJSON(template as never);
}, 180_000);

describe("machines and containers", () => {
  test("every name in a machine's file has a value, and every value is used", () => {
    const machines = ofType(template, "AWS::StepFunctions::StateMachine");
    expect(machines).toHaveLength(4);
    for (const [, { DefinitionString, DefinitionSubstitutions }] of machines) {
      const named = [...String(DefinitionString).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(DefinitionSubstitutions as object).sort()).toEqual([...new Set(named)].sort());
    }
  });

  test("run each family's newest revision", () => {
    const captioning = ofType(template, "AWS::StepFunctions::StateMachine").find(([, { StateMachineName }]) =>
      flat(StateMachineName).endsWith("captioning-task"),
    );
    const substitutions = captioning?.[1].DefinitionSubstitutions as Record<string, unknown> | undefined;
    expect(flat(substitutions?.RenderTaskDefinitionArn)).toMatch(/:task-definition\/Capstack-render$/);
  });

  test.each([
    ["render", "render"],
    ["clips", "render"],
    ["speech", "speech"],
    ["extract", "speech"],
    ["import", "ingest"],
    ["brolls", "ingest"],
    ["ingest", "ingest"],
  ])("%s has one unprivileged container of that name", (name, image) => {
    const found = ofType(template, "AWS::ECS::TaskDefinition").filter(([, { Family }]) =>
      flat(Family).endsWith(`-${name}`),
    );
    expect(found).toHaveLength(1);
    expect(found[0]?.[1].ContainerDefinitions).toMatchObject([
      {
        Name: name,
        StopTimeout: 120,
        Image: { "Fn::If": ["NotLocal", expect.anything(), `capstack/${image}`] },
        ReadonlyRootFilesystem: true,
        LinuxParameters: { Capabilities: { Drop: ["ALL"] } },
        MountPoints: [{ ContainerPath: "/scratch", ReadOnly: false, SourceVolume: "scratch" }],
        Environment: expect.arrayContaining([expect.objectContaining({ Name: "BUCKET_NAME" })]),
      },
    ]);
  });

  test("have the vCPUs that the machines reserve for them", () => {
    const vcpus = Object.fromEntries(
      ofType(template, "AWS::ECS::TaskDefinition").map(([, { Family, Cpu }]) => [
        flat(Family).replace("Capstack-", ""),
        Number(Cpu) / 1024,
      ]),
    );
    expect(vcpus).toEqual({ ...containerVcpus, clips: containerVcpus.render, ingest: 0.5 });
  });

  test("have the disk that is free of charge or a fixed one, and machines only ask for larger disks", () => {
    const disks = ofType(template, "AWS::ECS::TaskDefinition").map(([, { Family, EphemeralStorage }]) => [
      flat(Family).replace("Capstack-", ""),
      (EphemeralStorage as { SizeInGiB: number } | undefined)?.SizeInGiB ?? 20,
    ]);
    expect(Object.fromEntries(disks)).toEqual({
      ...{ render: 20, clips: 20, speech: 20, extract: 20, dub: 40, import: 20, brolls: 40, ingest: 40 },
    });
    const sizes = machineNames
      .flatMap((name) => scopesOf(readMachine(name)).flatMap(({ States }) => Object.values(States)))
      .filter(({ Resource }) => Resource?.includes(":ecs:"))
      .map(({ Arguments }) => (Arguments as unknown as ContainerStart).Overrides.EphemeralStorage?.SizeInGiB);
    const ofInput = `{% $exists($states.input.diskGibibytes) ? $states.input.diskGibibytes : ${rendererGibibytes.full} %}`;
    expect(sizes.filter((size) => size !== undefined).sort()).toEqual([200, ofInput, ofInput, ofInput]);
    expect(rendererGibibytes.small).toBeGreaterThan(20);
  });

  test("have one role that starts them, which pulls images and writes logs, and which they cannot use", () => {
    const roles = ofType(template, "AWS::ECS::TaskDefinition").map(([, properties]) => properties);
    expect(new Set(roles.map(({ ExecutionRoleArn }) => flat(ExecutionRoleArn))).size).toBe(1);
    expect(new Set(roles.map(({ TaskRoleArn }) => flat(TaskRoleArn))).size).toBe(roles.length);
    const actions = statementsOf(template)
      .filter(({ holder }) => holder.startsWith("ContainersExecutionRole"))
      .flatMap(({ statement }) => list(statement.Action));
    expect([...new Set(actions)].sort()).toEqual([
      "ecr:BatchCheckLayerAvailability",
      "ecr:BatchGetImage",
      "ecr:GetAuthorizationToken",
      "ecr:GetDownloadUrlForLayer",
      "logs:CreateLogStream",
      "logs:PutLogEvents",
    ]);
  });

  test("the network costs nothing when idle and accepts no connections", () => {
    assertions.resourceCountIs("AWS::EC2::NatGateway", 0);
    assertions.resourceCountIs("AWS::EC2::EIP", 0);
    const endpoints = ofType(template, "AWS::EC2::VPCEndpoint").map(
      ([, { VpcEndpointType }]) => VpcEndpointType,
    );
    expect(endpoints).toEqual(["Gateway", "Gateway"]);
    assertions.hasResourceProperties("AWS::EC2::SecurityGroup", { SecurityGroupIngress: Match.absent() });
  });
});

describe("permissions of containers", () => {
  test.each([
    ["render", ["tasks/*/render/*", "tasks/*/segments/*"], ["captioning-task"]],
    ["clips", ["tasks/*/clips/*"], ["clip-task"]],
    ["speech", ["tasks/*/recognition.json"], ["transcription"]],
    ["extract", ["transcribe/*"], ["transcription"]],
    ["import", ["videos/*"], ["video-import"]],
    ["brolls", ["tasks/*/broll/*"], ["captioning-task"]],
  ])("%s writes its own objects only, and reports only to its own machine", (name, keys, machines) => {
    const statements = statementsOf(template).filter(({ holder }) =>
      holder.startsWith(`Containers${name}TaskRole`),
    );
    const resourcesOf = (action: string): string[] =>
      statements
        .filter(({ statement }) => list(statement.Action).includes(action))
        .flatMap(({ statement }) => list(statement.Resource).map(flat));
    expect(resourcesOf("s3:PutObject").map((arn) => arn.split("}/")[1])).toEqual(keys);
    for (const action of ["states:SendTaskSuccess", "states:SendTaskFailure", "states:SendTaskHeartbeat"]) {
      expect(resourcesOf(action).map((arn) => arn.split("Capstack-")[1])).toEqual(machines);
    }
    const writing = statements.filter(({ statement }) =>
      JSON.stringify(statement.Action).includes("dynamodb:"),
    );
    expect(writing.map(({ statement }) => [statement.Action, statement.Condition])).toEqual(
      ["render", "clips", "speech", "extract"].includes(name)
        ? [["dynamodb:UpdateItem", { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["PROGRESS#*"] } }]]
        : [],
    );
  });
});
