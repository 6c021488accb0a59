import { beforeAll, describe, expect, test } from "@jest/globals";
import { Template as Assertions, Match } from "aws-cdk-lib/assertions";
import { functionDefinitions, redirectMedia } from "../../lib/function-definitions.ts";
import { flat, handlerOf, list, ofType, statementsOf, synthesize, type Template } from "./synthesized.ts";

let text = "";
let template: Template;
let assertions: Assertions;

beforeAll(async () => {
  ({ text, template } = await synthesize());
  assertions = Assertions.fromJSON(template as never);
}, 180_000);

describe("the template", () => {
  test("stays within CloudFormation's limits, with room to grow", () => {
    expect(Buffer.byteLength(text)).toBeLessThan(800_000);
    expect(Object.keys(template.Resources).length).toBeLessThan(400);
    expect(Object.keys(template.Outputs).length).toBeLessThan(100);
  });

  test("asks for one parameter, and names no account, region or bootstrap stack", () => {
    expect(template.Parameters).toMatchObject({
      Engine: { Default: "aws", AllowedValues: ["aws", "local"] },
    });
    expect(Object.keys(template.Parameters)).toEqual(["Engine"]);
    expect(text).not.toMatch(/\b\d{12}\b|\b[a-z]{2}-[a-z]+-\d\b/);
  });

  test("holds no custom resource but the keys of links, and no function but the product's", () => {
    const types = Object.values(template.Resources).map(({ Type }) => Type);
    expect(types.filter((type) => type.startsWith("Custom::") || type.endsWith("CustomResource"))).toEqual([
      "Custom::LinkKey",
    ]);
    const handlers = ofType(template, "AWS::Lambda::Function").map(([, properties]) => handlerOf(properties));
    const expected = [...functionDefinitions.keys()].filter((name) => name !== redirectMedia);
    expect(handlers.sort()).toEqual(expected.sort());
  });

  test("leaves out on one machine what its emulator does not know", () => {
    const inCloudOnly = Object.values(template.Resources).filter(({ Condition }) => Condition === "NotLocal");
    const types = new Set(inCloudOnly.map(({ Type }) => Type.split("::").slice(0, 2).join("::")));
    for (const service of ["CloudFront", "CloudWatch", "ElasticLoadBalancingV2"])
      expect(types).toContain(`AWS::${service}`);
    expect(types).not.toContain("AWS::Lambda");
    expect(types).not.toContain("AWS::DynamoDB");
    assertions.hasCondition("NotLocal", { "Fn::Not": [{ "Fn::Equals": [{ Ref: "Engine" }, "local"] }] });
  });

  test("tells the names that operators and the one-machine engine need", () => {
    expect(Object.keys(template.Outputs)).toEqual(
      expect.arrayContaining([
        "HttpApiId",
        "HttpApiUrl",
        "TableName",
        "BucketName",
        "ClusterName",
        "CaptioningMachineArn",
        "ReconcileFunctionName",
      ]),
    );
  });
});

describe("least privilege", () => {
  test("no action is a wildcard", () => {
    const actions = statementsOf(template).flatMap(({ statement }) => list(statement.Action));
    expect(actions.length).toBeGreaterThan(100);
    expect(actions.filter((action) => action.includes("*"))).toEqual([]);
  });

  test("only what AWS cannot narrow may name every resource", () => {
    const everywhere = statementsOf(template)
      .filter(({ statement }) => list(statement.Resource).includes("*"))
      .flatMap(({ statement }) => list(statement.Action));
    expect([...new Set(everywhere)].sort()).toEqual([
      "ecr:GetAuthorizationToken",
      "transcribe:ListTranscriptionJobs",
      "transcribe:StartTranscriptionJob",
      "translate:TranslateText",
    ]);
  });

  test("functions that only read may write nothing but what requests use up", () => {
    const writing = statementsOf(template).filter(
      ({ holder, statement }) =>
        /^Functions(Get|List)/.test(holder) &&
        JSON.stringify(statement.Action).includes("dynamodb:UpdateItem"),
    );
    expect(writing.length).toBeGreaterThan(0);
    for (const { statement } of writing) {
      expect(statement).toMatchObject({
        Action: "dynamodb:UpdateItem",
        Condition: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["USAGE#*"] } },
      });
    }
  });

  test("no role has a managed policy or trusts anything but its service, or the functions that sign uploads", () => {
    const roles = ofType(template, "AWS::IAM::Role");
    const trusted = roles.map(([id, { AssumeRolePolicyDocument }]) => ({
      id,
      policy: JSON.stringify(AssumeRolePolicyDocument),
    }));
    expect(roles.filter(([, { ManagedPolicyArns }]) => ManagedPolicyArns !== undefined)).toEqual([]);
    const ofServices = /"Service":"(lambda|states|ecs-tasks)\.amazonaws\.com"/;
    const others = trusted.filter(({ policy }) => !ofServices.test(policy));
    expect(others).toEqual([
      {
        id: expect.stringMatching(/^UploadRole/),
        policy: expect.stringMatching(/FunctionsCreateUploadRole\w+".*FunctionsSignUploadUrlsRole\w+"/),
      },
    ]);
  });

  test("only the state machines may run tasks and pass roles, and only to ECS", () => {
    const passing = statementsOf(template).filter(({ statement }) =>
      list(statement.Action).includes("iam:PassRole"),
    );
    expect(passing.length).toBeGreaterThan(0);
    for (const { holder, statement } of passing) {
      expect(holder).toMatch(/^Machines/);
      expect(JSON.stringify(statement)).toContain('"iam:PassedToService":"ecs-tasks.amazonaws.com"');
    }
  });

  test("the speech container reads no records, and the renderer writes none but progress", () => {
    const actionsOf = (holder: RegExp): string[] =>
      statementsOf(template)
        .filter((found) => holder.test(found.holder))
        .flatMap(({ statement }) => list(statement.Action))
        .filter((action) => action.startsWith("dynamodb:"));
    expect(actionsOf(/^ContainersspeechTaskRole/)).toEqual(["dynamodb:UpdateItem"]);
    expect(actionsOf(/^ContainersrenderTaskRole/)).not.toContain("dynamodb:PutItem");
  });
});

describe("functions", () => {
  test("each has its own role and log group, Node 24 on ARM, and the environment of its schema", () => {
    const functions = ofType(template, "AWS::Lambda::Function");
    expect(new Set(functions.map(([, { Role }]) => flat(Role))).size).toBe(functions.length);
    for (const [, properties] of functions) {
      expect(properties).toMatchObject({
        Runtime: "nodejs24.x",
        Architectures: ["arm64"],
        Handler: "index.handler",
        LoggingConfig: { LogFormat: "JSON" },
      });
      const environment = properties.Environment as { Variables?: Record<string, unknown> } | undefined;
      const schema = functionDefinitions.get(handlerOf(properties))?.environment;
      const values = Object.entries(environment?.Variables ?? {}).map(([name, value]) => [name, flat(value)]);
      expect(schema?.safeParse(Object.fromEntries(values))).toMatchObject({ success: true });
    }
  });

  test("logs are kept for a month and go with the stack", () => {
    const groups = Object.values(template.Resources).filter(({ Type }) => Type === "AWS::Logs::LogGroup");
    // Of each function but the one without CloudFront, of three containers and of the API.
    expect(groups.length).toBe(functionDefinitions.size - 1 + 4);
    for (const group of groups) {
      expect(group).toMatchObject({ DeletionPolicy: "Delete", Properties: { RetentionInDays: 30 } });
    }
  });
});

describe("records and media", () => {
  test("the table has point-in-time recovery, streams new images and deletes expired items", () => {
    assertions.hasResource("AWS::DynamoDB::GlobalTable", {
      DeletionPolicy: "Retain",
      Properties: {
        BillingMode: "PAY_PER_REQUEST",
        StreamSpecification: { StreamViewType: "NEW_IMAGE" },
        TimeToLiveSpecification: { AttributeName: "ttlSeconds", Enabled: true },
        GlobalSecondaryIndexes: ["gsi1", "gsi2"].map((IndexName) =>
          Match.objectLike({ IndexName, Projection: { ProjectionType: "ALL" } }),
        ),
        Replicas: [
          Match.objectLike({ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } }),
        ],
      },
    });
  });

  test("the bucket is private, requires TLS, notifies EventBridge and deletes expired objects", () => {
    assertions.hasResource("AWS::S3::Bucket", {
      DeletionPolicy: "Retain",
      Properties: {
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
        NotificationConfiguration: Match.absent(),
        LifecycleConfiguration: {
          Rules: Match.arrayWith([
            Match.objectLike({ Prefix: "tasks/", ExpirationInDays: 45 }),
            Match.objectLike({ Prefix: "transcribe/", ExpirationInDays: 2 }),
            Match.objectLike({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 } }),
          ]),
        },
      },
    });
    assertions.hasResourceProperties("AWS::S3::BucketPolicy", {
      PolicyDocument: {
        Statement: [
          Match.objectLike({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
          Match.objectLike({
            Effect: "Allow",
            Action: "s3:GetObject",
            Principal: { Service: "cloudfront.amazonaws.com" },
            Condition: { StringEquals: { "AWS:SourceArn": Match.anyValue() } },
          }),
          Match.objectLike({
            Effect: "Allow",
            Principal: { Service: "transcribe.amazonaws.com" },
            Condition: Match.objectLike({ StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } }),
          }),
        ],
      },
    });
  });
});

describe("machines and containers", () => {
  test("every name in a machine's file is given a value, and none that it does not use", () => {
    const machines = ofType(template, "AWS::StepFunctions::StateMachine");
    expect(machines).toHaveLength(4);
    for (const [, { DefinitionString, DefinitionSubstitutions }] of machines) {
      const named = [...String(DefinitionString).matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(DefinitionSubstitutions as object).sort()).toEqual([...new Set(named)].sort());
    }
  });

  test("run each family's newest revision, which outlives a deployment", () => {
    const captioning = ofType(template, "AWS::StepFunctions::StateMachine").find(([, { StateMachineName }]) =>
      flat(StateMachineName).endsWith("captioning-task"),
    );
    const substitutions = captioning?.[1].DefinitionSubstitutions as Record<string, unknown> | undefined;
    expect(flat(substitutions?.RenderTaskDefinitionArn)).toMatch(/:task-definition\/Capstack-render$/);
  });

  test.each(["render", "speech", "ingest"])(
    "%s: one container of that name, its image outside the engine",
    (name) => {
      const found = ofType(template, "AWS::ECS::TaskDefinition").filter(([, { Family }]) =>
        flat(Family).endsWith(`-${name}`),
      );
      expect(found).toHaveLength(1);
      expect(found[0]?.[1].ContainerDefinitions).toMatchObject([
        {
          Name: name,
          StopTimeout: 120,
          Image: { "Fn::If": ["NotLocal", expect.anything(), `capstack/${name}`] },
          Environment: expect.arrayContaining([
            expect.objectContaining({ Name: "TABLE_NAME" }),
            expect.objectContaining({ Name: "BUCKET_NAME" }),
          ]),
        },
      ]);
    },
  );

  test("nothing is paid for an idle network, and nothing may connect in", () => {
    assertions.resourceCountIs("AWS::EC2::NatGateway", 0);
    assertions.resourceCountIs("AWS::EC2::EIP", 0);
    const endpoints = ofType(template, "AWS::EC2::VPCEndpoint").map(
      ([, { VpcEndpointType }]) => VpcEndpointType,
    );
    expect(endpoints).toEqual(["Gateway", "Gateway"]);
    assertions.hasResourceProperties("AWS::EC2::SecurityGroup", { SecurityGroupIngress: Match.absent() });
  });
});

test("who may do what, at a glance", () => {
  const actionsOf = new Map<string, Set<string>>();
  for (const { holder, statement } of statementsOf(template)) {
    const name = holder.replace(/(Role)?(DefaultPolicy)?[0-9A-F]{8}$/, "");
    const known = actionsOf.get(name) ?? new Set<string>();
    const narrowed = JSON.stringify(statement).includes('"USAGE#*"') ? "(USAGE)" : "";
    for (const action of list(statement.Action))
      if (!action.startsWith("logs:")) known.add(`${action}${narrowed}`);
    actionsOf.set(name, known);
  }
  const lines = [...actionsOf].map(([name, actions]) => `${name}: ${[...actions].sort().join(" ")}`);
  expect(lines.sort()).toMatchSnapshot();
});
