import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import { type IMetric, MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { CfnQueue } from "aws-cdk-lib/aws-mediaconvert";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { z } from "zod";
import { clipCutterSetting } from "../lambdas/environment.ts";
import { contextChoice } from "./context.ts";
import type { Engine } from "./engine.ts";
import { managedRule } from "./managed-rule.ts";
import { workerObjects } from "./worker-grants.ts";

export interface ClipCutterSettings {
  /** The operator's choice. */
  choice: z.infer<typeof clipCutterSetting>;
  /** Value of CLIP_CUTTER: the choice in AWS, `container` on one machine. */
  clipCutter: string;
}

/** Reads `-c clipCutter=container|mediaconvert`. Throws Error for other values. */
export const clipCutterSettings = (scope: Construct, engine: Engine): ClipCutterSettings => {
  const choice = contextChoice(scope, "clipCutter", clipCutterSetting, "container");
  return { choice, clipCutter: engine.choose(choice, "container") };
};

/** Matches the jobs of MediaConvert: their IDs are generated at run time, and do not contain their queue. */
export const mediaConvertJobs = (stack: Stack): string =>
  stack.formatArn({ service: "mediaconvert", resource: "jobs", resourceName: "*" });

/**
 * What AWS Elemental MediaConvert needs to cut clips: a queue on demand, which costs nothing while it is empty, and the role
 * that its jobs have.
 */
export class ClipCutter extends Construct {
  /** Jobs that failed, or that MediaConvert rejected, in a quarter of an hour. */
  readonly failures: IMetric;
  /** Only in AWS. */
  private readonly queue: CfnQueue;
  readonly queueArn: string;
  readonly roleArn: string;
  /** The grants of the machine that creates the jobs and waits for them. */
  readonly statements: PolicyStatement[];

  constructor(scope: Construct, id: string, { bucket, engine }: { bucket: IBucket; engine: Engine }) {
    super(scope, id);
    const stack = Stack.of(this);
    const local = stack.formatArn({ service: "mediaconvert", resource: "queues", resourceName: "Default" });
    this.queue = new CfnQueue(this, "Queue");
    this.queueArn = engine.choose(this.queue.attrArn, local);
    this.failures = this.failuresOf(this.queue);
    this.roleArn = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("mediaconvert.amazonaws.com", {
        conditions: { StringEquals: { "aws:SourceAccount": stack.account } },
      }),
      inlinePolicies: { Grants: new PolicyDocument({ statements: jobStatements(bucket) }) },
    }).roleArn;
    this.statements = [
      new PolicyStatement({ actions: ["mediaconvert:CreateJob"], resources: [this.queueArn] }),
      // Step Functions tags the jobs that it creates.
      new PolicyStatement({
        actions: ["mediaconvert:GetJob", "mediaconvert:CancelJob", "mediaconvert:TagResource"],
        resources: [mediaConvertJobs(stack)],
      }),
      new PolicyStatement({
        actions: ["iam:PassRole"],
        resources: [this.roleArn],
        conditions: { StringEquals: { "iam:PassedToService": "mediaconvert.amazonaws.com" } },
      }),
      managedRule(this, "StepFunctionsGetEventsForMediaConvertJobRule"),
    ];
  }

  /** A failed job is counted by its queue and by Step Functions, a rejected one by Step Functions only. */
  private failuresOf(queue: CfnQueue): IMetric {
    const period = Duration.minutes(15);
    const errored = new Metric({
      namespace: "AWS/MediaConvert",
      metricName: "JobsErroredCount",
      dimensionsMap: { Queue: queue.attrArn },
      statistic: "Sum",
      period,
    });
    return new MathExpression({
      expression: "MAX([FILL(errored, 0), FILL(failed, 0) + FILL(timedOut, 0)])",
      usingMetrics: { errored, ...integrationFailures(Stack.of(this), period) },
      period,
      label: "Failed jobs",
    });
  }
}

/**
 * Returns the failures of jobs that Step Functions creates, with those that MediaConvert rejects, which reach no queue. They are
 * counted per account. The dimension is the ARN of the integration with the region and the account, unlike in machines.
 */
const integrationFailures = (stack: Stack, period: Duration): Record<string, IMetric> => {
  const ServiceIntegrationResourceArn = stack.formatArn({
    service: "states",
    resource: "mediaconvert:createJob.sync",
    arnFormat: ArnFormat.NO_RESOURCE_NAME,
  });
  const metric = (metricName: string): Metric =>
    new Metric({
      namespace: "AWS/States",
      metricName,
      dimensionsMap: { ServiceIntegrationResourceArn },
      statistic: "Sum",
      period,
    });
  return { failed: metric("ServiceIntegrationsFailed"), timedOut: metric("ServiceIntegrationsTimedOut") };
};

const jobStatements = (bucket: IBucket): PolicyStatement[] => [
  new PolicyStatement({ actions: ["s3:GetObject"], resources: [bucket.arnForObjects("videos/*")] }),
  new PolicyStatement({
    actions: ["s3:PutObject"],
    resources: [bucket.arnForObjects(workerObjects.clips)],
  }),
];

/** States of the clip machine that exist only where MediaConvert cuts clips, and the state that takes their place. */
const mediaConvertStates = ["ChooseCutter", "CutClipByMediaConvert", "CompareDuration", "ClipCut"];
const containerState = "ReserveCutClip";

interface Definition {
  States: Record<string, { ItemProcessor?: Definition }>;
  StartAt: string;
}

/**
 * Returns the definition of a machine without the states that use MediaConvert, which some regions lack: a machine that names
 * an unknown integration cannot be created. A definition without such states is returned unchanged.
 */
export const withoutMediaConvert = <T extends Definition>(definition: T): T => ({
  ...definition,
  StartAt: mediaConvertStates.includes(definition.StartAt) ? containerState : definition.StartAt,
  States: Object.fromEntries(
    Object.entries(definition.States)
      .filter(([name]) => !mediaConvertStates.includes(name))
      .map(([name, state]) => [
        name,
        state.ItemProcessor ? { ...state, ItemProcessor: withoutMediaConvert(state.ItemProcessor) } : state,
      ]),
  ),
});
