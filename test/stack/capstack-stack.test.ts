import { beforeAll, describe, expect, test } from "@jest/globals";
import { Template as Assertions, Match } from "aws-cdk-lib/assertions";
import { routes } from "../../core/api/routes.ts";
import { functionDefinitions } from "../../lib/function-definitions.ts";
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

  test("has one parameter, and names no account, region or bootstrap stack", () => {
    expect(template.Parameters).toMatchObject({
      Engine: { Default: "aws", AllowedValues: ["aws", "local"] },
    });
    expect(Object.keys(template.Parameters)).toEqual(["Engine"]);
    expect(text).not.toMatch(/\b\d{12}\b|\b[a-z]{2}-[a-z]+-\d\b/);
  });

  test("contains no custom resource and no function except the product's", () => {
    const types = Object.values(template.Resources).map(({ Type }) => Type);
    expect(types.filter((type) => type.startsWith("Custom::") || type.endsWith("CustomResource"))).toEqual(
      [],
    );
    const handlers = ofType(template, "AWS::Lambda::Function").map(([, properties]) => handlerOf(properties));
    expect(handlers.sort()).toEqual([...functionDefinitions.keys()].sort());
  });

  test("leaves out on one machine what its emulator does not know", () => {
    const inCloudOnly = Object.values(template.Resources).filter(({ Condition }) => Condition === "NotLocal");
    expect(new Set(inCloudOnly.map(({ Type }) => Type))).toEqual(
      new Set(["AWS::CloudWatch::Alarm", "AWS::ECS::ClusterCapacityProviderAssociations"]),
    );
    assertions.hasCondition("NotLocal", { "Fn::Not": [{ "Fn::Equals": [{ Ref: "Engine" }, "local"] }] });
  });

  test("outputs the names that operators and the one-machine engine need", () => {
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
      "ecs:ListTasks",
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

  test("no role has a managed policy or trusts anything but its service", () => {
    for (const [, properties] of ofType(template, "AWS::IAM::Role")) {
      expect(properties.ManagedPolicyArns).toBeUndefined();
      expect(JSON.stringify(properties.AssumeRolePolicyDocument)).toMatch(
        /"Service":"(lambda|states|ecs-tasks)\.amazonaws\.com"/,
      );
    }
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

  test("logs are kept for a month and deleted with the stack", () => {
    const groups = Object.values(template.Resources).filter(({ Type }) => Type === "AWS::Logs::LogGroup");
    expect(groups.length).toBe(functionDefinitions.size + 7);
    for (const group of groups) {
      expect(group).toMatchObject({ DeletionPolicy: "Delete", Properties: { RetentionInDays: 30 } });
    }
  });
});

describe("the API", () => {
  test("has a route for each function of the route table, and one for all other requests", () => {
    const keys = ofType(template, "AWS::ApiGatewayV2::Route").map(([, { RouteKey }]) => RouteKey);
    const expected = routes
      .filter(({ servedBy }) => servedBy === "function")
      .flatMap(({ method, path }) =>
        // A gateway does not respond to HEAD for a GET route.
        (method === "GET" ? ["GET", "HEAD"] : [method]).map((verb) => `${verb} ${path}`),
      );
    expect(keys.sort()).toEqual([...expected, "$default"].sort());
  });

  test("bounds what a flood without a key can cost", () => {
    const [, stage] = ofType(template, "AWS::ApiGatewayV2::Stage")[0] ?? ["", {}];
    expect(stage.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 });
  });

  test("logs each request, without keys", () => {
    const [, stage] = ofType(template, "AWS::ApiGatewayV2::Stage")[0] ?? ["", {}];
    const { Format } = stage.AccessLogSettings as { Format: string };
    expect(JSON.parse(Format)).toMatchObject({ requestId: "$context.requestId", status: "$context.status" });
    expect(Format).not.toMatch(/header|api-key/i);
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
        GlobalSecondaryIndexes: [
          Match.objectLike({ IndexName: "gsi1", Projection: { ProjectionType: "ALL" } }),
          Match.objectLike({ IndexName: "gsi2", Projection: { ProjectionType: "KEYS_ONLY" } }),
        ],
        Replicas: [
          Match.objectLike({
            DeletionProtectionEnabled: true,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          }),
        ],
      },
    });
  });

  test("the bucket is private, requires TLS, notifies EventBridge and deletes expired objects", () => {
    assertions.hasResource("AWS::S3::Bucket", {
      DeletionPolicy: "RetainExceptOnCreate",
      Properties: {
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
        NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
        LifecycleConfiguration: {
          Rules: Match.arrayWith([
            Match.objectLike({ Prefix: "videos/", ExpirationInDays: 400 }),
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
            Principal: { Service: "transcribe.amazonaws.com" },
            Condition: Match.objectLike({ StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } }),
          }),
        ],
      },
    });
  });
});

test("who may do what, at a glance", () => {
  const actionsOf = new Map<string, Set<string>>();
  for (const { holder, statement } of statementsOf(template)) {
    const name = holder.replace(/(Role)?(DefaultPolicy)?[0-9A-F]{8}$/, "");
    const known = actionsOf.get(name) ?? new Set<string>();
    const keys = /"dynamodb:LeadingKeys":\["(\w+)#\*"\]/.exec(JSON.stringify(statement))?.[1];
    const narrowed = keys === undefined ? "" : `(${keys})`;
    for (const action of list(statement.Action))
      if (!action.startsWith("logs:")) known.add(`${action}${narrowed}`);
    actionsOf.set(name, known);
  }
  const lines = [...actionsOf].map(([name, actions]) => `${name}: ${[...actions].sort().join(" ")}`);
  expect(lines.sort()).toMatchSnapshot();
});
