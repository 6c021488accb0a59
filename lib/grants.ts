import { Stack } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { ICluster } from "aws-cdk-lib/aws-ecs";
import type { EventBus } from "aws-cdk-lib/aws-events";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { machines as allMachines, type MachineNames } from "./machine-names.ts";
import type { RenderSettings } from "./render-settings.ts";
import type { SpeechSettings } from "./speech-settings.ts";
import type { TranslationSettings } from "./translation-settings.ts";

/** What functions and containers work with. */
export interface Resources {
  table: ITableV2;
  bucket: IBucket;
  bus: EventBus;
  cluster: ICluster;
  machines: MachineNames;
  /** Wake-ups of the deliverer. */
  webhookQueue: IQueue;
  /** Seconds with commas between them. */
  webhookDelays: string;
  rendering: RenderSettings;
  speech: SpeechSettings;
  /** Name of the parameter with the key of Pexels. */
  pexelsKeyParameter: string | undefined;
  translation: TranslationSettings;
}

/**
 * records:read, records:write  the table; a transaction needs the rights of its parts
 * records:usage                to note requests and uses of keys, which reading functions do too; nothing else
 * capacity                     to reserve and release vCPUs, in the items of their own
 * media:read, media:write      objects; reading includes to learn that there is none
 * media:delete                 to remove what was refused or is deleted
 * media:sweep                  to find and remove everything of a video or a task
 * media:uploads                to list, end and abandon multipart uploads
 * tasks, videoImport           to start those machines and to see how an execution fares
 * segments:sweep               to find and remove what a divided render leaves
 * stopping                     to end executions of tasks and imports
 * containers                   to find and stop the containers that machines have started
 * tokens                       to answer or keep alive a waiting state of any machine
 * bus                          to publish events
 * translating                  to have text translated
 * model                        to ask the language model, where there is one
 * webhookQueue                 to wake the deliverer
 * transcription:audio          to leave the audio that Amazon Transcribe hears, and to hear it in its place
 * transcription:start          to have that audio recognized; Transcribe reads and writes with the caller's rights
 * transcription:finish         to read and remove the result, and to pass it on
 * transcription:list           to find jobs that have ended
 * pexelsKey                    to read that one parameter, where there is one
 */
export type Grant =
  | "records:read"
  | "records:write"
  | "records:usage"
  | "capacity"
  | "media:read"
  | "media:write"
  | "media:uploads"
  | "media:delete"
  | "media:sweep"
  | "segments:sweep"
  | "tasks"
  | "videoImport"
  | "stopping"
  | "containers"
  | "tokens"
  | "bus"
  | "translating"
  | "model"
  | "webhookQueue"
  | "transcription:audio"
  | "transcription:start"
  | "transcription:finish"
  | "transcription:list"
  | "pexelsKey";

/** Folders of the media bucket. Source: core/storage/keys.ts. */
export const mediaPrefixes = ["videos", "tasks", "fonts"] as const;
/** The operator's own clips, which the product only reads. */
export const brollPrefix = "brolls";

interface Rule {
  actions: string[];
  resources: string[];
  conditions?: Record<string, Record<string, string[]>>;
}

/** Of Amazon Transcribe's jobs. Source: core/storage/keys.ts. */
export const transcribeObjects = "transcribe/*";
export const recognitions = "tasks/*/recognition.json";

const rulesOf = ({
  table,
  bucket,
  bus,
  cluster,
  machines,
  webhookQueue,
  speech,
  pexelsKeyParameter,
  translation,
}: Resources): Record<Grant, Rule[]> => {
  const tableAndIndexes = [table.tableArn, `${table.tableArn}/index/gsi1`, `${table.tableArn}/index/gsi2`];
  const objectsOf = (prefixes: readonly string[]): string[] =>
    prefixes.map((prefix) => bucket.arnForObjects(`${prefix}/*`));
  const objects = objectsOf(mediaPrefixes);
  const execute = (machine: "captioning" | "clip" | "videoImport"): Rule[] => [
    { actions: ["states:StartExecution"], resources: [machines.arn(machine)] },
    { actions: ["states:DescribeExecution"], resources: [machines.executionArns(machine)] },
  ];
  const model =
    translation.modelArns.length === 0
      ? []
      : [{ actions: ["bedrock:InvokeModel"], resources: translation.modelArns }];
  return {
    "records:read": [
      {
        actions: ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"],
        resources: tableAndIndexes,
      },
    ],
    "records:write": [
      {
        actions: [
          "dynamodb:PutItem",
          "dynamodb:UpdateItem",
          "dynamodb:DeleteItem",
          "dynamodb:ConditionCheckItem",
        ],
        resources: [table.tableArn],
      },
    ],
    "records:usage": [
      {
        actions: ["dynamodb:UpdateItem"],
        resources: [table.tableArn],
        conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["USAGE#*"] } },
      },
    ],
    capacity: [
      {
        actions: ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:DeleteItem"],
        resources: [table.tableArn],
        conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["CAPACITY", "CAPACITY#*"] } },
      },
    ],
    "media:read": [
      { actions: ["s3:GetObject"], resources: [...objects, ...objectsOf([brollPrefix])] },
      // Without it S3 answers "forbidden" for an object that is not there.
      { actions: ["s3:ListBucket"], resources: [bucket.bucketArn] },
    ],
    "media:write": [{ actions: ["s3:PutObject"], resources: objects }],
    "media:uploads": [
      { actions: ["s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"], resources: objects },
    ],
    "media:delete": [{ actions: ["s3:DeleteObject"], resources: objects }],
    "media:sweep": [
      {
        actions: ["s3:DeleteObject", "s3:AbortMultipartUpload"],
        resources: objectsOf(["videos", "tasks", "transcribe"]),
      },
      { actions: ["s3:ListBucket", "s3:ListBucketMultipartUploads"], resources: [bucket.bucketArn] },
    ],
    "segments:sweep": [
      {
        actions: ["s3:DeleteObject", "s3:AbortMultipartUpload"],
        resources: [bucket.arnForObjects("tasks/*/segments/*")],
      },
      { actions: ["s3:ListBucket", "s3:ListBucketMultipartUploads"], resources: [bucket.bucketArn] },
    ],
    stopping: [
      {
        actions: ["states:StopExecution"],
        resources: (["captioning", "clip", "videoImport"] as const).map((machine) =>
          machines.executionArns(machine),
        ),
      },
    ],
    containers: stopContainers(cluster),
    tasks: [...execute("captioning"), ...execute("clip")],
    videoImport: execute("videoImport"),
    tokens: [
      {
        actions: ["states:SendTaskSuccess", "states:SendTaskFailure", "states:SendTaskHeartbeat"],
        resources: allMachines.map((machine) => machines.arn(machine)),
      },
    ],
    translating: [
      // Knows no resources.
      { actions: ["translate:TranslateText"], resources: ["*"] },
      ...model,
    ],
    model,
    bus: [{ actions: ["events:PutEvents"], resources: [bus.eventBusArn] }],
    "transcription:audio": [
      {
        actions: ["s3:GetObject", "s3:PutObject", "s3:AbortMultipartUpload"],
        resources: [bucket.arnForObjects(transcribeObjects)],
      },
    ],
    "transcription:start": [
      {
        // The action knows no resources; these keys say where a job's output may go.
        actions: ["transcribe:StartTranscriptionJob"],
        resources: ["*"],
        conditions: {
          StringEquals: { "transcribe:OutputBucketName": [bucket.bucketName] },
          StringLike: { "transcribe:OutputKey": [transcribeObjects] },
        },
      },
      {
        actions: ["s3:GetObject", "s3:PutObject"],
        resources: [bucket.arnForObjects(transcribeObjects)],
      },
    ],
    "transcription:finish": [
      {
        actions: ["transcribe:GetTranscriptionJob", "transcribe:DeleteTranscriptionJob"],
        resources: [speech.jobArns],
      },
      {
        actions: ["s3:GetObject", "s3:DeleteObject"],
        resources: [bucket.arnForObjects(transcribeObjects)],
      },
      { actions: ["s3:ListBucket"], resources: [bucket.bucketArn] },
      { actions: ["s3:PutObject"], resources: [bucket.arnForObjects(recognitions)] },
    ],
    "transcription:list": [{ actions: ["transcribe:ListTranscriptionJobs"], resources: ["*"] }],
    webhookQueue: [{ actions: ["sqs:SendMessage"], resources: [webhookQueue.queueArn] }],
    pexelsKey: pexelsKeyParameter === undefined ? [] : [readParameter(bucket, pexelsKeyParameter)],
  };
};

/** Listing knows no resource that it could be bound to, other than the cluster. */
const stopContainers = (cluster: ICluster): Rule[] => [
  {
    actions: ["ecs:ListTasks"],
    resources: ["*"],
    conditions: { ArnEquals: { "ecs:cluster": [cluster.clusterArn] } },
  },
  { actions: ["ecs:DescribeTasks", "ecs:StopTask"], resources: [tasksOf(cluster)] },
];

/** Matches every task of a cluster. */
export const tasksOf = (cluster: ICluster): string =>
  Stack.of(cluster).formatArn({
    service: "ecs",
    resource: "task",
    resourceName: `${cluster.clusterName}/*`,
  });

/** A SecureString of the account's own key (aws/ssm) needs no right of its own to be decrypted. */
const readParameter = (scope: IBucket, name: string): Rule => ({
  actions: ["ssm:GetParameter"],
  resources: [
    Stack.of(scope).formatArn({
      service: "ssm",
      resource: "parameter",
      resourceName: name.replace(/^\//, ""),
    }),
  ],
});

/** The policy statements behind a list of grants. */
export const statementsFor = (grants: readonly Grant[], resources: Resources): PolicyStatement[] => {
  const rules = rulesOf(resources);
  return [...new Set(grants)].flatMap((grant) => rules[grant]).map((rule) => new PolicyStatement(rule));
};
