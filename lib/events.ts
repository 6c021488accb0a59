import { Duration } from "aws-cdk-lib";
import type { ITable, ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { ICluster } from "aws-cdk-lib/aws-ecs";
import { CfnRule, type EventBus, Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as FunctionTarget } from "aws-cdk-lib/aws-events-targets";
import { FilterCriteria, FilterRule, StartingPosition } from "aws-cdk-lib/aws-lambda";
import { DynamoEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import { Construct } from "constructs";
import {
  captioningTaskStatusChanged,
  clipTaskStatusChanged,
  eventSource,
  videoStatusChanged,
} from "../core/events/status-event.ts";
import type { Functions } from "./functions.ts";

export interface EventsProps {
  functions: Functions;
  table: ITableV2;
  bus: EventBus;
  cluster: ICluster;
  /** Prefix of the names of the stack's Amazon Transcribe jobs. */
  jobPrefix: string;
}

/** Event-driven functions: the outbox publisher, the event handlers and the reconciler's schedule. */
export class Events extends Construct {
  get rules(): CfnRule[] {
    return this.node.findAll().filter((node) => node instanceof CfnRule);
  }

  constructor(scope: Construct, id: string, { functions, table, bus, cluster, jobPrefix }: EventsProps) {
    super(scope, id);
    const invoke = (name: string) => [new FunctionTarget(functions.get(name))];

    functions.get("publish-outbox").addEventSource(
      new DynamoEventSource(table as ITable, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 25,
        // The reconciler sends records that exhaust their retries here.
        retryAttempts: 5,
        maxRecordAge: Duration.hours(1),
        bisectBatchOnError: true,
        filters: [
          FilterCriteria.filter({
            eventName: FilterRule.isEqual("INSERT"),
            dynamodb: { NewImage: { sk: { S: FilterRule.beginsWith("EVENT#") } } },
          }),
          // Progress of renders.
          FilterCriteria.filter({
            eventName: FilterRule.or("INSERT", "MODIFY"),
            dynamodb: {
              NewImage: {
                pk: { S: FilterRule.beginsWith("PROGRESS#") },
                sk: { S: FilterRule.isEqual("rendering") },
              },
            },
          }),
        ],
      }),
    );

    functions.get("clean-up-video").addEventSource(
      new DynamoEventSource(table as ITable, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        // One video may have thousands of tasks.
        batchSize: 1,
        // The reconciler handles records that exhaust their retries here.
        retryAttempts: 2,
        maxRecordAge: Duration.hours(1),
        filters: [
          FilterCriteria.filter({
            eventName: FilterRule.isEqual("INSERT"),
            dynamodb: { NewImage: { sk: { S: FilterRule.isEqual("DELETION") } } },
          }),
        ],
      }),
    );

    new Rule(this, "TasksToAdmit", {
      description: "A slot or a video has become free for the account's pending tasks",
      eventBus: bus,
      eventPattern: {
        source: [eventSource],
        detailType: [videoStatusChanged, captioningTaskStatusChanged, clipTaskStatusChanged],
        detail: {
          // Not `pending`: the creator of a task starts its admission.
          status: ["uploaded", "aborted", "transcriptionCompleted", "completed", "failed"],
        },
      },
      targets: invoke("admit-tasks"),
    });

    new Rule(this, "StoppedContainers", {
      description: "A container that stopped without a result must not leave its execution waiting",
      eventPattern: {
        source: ["aws.ecs"],
        detailType: ["ECS Task State Change"],
        detail: { lastStatus: ["STOPPED"], clusterArn: [cluster.clusterArn] },
      },
      targets: invoke("container-stopped"),
    });

    new Rule(this, "EndedTranscriptions", {
      description: "A job of Amazon Transcribe has ended: its words are sent to the waiting execution",
      eventPattern: {
        source: ["aws.transcribe"],
        detailType: ["Transcribe Job State Change"],
        detail: {
          TranscriptionJobStatus: ["COMPLETED", "FAILED"],
          TranscriptionJobName: [{ prefix: jobPrefix }],
        },
      },
      targets: invoke("finish-transcription"),
    });

    new Rule(this, "RecoverTranscriptions", {
      description: "Finishes jobs whose event was lost",
      schedule: Schedule.rate(Duration.minutes(5)),
      targets: invoke("recover-transcriptions"),
    });

    new Rule(this, "ReconcileEveryMinute", {
      description: "Repairs the effects of crashes and lost calls",
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: invoke("reconcile"),
    });
  }
}
