import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { bareContext, flat, ofType, operatorContext, synthesize, type Template } from "./synthesized.ts";

const runbook = readFileSync(join(import.meta.dirname, "../../docs/operators/alarms.md"), "utf8");
let template: Template;

beforeAll(async () => {
  ({ template } = await synthesize(operatorContext));
}, 180_000);

const alarms = () => ofType(template, "AWS::CloudWatch::Alarm").map(([, properties]) => properties);

test("each alarm names its impact, the first step and its section of the runbook, and notifies the operator", () => {
  expect(alarms()).toHaveLength(19);
  const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name = ""]) => name.toLowerCase());
  const named = alarms().map(({ AlarmDescription, AlarmActions }) => {
    expect(AlarmActions).toHaveLength(1);
    const parts = /^.{30,}\. First: .{30,}\. Runbook: docs\/operators\/alarms\.md#(\w+)$/.exec(
      String(AlarmDescription),
    );
    expect([AlarmDescription, parts]).toEqual([AlarmDescription, expect.anything()]);
    return parts?.[1];
  });
  expect(named.sort()).toEqual(sections.sort());
});

// https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Notify_Users_Alarm_Changes.html
test("the topic of alarms has a policy that lets them publish, because a policy replaces the default one", () => {
  const [policy] = ofType(template, "AWS::SNS::TopicPolicy");
  expect((policy?.[1].PolicyDocument as { Statement: object[] } | undefined)?.Statement).toContainEqual(
    expect.objectContaining({
      Effect: "Allow",
      Action: "sns:Publish",
      Principal: { Service: "cloudwatch.amazonaws.com" },
      Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
    }),
  );
});

test("an expression has a value while one of its metrics has none, such as executions that succeed", () => {
  const expressions = alarms()
    .flatMap(({ Metrics = [] }) => Metrics as { Id: string; Expression?: string }[])
    .flatMap(({ Expression }) => (Expression === undefined ? [] : [Expression]));
  expect(expressions.length).toBeGreaterThan(5);
  for (const expression of expressions) {
    const filled = /FILL\([^()]*(\([^()]*\))?, 0\)/g;
    const names = expression.replace(filled, "").match(/[a-z]\w*/g);
    expect([expression, names]).toEqual([expression, null]);
  }
});

test("missing data is a breach only for alarms about missing activity", () => {
  const breaching = alarms().filter(({ TreatMissingData }) => TreatMissingData === "breaching");
  expect(breaching.map(({ AlarmDescription }) => String(AlarmDescription))).toEqual([
    expect.stringMatching(/^The reconciler does not run/),
    expect.stringMatching(/^No container accepts uploads/),
  ]);
});

test("alarms about jobs of MediaConvert count those that are rejected, and an alarm about uploads needs the service", async () => {
  const failures = JSON.stringify(
    alarms().filter(({ AlarmDescription }) => /MediaConvert/.test(String(AlarmDescription))),
  );
  expect(failures).toMatch(/"ServiceIntegrationsFailed"/);
  expect(failures).toMatch(/:states:.*:mediaconvert:createJob\.sync"/);
  const { template: bare } = await synthesize(bareContext);
  const ids = ofType(bare, "AWS::CloudWatch::Alarm").map(([id]) => id);
  expect(ids.filter((id) => /Upload|ClipCutter/.test(id))).toEqual([]);
}, 180_000);

test("the alarm about capacity counts Spot and on-demand vCPUs, which have separate quotas", () => {
  const capacity = alarms().find(({ AlarmDescription }) => /vCPUs/.test(String(AlarmDescription)));
  for (const name of ["Standard/Spot", "Standard/OnDemand"])
    expect(JSON.stringify(capacity?.Metrics)).toContain(`"Value":"${name}"`);
});

test("no alarm has more than ten metrics", () => {
  for (const { Metrics = [] } of alarms()) expect((Metrics as unknown[]).length).toBeLessThanOrEqual(11);
});

test("metrics of the product that alarms and the dashboard read are those of this stack, not of another one in the account", () => {
  const [, { DashboardBody } = {}] = ofType(template, "AWS::CloudWatch::Dashboard")[0] ?? [];
  const widgets = flat(DashboardBody);
  const areas = [...widgets.matchAll(/"Capstack","\w+",("\w+","[^"]+","\w+","[^"]+")/g)].map(
    ([, names]) => names,
  );
  expect(areas.length).toBeGreaterThan(10);
  for (const names of areas) expect(names).toMatch(/^"Area","\w+","Stack","Capstack"$/);
  const dimensions = [
    ...JSON.stringify(alarms()).matchAll(
      /"Dimensions":(\[[^\]]*\]),"MetricName":"\w+","Namespace":"Capstack"/g,
    ),
  ];
  expect(dimensions.length).toBeGreaterThan(3);
  for (const [, names = ""] of dimensions)
    expect(JSON.parse(names)).toContainEqual({ Name: "Stack", Value: "Capstack" });
  const functions = ofType(template, "AWS::Lambda::Function").filter(([id]) =>
    /Outbox|DeliverWebhooks|Reconcile/.test(id),
  );
  expect(functions).toHaveLength(3);
  for (const [, { Environment }] of functions)
    expect(Environment).toMatchObject({ Variables: { STACK_NAME: "Capstack" } });
});

test("the dashboard has the names of the stack and the region, and all resources have cost allocation tags", () => {
  const [, { DashboardName } = {}] = ofType(template, "AWS::CloudWatch::Dashboard")[0] ?? [];
  expect(flat(DashboardName)).toMatch(/^Capstack-\$\{AWS::Region\}-service$/);
  for (const [, { Tags }] of ofType(template, "AWS::S3::Bucket")) {
    expect(Tags).toEqual(
      expect.arrayContaining([
        { Key: "app", Value: "capstack" },
        { Key: "stack", Value: "Capstack" },
      ]),
    );
  }
});
