import { beforeAll, describe, expect, test } from "@jest/globals";
import { App } from "aws-cdk-lib";
import { Template as Assertions, Match } from "aws-cdk-lib/assertions";
import { settingsOf } from "../../lib/settings.ts";
import {
  flat,
  handlerOf,
  list,
  ofType,
  operatorContext,
  statementsOf,
  synthesize,
  type Template,
} from "./synthesized.ts";

let template: Template;
let assertions: Assertions;
beforeAll(async () => {
  ({ template } = await synthesize(operatorContext));
  assertions = Assertions.fromJSON(template as never);
}, 180_000);

const functionNamed = (name: string): Record<string, unknown> => {
  const found = ofType(template, "AWS::Lambda::Function").find(([, each]) => handlerOf(each) === name);
  if (found === undefined) throw new Error(`No function ${name}`);
  return found[1];
};

describe("webhooks in the template", () => {
  test("passes the operator's delays to the deliverer, with a sufficient timeout", () => {
    const { Environment, Timeout } = functionNamed("deliver-webhooks");
    expect(Environment).toMatchObject({ Variables: { WEBHOOK_DELAYS: "1,2,3" } });
    expect(Timeout).toBe(60);
  });

  test("hides wake-ups for six times that timeout, requires TLS, and dead-letters them after three attempts", () => {
    const queues = ofType(template, "AWS::SQS::Queue").map(([, properties]) => properties);
    expect(queues).toHaveLength(2);
    expect(queues).toContainEqual(
      expect.objectContaining({
        VisibilityTimeout: 360,
        RedrivePolicy: expect.objectContaining({ maxReceiveCount: 3 }),
      }),
    );
    expect(JSON.stringify(ofType(template, "AWS::SQS::QueuePolicy"))).toContain("aws:SecureTransport");
    const mapping = ofType(template, "AWS::Lambda::EventSourceMapping").find(([, { EventSourceArn }]) =>
      flat(EventSourceArn).includes("WakeUps"),
    );
    expect(mapping?.[1]).toMatchObject({ BatchSize: 10, ScalingConfig: { MaximumConcurrency: 5 } });
  });

  // https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion.html
  test("lets every function that sends to its own queue do so more often than 16 times", () => {
    const queues = ofType(template, "AWS::Lambda::EventSourceMapping").flatMap(([, mapping]) => {
      const queue = /^\$\{(WebhookQueue\w+)\.Arn\}$/.exec(flat(mapping.EventSourceArn))?.[1];
      const name = /^\$\{(\w+)\}$/.exec(flat(mapping.FunctionName))?.[1] ?? "";
      return queue === undefined ? [] : [{ queue, properties: template.Resources[name]?.Properties }];
    });
    const recursive = queues.filter(({ queue, properties }) =>
      statementsOf(template).some(
        ({ holder, statement }) =>
          flat(properties?.Role).startsWith(`\${${holder}.`) &&
          list(statement.Action).includes("sqs:SendMessage") &&
          flat(statement.Resource) === `\${${queue}.Arn}`,
      ),
    );
    expect(recursive.map(({ properties }) => properties?.RecursiveLoop)).toEqual(["Allow"]);
  });

  test("reports progress from the items that rendering containers write", () => {
    const patterns = ofType(template, "AWS::Lambda::EventSourceMapping").map(([, { FilterCriteria }]) =>
      JSON.stringify(FilterCriteria ?? {}),
    );
    expect(patterns.filter((pattern) => /INSERT.*MODIFY.*PROGRESS#.*rendering/.test(pattern))).toHaveLength(
      1,
    );
    // DynamoDB: no more than two readers of a stream at a time.
    expect(patterns.filter((pattern) => pattern.includes("NewImage"))).toHaveLength(2);
  });

  test("gives the deliverer access to rows and wake-ups only, not to media or machines", () => {
    const actions = statementsOf(template)
      .filter(({ holder }) => holder.startsWith("FunctionsDeliverWebhooks"))
      .flatMap(({ statement }) => list(statement.Action))
      .filter((action) => !/^(logs|xray):/.test(action));
    expect(new Set(actions.map((action) => action.split(":")[0]))).toEqual(new Set(["dynamodb", "sqs"]));
  });

  test("has alarms that are sent to the operator's email address", () => {
    const alarms = JSON.stringify(ofType(template, "AWS::CloudWatch::Alarm"));
    for (const metric of ["Attempts", "Delivered", "DeadLetters", "OverdueSeconds"])
      expect(alarms).toContain(`"MetricName":"${metric}"`);
    expect(ofType(template, "AWS::SNS::Subscription")[0]?.[1]).toMatchObject({
      Protocol: "email",
      Endpoint: "operator@example.com",
    });
  });

  test("rejects invalid delays at synthesis", async () => {
    await expect(synthesize({ webhookDelays: "soon" })).rejects.toThrow(
      "-c webhookDelays: must be comma-separated seconds",
    );
  });
});

describe("events", () => {
  test("publish the outbox from the stream of new rows", () => {
    assertions.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      FilterCriteria: {
        Filters: [
          {
            Pattern: JSON.stringify({
              eventName: ["INSERT"],
              dynamodb: { NewImage: { sk: { S: [{ prefix: "EVENT#" }] } } },
            }),
          },
          Match.anyValue(),
        ],
      },
    });
  });

  test.each([
    ["stopped containers", { EventPattern: Match.objectLike({ source: ["aws.ecs"] }) }],
    ["status changes", { EventPattern: Match.objectLike({ source: ["capstack"] }) }],
    [
      "the ends of this stack's transcription jobs",
      {
        EventPattern: {
          source: ["aws.transcribe"],
          "detail-type": ["Transcribe Job State Change"],
          detail: {
            TranscriptionJobStatus: ["COMPLETED", "FAILED"],
            TranscriptionJobName: [{ prefix: "Capstack." }],
          },
        },
      },
    ],
    ["every five minutes", { ScheduleExpression: "rate(5 minutes)" }],
    ["every minute", { ScheduleExpression: "rate(1 minute)" }],
  ])("have a rule for %s", (_, properties) => {
    assertions.hasResourceProperties("AWS::Events::Rule", properties);
  });
});

test("traces follow requests through every function and state machine, when the operator wants them", () => {
  for (const [, { TracingConfig }] of ofType(template, "AWS::Lambda::Function"))
    expect(TracingConfig).toEqual({ Mode: "Active" });
  for (const [, { TracingConfiguration }] of ofType(template, "AWS::StepFunctions::StateMachine"))
    expect(TracingConfiguration).toEqual({ Enabled: true });
});

test("Transcribe jobs may only write to the media bucket, and only those of this stack are accessible", () => {
  const statements = statementsOf(template).filter(({ statement }) =>
    list(statement.Action).some((action) => action.startsWith("transcribe:")),
  );
  const starting = statements.filter(({ statement }) =>
    list(statement.Action).includes("transcribe:StartTranscriptionJob"),
  );
  expect(starting).toHaveLength(1);
  expect(starting[0]?.holder).toMatch(/^FunctionsStartTranscription/);
  expect(JSON.parse(JSON.stringify(starting[0]?.statement)) as object).toMatchObject({
    Condition: {
      StringEquals: { "transcribe:OutputBucketName": [{ Ref: expect.stringMatching(/^MediaBucket/) }] },
      StringLike: { "transcribe:OutputKey": ["transcribe/*"] },
    },
  });
  for (const { statement } of statements) {
    if (list(statement.Resource).includes("*")) continue;
    expect(list(statement.Resource).map(flat)).toEqual([
      expect.stringMatching(/:transcription-job\/Capstack\.\*$/),
    ]);
  }
});

describe("the Pexels key in the template", () => {
  test("is passed by parameter name, and only the step that chooses clips may read it", () => {
    for (const name of ["create-task", "plan-brolls"]) {
      const { Environment } = functionNamed(name);
      expect(Environment).toMatchObject({ Variables: { PEXELS_KEY_PARAMETER: "/capstack/pexels-key" } });
    }
    const reading = statementsOf(template).filter(({ statement }) =>
      list(statement.Resource).some((resource) => flat(resource).endsWith(":parameter/capstack/pexels-key")),
    );
    expect(reading.map(({ holder }) => holder)).toEqual([expect.stringMatching(/^FunctionsPlanBrolls/)]);
    expect(reading[0]?.statement.Action).toBe("ssm:GetParameter");
  });

  test("is rejected at synthesis if it is not a parameter name", () => {
    const app = new App({ context: { pexelsKeyParameter: "563492ad6f+/=" } });
    expect(() => settingsOf(app)).toThrow("-c pexelsKeyParameter must be the name of a parameter");
  });
});
