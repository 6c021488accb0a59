import { beforeAll, describe, expect, test } from "@jest/globals";
import { Template as Assertions, Match } from "aws-cdk-lib/assertions";
import { functionDefinitions, redirectMediaFunction } from "../../lib/function-definitions.ts";
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
    // CloudFormation allows 500, and options add up to 20. A function takes three: itself, its role and its logs.
    expect(Object.keys(template.Resources).length).toBeLessThan(475);
    expect(Object.keys(template.Outputs).length).toBeLessThan(100);
  });

  test("has one parameter, and names no account, region or bootstrap stack", () => {
    expect(template.Parameters).toMatchObject({
      Engine: { Default: "aws", AllowedValues: ["aws", "local"] },
    });
    expect(Object.keys(template.Parameters)).toEqual(["Engine"]);
    // Except in conditions about some regions, and in the models that are the default there.
    const resources = Object.entries(template.Resources).filter(
      ([name]) => !/^ClipModel(Us|Eu|Jp)/.test(name),
    );
    const rest = JSON.stringify({ ...template, Conditions: {}, Resources: Object.fromEntries(resources) });
    expect(rest).not.toMatch(/\b\d{12}\b|\b[a-z]{2}-[a-z]+-\d\b/);
  });

  test("contains no custom resource except the keys of links, the console and the teardown, and no function except the product's", () => {
    const types = Object.values(template.Resources).map(({ Type }) => Type);
    expect(types.filter((type) => type.startsWith("Custom::") || type.endsWith("CustomResource"))).toEqual([
      "Custom::LinkKey",
      "Custom::ConsoleFiles",
      "Custom::Teardown",
    ]);
    const handlers = ofType(template, "AWS::Lambda::Function").map(([, properties]) => handlerOf(properties));
    const expected = [...functionDefinitions.keys()].filter((name) => name !== redirectMediaFunction);
    expect(handlers.sort()).toEqual([...expected, "frames"].sort());
  });

  test("omits resources that the local emulator does not support", () => {
    const inCloudOnly = Object.values(template.Resources).filter(({ Condition }) => Condition === "NotLocal");
    const types = new Set(inCloudOnly.map(({ Type }) => Type.split("::").slice(0, 2).join("::")));
    for (const service of ["CloudFront", "CloudWatch", "ElasticLoadBalancingV2"])
      expect(types).toContain(`AWS::${service}`);
    const functions = inCloudOnly.filter(({ Type }) => Type === "AWS::Lambda::Function");
    expect(functions.map(({ Properties }) => handlerOf(Properties ?? {})).sort()).toEqual([
      "publish-console",
      "tear-down",
    ]);
    expect(types).not.toContain("AWS::DynamoDB");
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

  test("only actions without resource-level permissions are granted on all resources", () => {
    const everywhere = statementsOf(template)
      .filter(({ statement }) => list(statement.Resource).includes("*"))
      .flatMap(({ statement }) => list(statement.Action));
    expect([...new Set(everywhere)].sort()).toEqual([
      "ecr:GetAuthorizationToken",
      "ecs:ListTasks",
      "transcribe:ListTranscriptionJobs",
      "transcribe:StartTranscriptionJob",
      "transcribe:TranscribeAudio",
      "translate:TranslateText",
    ]);
  });

  test("read-only functions may only write usage counters", () => {
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

  test("roles have no managed policy and trust only their service, or the functions that sign uploads", () => {
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
});

describe("functions", () => {
  test("each has its own role and log group, Node 24 on ARM, and the environment of its schema", () => {
    const functions = ofType(template, "AWS::Lambda::Function");
    expect(new Set(functions.map(([, { Role }]) => flat(Role))).size).toBe(functions.length);
    for (const [, properties] of functions.filter(([, { PackageType }]) => PackageType !== "Image")) {
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

  test("one is the image of the renderer, with the environment of its schema and no access to the table", () => {
    const images = ofType(template, "AWS::Lambda::Function").filter(
      ([, { PackageType }]) => PackageType === "Image",
    );
    expect(images.map(([, properties]) => properties)).toEqual([
      expect.objectContaining({
        FunctionName: "Capstack-frames",
        ImageConfig: { EntryPoint: ["node", "bundle/main.mjs", "frames"] },
        Timeout: 26,
        EphemeralStorage: { Size: 3072 },
      }),
    ]);
    const environment = images[0]?.[1].Environment as { Variables: Record<string, unknown> };
    expect(Object.keys(environment.Variables).sort()).toEqual(["BUCKET_NAME", "TMPDIR"]);
    const roles = ofType(template, "AWS::IAM::Role").filter(([id]) => id.startsWith("FramesDrawRole"));
    expect(roles).toHaveLength(1);
    expect(JSON.stringify(roles)).toContain("tasks/*/frames/*");
    expect(JSON.stringify(roles)).not.toContain("dynamodb:");
  });

  test("logs are kept for a month and deleted with the stack", () => {
    const groups = Object.values(template.Resources).filter(({ Type }) => Type === "AWS::Logs::LogGroup");
    // Of each function except the one without CloudFront, of the renderer's function, of eight containers and of the API.
    expect(groups.length).toBe(functionDefinitions.size - 1 + 10);
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

  test("the bucket is private, requires TLS and deletes expired objects", () => {
    assertions.hasResource("AWS::S3::Bucket", {
      DeletionPolicy: "RetainExceptOnCreate",
      Properties: {
        PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
        NotificationConfiguration: Match.absent(),
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

test("the grants of every function and container are as reviewed", () => {
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
