import {
  CloudFormationClient,
  CreateStackCommand,
  DescribeStacksCommand,
  UpdateStackCommand,
} from "@aws-sdk/client-cloudformation";
import { GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { DescribeTaskDefinitionCommand } from "@aws-sdk/client-ecs";
import { ListRulesCommand, ListTargetsByRuleCommand } from "@aws-sdk/client-eventbridge";
import { GetObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import { GetQueueAttributesCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Engine, region, startEngine } from "./engine.ts";
import { invoke } from "./functions.ts";
import { ended, output, start } from "./machines.ts";
import { waitFor } from "./wait-for.ts";

jest.setTimeout(120_000);

const code = `exports.handler = async (event) => {
  if (event.rawPath === "/boom") throw new Error("secret");
  const { method } = event.requestContext?.http ?? {};
  return { statusCode: 200, headers: { "x-version": "VERSION", "x-route": event.routeKey }, body: JSON.stringify({ method, rawPath: event.rawPath }) };
};`;

const httpApi = (id: string, more: object) => ({
  [id]: { Type: "AWS::ApiGatewayV2::Api", Properties: { Name: id, ProtocolType: "HTTP", ...more } },
  [`${id}Stage`]: {
    Type: "AWS::ApiGatewayV2::Stage",
    Properties: { ApiId: { Ref: id }, StageName: "$default", AutoDeploy: true },
  },
  [`${id}Integration`]: {
    Type: "AWS::ApiGatewayV2::Integration",
    Properties: {
      ApiId: { Ref: id },
      IntegrationType: "AWS_PROXY",
      IntegrationUri: { "Fn::GetAtt": ["Function", "Arn"] },
      PayloadFormatVersion: "2.0",
    },
  },
  [`${id}Route`]: {
    Type: "AWS::ApiGatewayV2::Route",
    Properties: {
      ApiId: { Ref: id },
      RouteKey: "$default",
      Target: { "Fn::Join": ["/", ["integrations", { Ref: `${id}Integration` }]] },
    },
  },
});

const template = (version: string) =>
  JSON.stringify({
    Resources: {
      Table: {
        Type: "AWS::DynamoDB::Table",
        Properties: {
          TableName: "records",
          BillingMode: "PAY_PER_REQUEST",
          KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
          AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
        },
      },
      Bucket: { Type: "AWS::S3::Bucket", Properties: { BucketName: "deployed" } },
      Queue: { Type: "AWS::SQS::Queue", Properties: { QueueName: "wakes", VisibilityTimeout: 77 } },
      Role: {
        Type: "AWS::IAM::Role",
        Properties: { AssumeRolePolicyDocument: { Version: "2012-10-17", Statement: [] } },
      },
      Function: {
        Type: "AWS::Lambda::Function",
        Properties: {
          FunctionName: "answer",
          Runtime: "nodejs24.x",
          Handler: "index.handler",
          Role: { "Fn::GetAtt": ["Role", "Arn"] },
          Code: { ZipFile: code.replace("VERSION", version) },
        },
      },
      Machine: {
        Type: "AWS::StepFunctions::StateMachine",
        Properties: {
          RoleArn: { "Fn::GetAtt": ["Role", "Arn"] },
          DefinitionString: JSON.stringify({
            QueryLanguage: "JSONata",
            StartAt: "Say",
            States: { Say: { Type: "Succeed", Output: version } },
          }),
        },
      },
      Rule: {
        Type: "AWS::Events::Rule",
        Properties: {
          Name: "every-minute",
          ScheduleExpression: "rate(1 minute)",
          Targets: [{ Id: "f", Arn: { "Fn::GetAtt": ["Function", "Arn"] } }],
        },
      },
      Task: {
        Type: "AWS::ECS::TaskDefinition",
        Properties: {
          Family: "render",
          ContainerDefinitions: [{ Name: "render", Image: "render", Memory: 128 }],
        },
      },
      ...httpApi("Plain", {}),
      PlainVideos: {
        Type: "AWS::ApiGatewayV2::Route",
        Properties: {
          ApiId: { Ref: "Plain" },
          RouteKey: "GET /videos",
          Target: { "Fn::Join": ["/", ["integrations", { Ref: "PlainIntegration" }]] },
        },
      },
      ...httpApi("Cors", {
        CorsConfiguration: {
          AllowOrigins: ["https://app.example"],
          AllowMethods: ["GET"],
          AllowHeaders: ["x-api-key"],
        },
      }),
    },
    Outputs: {
      Plain: { Value: { Ref: "Plain" } },
      Cors: { Value: { Ref: "Cors" } },
      Machine: { Value: { Ref: "Machine" } },
    },
  });

let engine: Engine;
let outputs: Record<string, string>;

const cloudFormation = () =>
  new CloudFormationClient({
    endpoint: engine.endpoint,
    region,
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });

async function stackOutputs(status: string): Promise<Record<string, string>> {
  const stack = await waitFor(async () => {
    const { Stacks } = await cloudFormation().send(new DescribeStacksCommand({ StackName: "product" }));
    const found = Stacks?.[0];
    if (found?.StackStatus?.includes("ROLLBACK")) throw new Error(found.StackStatusReason);
    return found?.StackStatus === status && found;
  });
  const pairs = (stack.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]);
  return Object.fromEntries(pairs);
}

const call = (api: string, path: string, init: RequestInit = {}) =>
  fetch(`${engine.endpoint}/_aws/execute-api/${outputs[api]}${path}`, init);

beforeAll(async () => {
  engine = await startEngine();
  await cloudFormation().send(
    new CreateStackCommand({ StackName: "product", TemplateBody: template("one") }),
  );
  outputs = await stackOutputs("CREATE_COMPLETE");
});
afterAll(async () => {
  await engine.stop();
});

describe("An HTTP API", () => {
  test("without CORS configuration routes OPTIONS requests", async () => {
    const response = await call("Plain", "/videos/1", { method: "OPTIONS" });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ method: "OPTIONS", rawPath: "/videos/1" });
  });

  test("with CORS configuration responds to preflight requests", async () => {
    const preflight = (origin: string) =>
      call("Cors", "/videos", {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "GET" },
      });
    const allowed = await preflight("https://app.example");
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(allowed.headers.get("access-control-allow-headers")).toBe("x-api-key");
    expect((await preflight("https://other.example")).headers.get("access-control-allow-origin")).toBeNull();
  });

  test("distinguishes a path from the same one with a trailing slash, as API Gateway does", async () => {
    const routeOf = async (path: string) => {
      const response = await call("Plain", path);
      expect(await response.json()).toMatchObject({ rawPath: path });
      return response.headers.get("x-route");
    };
    expect(await routeOf("/videos")).toBe("GET /videos");
    expect(await routeOf("/videos/")).toBe("$default");
    expect(await routeOf("/videos/1/")).toBe("$default");
    expect(await routeOf("/")).toBe("$default");
  });

  test("does not expose the error of a function", async () => {
    const response = await call("Plain", "/boom");
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ message: "Internal Server Error" });
  });

  test("rejects a body of more than 10 MB", async () => {
    const body = new Uint8Array(10 * 1024 * 1024 + 1);
    expect((await call("Plain", "/videos", { method: "POST", body })).status).toBe(413);
  });
});

describe("A saved deployment", () => {
  test("survives kill -9 with the data that was written to it", async () => {
    await engine.dynamo().send(new PutItemCommand({ TableName: "records", Item: { pk: { S: "before" } } }));
    await engine.snapshot();
    await engine.dynamo().send(new PutItemCommand({ TableName: "records", Item: { pk: { S: "after" } } }));
    await engine.s3().send(new PutObjectCommand({ Bucket: "deployed", Key: "k", Body: "v" }));
    engine = await engine.crashAndRestart();

    expect(await stackOutputs("CREATE_COMPLETE")).toEqual(outputs);
    for (const pk of ["before", "after"]) {
      const get = new GetItemCommand({ TableName: "records", Key: { pk: { S: pk } } });
      expect((await engine.dynamo().send(get)).Item).toBeDefined();
    }
    const object = await engine.s3().send(new GetObjectCommand({ Bucket: "deployed", Key: "k" }));
    expect(await object.Body?.transformToString()).toBe("v");
    const QueueUrl = `${engine.endpoint}/000000000000/wakes`;
    const { Attributes } = await engine
      .sqs()
      .send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["VisibilityTimeout"] }));
    expect(Attributes).toEqual({ VisibilityTimeout: "77" });
    expect((await call("Plain", "/x")).headers.get("x-version")).toBe("one");
    expect((await invoke(engine, "answer", {})).value.statusCode).toBe(200);
    expect(output(await ended(engine, await start(engine, outputs.Machine ?? "")))).toBe("one");
    const rules = await engine.events().send(new ListRulesCommand({}));
    expect(rules.Rules?.[0]?.ScheduleExpression).toBe("rate(1 minute)");
    const targets = await engine.events().send(new ListTargetsByRuleCommand({ Rule: "every-minute" }));
    expect(targets.Targets).toHaveLength(1);
    const task = await engine.ecs().send(new DescribeTaskDefinitionCommand({ taskDefinition: "render" }));
    expect(task.taskDefinition?.revision).toBe(1);
  });

  test("keeps a later update, including function code", async () => {
    await cloudFormation().send(
      new UpdateStackCommand({ StackName: "product", TemplateBody: template("two") }),
    );
    outputs = await stackOutputs("UPDATE_COMPLETE");
    await engine.snapshot();
    engine = await engine.crashAndRestart();
    expect((await call("Plain", "/x")).headers.get("x-version")).toBe("two");
    expect(output(await ended(engine, await start(engine, outputs.Machine ?? "")))).toBe("two");
    const get = new GetItemCommand({ TableName: "records", Key: { pk: { S: "after" } } });
    expect((await engine.dynamo().send(get)).Item).toBeDefined();
  });
});
