import { Duration } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import type { Functions } from "./functions.ts";
import { type Machine, type MachineNames, machines } from "./machine-names.ts";
import { metricSum } from "./metric-sum.ts";
import { shortTaskAlarms } from "./short-task-alarms.ts";
import type { ShortTasks } from "./short-tasks.ts";
import { type UploadMetrics, uploadAlarms } from "./upload-alarms.ts";
import { usedVcpus } from "./used-vcpus.ts";
import { webhookAlarms } from "./webhook-alarms.ts";

export interface AlarmsProps {
  functions: Functions;
  names: MachineNames;
  apiId: string;
  /** Name of the queue with the wake-ups that failed. */
  failedQueue: string;
  /** Failures of the jobs that cut clips; undefined where containers do. */
  clipFailures: IMetric | undefined;
  /** Undefined: a function takes files. */
  uploads: UploadMetrics | undefined;
  /** The functions that do the work of containers; undefined where containers do all of it. */
  shortTasks: ShortTasks["functions"] | undefined;
  /** Undefined: the alarms send no notifications. */
  topic: ITopic | undefined;
}

export interface AlarmDefinition {
  /** The consequence for clients or the operator. */
  impact: string;
  /** The first thing to check. */
  firstStep: string;
  metric: IMetric;
  threshold: number;
  evaluationPeriods: number;
  /** Whether values below the threshold, and missing ones, are the alarm. */
  isBelow?: true;
}

const quarter = Duration.minutes(15);
const five = Duration.minutes(5);

/** Functions that react to events. No caller waits for their result, so no caller reports their failure. */
export const eventFunctions = [
  "publish-outbox",
  "deliver-webhooks",
  "admit-tasks",
  "container-stopped",
  "finish-transcription",
  "recover-transcriptions",
  "clean-up-video",
] as const;

/** All alarms of the stack. docs/operators/alarms.md has a section about each. */
export class Alarms extends Construct {
  private readonly props: AlarmsProps;

  constructor(scope: Construct, id: string, props: AlarmsProps) {
    super(scope, id);
    this.props = props;
    this.executions();
    this.functions();
    this.reconciler();
    this.api();
    this.capacity();
    const others = {
      ...webhookAlarms(this),
      ...(props.uploads ? uploadAlarms(props.uploads) : {}),
      ...(props.shortTasks ? shortTaskAlarms(props.shortTasks) : {}),
    };
    for (const [name, definition] of Object.entries(others)) this.alarm(name, definition);
    if (props.clipFailures !== undefined) this.clipCutter(props.clipFailures);
  }

  /** Failures that clients cause (media without speech, an unknown font) are normal; half of all tasks are not. */
  private executions(): void {
    const sum = (name: string, machine: Machine): Metric =>
      new Metric({
        namespace: "AWS/States",
        metricName: name,
        dimensionsMap: { StateMachineArn: this.props.names.arn(machine) },
        statistic: "Sum",
        period: quarter,
      });
    const workers = machines.filter((machine) => machine !== "transcription");
    const ended = "FILL(failed, 0) + FILL(succeeded, 0)";
    for (const machine of workers) {
      this.alarm(`${machine}Failing`, {
        impact: `More than half of the executions of ${machine} failed for 30 minutes, so tasks or imports of clients fail.`,
        firstStep:
          "Open the newest failed execution of this state machine, and read the error of its failed state.",
        metric: new MathExpression({
          // A machine whose executions all fail has no value of those that succeed.
          expression: `IF(${ended} >= 6, 100 * FILL(failed, 0) / (${ended}), 0)`,
          usingMetrics: {
            failed: sum("ExecutionsFailed", machine),
            succeeded: sum("ExecutionsSucceeded", machine),
          },
          period: quarter,
          label: "Failed executions in percent",
        }),
        threshold: 50,
        evaluationPeriods: 2,
      });
    }
    this.alarm("ExecutionsTimedOut", {
      impact: "An execution reached its time limit: its task has failed and is refunded.",
      firstStep: "Open the execution that timed out and find the state that took too long.",
      metric: metricSum(
        workers.map((machine) => sum("ExecutionsTimedOut", machine)),
        quarter,
      ),
      threshold: 1,
      evaluationPeriods: 1,
    });
  }

  private functions(): void {
    const { functions } = this.props;
    this.alarm("EventFunctionsFailing", {
      impact: "Functions that handle events fail: tasks start late, and webhooks and events are late.",
      firstStep: `Search the logs of ${eventFunctions.join(", ")} for the level ERROR.`,
      metric: metricSum(
        eventFunctions.map((name) => functions.get(name).metricErrors({ period: quarter, statistic: "Sum" })),
        quarter,
      ),
      threshold: 5,
      evaluationPeriods: 2,
    });
    this.alarm("FunctionsThrottled", {
      impact:
        "Lambda rejects invocations in this account: API requests return 5xx responses, and tasks are late.",
      firstStep:
        "In Service Quotas, compare the quota of concurrent executions with their number, and request a higher one.",
      metric: new Metric({
        namespace: "AWS/Lambda",
        metricName: "Throttles",
        statistic: "Sum",
        period: five,
      }),
      threshold: 10,
      evaluationPeriods: 2,
    });
    this.alarm("EventsLate", {
      impact:
        "Changes of records are not published: webhooks and events are late. After an hour, the reconciler publishes them.",
      firstStep:
        "Search the log of publish-outbox for the level ERROR: a record that fails delays those behind it.",
      metric: functions.get("publish-outbox").metric("IteratorAge", { period: five, statistic: "Maximum" }),
      threshold: Duration.minutes(5).toMilliseconds(),
      evaluationPeriods: 2,
    });
    this.alarm("WakeUpsFailed", {
      impact:
        "Wake-ups of deliver-webhooks failed three times: the sweep sends their webhooks, a minute or more later.",
      firstStep:
        "Read the messages in the queue of failed wake-ups, and the log of deliver-webhooks at their time.",
      metric: new Metric({
        namespace: "AWS/SQS",
        metricName: "ApproximateNumberOfMessagesVisible",
        dimensionsMap: { QueueName: this.props.failedQueue },
        statistic: "Maximum",
        period: five,
      }),
      threshold: 1,
      evaluationPeriods: 1,
    });
  }

  private reconciler(): void {
    const reconcile = this.props.functions.get("reconcile");
    this.alarm("ReconcilerFailing", {
      impact:
        "The reconciler fails: stuck tasks are not repaired, expired media are not deleted, holds are not released.",
      firstStep:
        "Read the newest log entry of level ERROR of reconcile: its field `errors` has one error per record.",
      metric: reconcile.metricErrors({ period: quarter, statistic: "Sum" }),
      threshold: 5,
      evaluationPeriods: 1,
    });
    this.alarm("ReconcilerSilent", {
      impact: "The reconciler does not run: the effects of crashes and lost calls are not repaired.",
      firstStep: "Check that the rule ReconcileEveryMinute is enabled and that Lambda is not throttled.",
      metric: reconcile.metricInvocations({ period: quarter, statistic: "Sum" }),
      threshold: 5,
      evaluationPeriods: 1,
      isBelow: true,
    });
  }

  private api(): void {
    this.alarm("ApiFailing", {
      impact: "The API returns 5xx responses, so requests of clients fail.",
      firstStep:
        "Search the logs of the API functions for the message `unexpected error`. Its `requestId` is that of the response.",
      metric: new Metric({
        namespace: "AWS/ApiGateway",
        metricName: "5xx",
        dimensionsMap: { ApiId: this.props.apiId },
        statistic: "Sum",
        period: five,
      }),
      threshold: 5,
      evaluationPeriods: 2,
    });
  }

  private capacity(): void {
    this.alarm("CapacityUsedUp", {
      impact: "Containers use nearly all vCPUs of the account, so tasks wait for capacity.",
      firstStep:
        "In Service Quotas, request higher Fargate vCPU quotas, Spot and On-Demand, then raise the option fargateVcpus.",
      metric: new MathExpression({
        expression:
          "MAX([FILL(100 * spot / SERVICE_QUOTA(spot), 0), FILL(100 * onDemand / SERVICE_QUOTA(onDemand), 0)])",
        usingMetrics: { spot: usedVcpus("Spot", five), onDemand: usedVcpus("OnDemand", five) },
        period: five,
        label: "Used vCPUs in percent of the quota",
      }),
      threshold: 90,
      evaluationPeriods: 6,
    });
  }

  /** A failed job does not fail its task, so only this alarm shows that all jobs fail. */
  private clipCutter(failures: IMetric): void {
    this.alarm("ClipCutterFailing", {
      impact:
        "Jobs of MediaConvert fail or are rejected, so containers cut their clips, later and at additional cost.",
      firstStep:
        "Read the error of the state CutClipByMediaConvert in the newest executions of the clip state machine.",
      metric: failures,
      threshold: 3,
      evaluationPeriods: 2,
    });
  }

  private alarm(id: string, { impact, firstStep, isBelow, ...props }: AlarmDefinition): void {
    const alarm = new Alarm(this, id, {
      ...props,
      alarmDescription: `${impact} First: ${firstStep} Runbook: docs/operators/alarms.md#${id.toLowerCase()}`,
      comparisonOperator: isBelow
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: isBelow ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    if (this.props.topic !== undefined) alarm.addAlarmAction(new SnsAction(this.props.topic));
  }
}
