import { Stack } from "aws-cdk-lib";
import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { EventBus } from "aws-cdk-lib/aws-events";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { machines as allMachines, type MachineNames } from "./machine-names.ts";
import type { RenderSettings } from "./render-settings.ts";
import type { SpeechSettings } from "./speech-settings.ts";
import type { TranslationSettings } from "./translation-settings.ts";

/** What functions and containers work with. */
export interface Resources {
  table: TableV2;
  bucket: Bucket;
  bus: EventBus;
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
  links: LinkSettings;
  /** The role that signs the URLs of parts. */
  uploadRoleArn: string;
}

/** Where links lead and what signs them. */
export interface LinkSettings {
  /** URL of the service as clients see it; empty on one machine. */
  publicUrl: string;
  /** Value of LINK_KEYS. */
  keys: string;
  /** Matches the parameters of all keys. */
  parameterArns: string;
}

/**
 * records:read, records:write  the table; a transaction needs the rights of its parts
 * records:update               only to change items that are there: progress, marks
 * records:usage                to note requests and uses of keys, which reading functions do too; nothing else
 * media:read, media:write      objects; reading includes to learn that there is none
 * media:delete                 to remove what was refused or is deleted
 * media:sweep                  to find and remove everything of a video or a task
 * media:uploads                to list, end and abandon multipart uploads
 * tasks, videoImport           to start those machines and to see how an execution fares
 * segments:sweep               to find and remove what a divided render leaves
 * stopping                     to end executions of tasks and imports
 * tokens                       to answer or keep alive a waiting state of any machine
 * bus                          to publish events
 * translating                  to have text translated
 * model                        to ask the language model, where there is one
 * webhookQueue                 to wake the deliverer
 * transcription:audio          to leave the audio that Amazon Transcribe hears, and to hear it in its place
 * transcription:start          to have that audio recognized; Transcribe reads and writes with the caller's rights
 * transcription:finish         to read and remove the result, and to pass it on
 * transcription:list           to find jobs that have ended
 * links:read                   to read the keys that sign links
 * linkKeys:create              to create and delete those keys
 * uploads:sign                 to assume the role that signs the URLs of parts
 * pexelsKey                    to read that one parameter, where there is one
 */
export type Grant =
  | "records:read"
  | "records:write"
  | "records:update"
  | "records:usage"
  | "media:read"
  | "media:write"
  | "media:uploads"
  | "media:delete"
  | "media:sweep"
  | "segments:sweep"
  | "tasks"
  | "videoImport"
  | "stopping"
  | "tokens"
  | "bus"
  | "translating"
  | "model"
  | "webhookQueue"
  | "transcription:audio"
  | "transcription:start"
  | "transcription:finish"
  | "transcription:list"
  | "links:read"
  | "linkKeys:create"
  | "uploads:sign"
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
  machines,
  webhookQueue,
  speech,
  pexelsKeyParameter,
  translation,
  links,
  uploadRoleArn,
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
    "records:update": [{ actions: ["dynamodb:UpdateItem"], resources: [table.tableArn] }],
    "records:usage": [
      {
        actions: ["dynamodb:UpdateItem"],
        resources: [table.tableArn],
        conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["USAGE#*"] } },
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
    "links:read": [{ actions: ["ssm:GetParameter"], resources: [links.parameterArns] }],
    "linkKeys:create": [
      {
        actions: ["ssm:GetParameter", "ssm:PutParameter", "ssm:DeleteParameter"],
        resources: [links.parameterArns],
      },
    ],
    "uploads:sign": [{ actions: ["sts:AssumeRole"], resources: [uploadRoleArn] }],
    pexelsKey: pexelsKeyParameter === undefined ? [] : [readParameter(bucket, pexelsKeyParameter)],
  };
};

/** A SecureString of the account's own key (aws/ssm) needs no right of its own to be decrypted. */
const readParameter = (scope: Bucket, name: string): Rule => ({
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
