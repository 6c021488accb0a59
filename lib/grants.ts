import { Stack } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { ICluster } from "aws-cdk-lib/aws-ecs";
import type { EventBus } from "aws-cdk-lib/aws-events";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import type { ClipCutterSettings } from "./clip-cutter.ts";
import type { ClipModelSettings } from "./clip-model.ts";
import { stopContainers } from "./cluster-rules.ts";
import { consoleRules } from "./console-grants.ts";
import type { DubSettings } from "./dub-settings.ts";
import { frameRules } from "./frame-grants.ts";
import type { LinkSettings } from "./link-keys.ts";
import { machines as allMachines, type MachineNames } from "./machine-names.ts";
import { mediaRules } from "./media-grants.ts";
import type { RenderSettings } from "./render-settings.ts";
import type { ShortTaskSettings } from "./short-task-settings.ts";
import type { SpeechSettings } from "./speech-settings.ts";
import { teardownRules } from "./teardown.ts";
import { modelRules, type TranslationSettings } from "./translation-settings.ts";

/** Resources that functions and containers use. */
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
  shortTasks: ShortTaskSettings;
  /** Name of the parameter with the key of Pexels. */
  pexelsKeyParameter: string | undefined;
  translation: TranslationSettings;
  links: LinkSettings;
  /** The role that signs the URLs of parts. */
  uploadRoleArn: string;
  /** The function that draws frames. */
  frameFunctionName: string;
  dub: DubSettings;
  clips: ClipCutterSettings;
  clipModel: ClipModelSettings;
  /** Whether files for players in browsers are made: true or false. */
  playbackFiles: string;
  /** The bucket of the console; undefined: the deployment has no console. */
  consoleBucket: IBucket | undefined;
  /** The media bucket if it is deleted with the stack. */
  deletedBucket: IBucket | undefined;
}

/**
 * records:read, records:write  items of the table; a transaction needs the rights of its parts
 * records:delete               deletion of items: rows of queues, claims of Idempotency-Key, deleted records
 * records:query                items of a partition, such as a queue or the events of a task
 * records:batch:read           the records of a list, such as the videos of a page or the tasks of a queue
 * records:index:read           the keys, deliveries and tasks of an account
 * records:list                 finding records with work to do, by the index of those
 * records:usage                only counters of requests and uses of keys, which reading functions write too
 * capacity                     reserving and releasing vCPUs, in separate items
 * media:read                   all objects; reading includes finding that an object does not exist
 * media:tasks:read, …:write    what tasks read and write
 * media:brolls:read            the operator's own clips
 * media:videos:write           source videos, as a whole and in parts
 * media:fonts:write            font files
 * media:videos:delete, media:fonts:delete   deletion of rejected and deleted files
 * media:sweep                  deletion of all objects of a video or a task
 * media:uploads                listing and aborting uploads in parts of videos
 * tasks, videoImport           starting those machines
 * executions                   reading the status of an execution
 * executions:read              reading the histories of executions of tasks
 * segments:sweep               deletion of the segments of a render
 * stopping                     stopping executions of tasks and imports
 * containers                   finding and stopping the containers that machines have started
 * tokens:success, …:failure    results for task tokens of any machine
 * tokens:approval              results for task tokens of captioning tasks
 * tokens:transcription         results for task tokens of transcriptions
 * bus                          publishing events
 * translating                  translation of text
 * clipModel                    use of the language model that the operator chose for clips; lib/clip-model.ts allows the default
 * webhookQueue                 waking the deliverer
 * transcription:audio          the audio for Amazon Transcribe, which Whisper reads if Transcribe fails
 * transcription:start          transcribing that audio, in one request or by a job; Transcribe uses the caller's rights
 * transcription:finish         reading and deleting the result, and storing the recognition
 * transcription:list           finding jobs that have ended
 * links:read                   reading the keys that sign links
 * console:publish              writing the files of the console, and deleting them with the stack
 * teardown                     stopping all work, and emptying the bucket that is deleted
 * linkKeys:create              creating and deleting those keys
 * uploads:sign                 assuming the role that signs the URLs of parts
 * frames:read                  having a frame of an output drawn
 * pexelsKey                    reading that one parameter, if it is configured
 */
export type Grant =
  | "records:read"
  | "records:write"
  | "records:delete"
  | "records:query"
  | "records:batch:read"
  | "records:index:read"
  | "records:list"
  | "records:usage"
  | "capacity"
  | "media:read"
  | "media:tasks:read"
  | "media:tasks:write"
  | "media:brolls:read"
  | "media:videos:read"
  | "media:videos:write"
  | "media:videos:delete"
  | "media:fonts:write"
  | "media:fonts:delete"
  | "media:uploads"
  | "media:sweep"
  | "segments:sweep"
  | "tasks"
  | "videoImport"
  | "executions"
  | "executions:read"
  | "stopping"
  | "containers"
  | "tokens:success"
  | "tokens:failure"
  | "tokens:approval"
  | "tokens:transcription"
  | "bus"
  | "translating"
  | "clipModel"
  | "webhookQueue"
  | "transcription:audio"
  | "transcription:start"
  | "transcription:finish"
  | "transcription:list"
  | "links:read"
  | "console:publish"
  | "linkKeys:create"
  | "teardown"
  | "uploads:sign"
  | "frames:read"
  | "pexelsKey";

export interface Rule {
  actions: string[];
  resources: string[];
  conditions?: Record<string, Record<string, string[]>>;
}

/** Of Amazon Transcribe's jobs. Source: core/storage/keys.ts. */
export const transcribeObjects = "transcribe/*";
export const recognitions = "tasks/*/recognition.json";

type Rules = Record<Grant, Rule[]>;

/** Rules of grants that begin with a prefix. */
export type RulesOf<Prefix extends string> = Pick<Rules, Extract<Grant, `${Prefix}:${string}`>>;

const recordRules = ({ table }: Resources): RulesOf<"records"> => ({
  "records:read": [{ actions: ["dynamodb:GetItem"], resources: [table.tableArn] }],
  "records:query": [{ actions: ["dynamodb:Query"], resources: [table.tableArn] }],
  "records:batch:read": [{ actions: ["dynamodb:BatchGetItem"], resources: [table.tableArn] }],
  "records:index:read": [{ actions: ["dynamodb:Query"], resources: [`${table.tableArn}/index/gsi1`] }],
  "records:list": [{ actions: ["dynamodb:Query"], resources: [`${table.tableArn}/index/gsi2`] }],
  "records:write": [
    {
      actions: ["dynamodb:PutItem", "dynamodb:UpdateItem"],
      resources: [table.tableArn],
    },
  ],
  "records:delete": [{ actions: ["dynamodb:DeleteItem"], resources: [table.tableArn] }],
  "records:usage": [
    {
      actions: ["dynamodb:UpdateItem"],
      resources: [table.tableArn],
      conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["USAGE#*"] } },
    },
  ],
});

const machineRules = ({
  machines,
}: Resources): Pick<Rules, "tasks" | "videoImport" | "executions" | "stopping"> &
  RulesOf<"tokens" | "executions"> => {
  const arnsOf = (...names: Parameters<MachineNames["executionArns"]>[0][]) =>
    names.map((name) => machines.executionArns(name));
  const executions = arnsOf("captioning", "clip", "videoImport");
  const histories = arnsOf("captioning", "clip", "transcription");
  const everyMachine = allMachines.map((machine) => machines.arn(machine));
  return {
    tasks: [
      { actions: ["states:StartExecution"], resources: [machines.arn("captioning"), machines.arn("clip")] },
    ],
    videoImport: [{ actions: ["states:StartExecution"], resources: [machines.arn("videoImport")] }],
    executions: [{ actions: ["states:DescribeExecution"], resources: executions }],
    "executions:read": [{ actions: ["states:GetExecutionHistory"], resources: histories }],
    stopping: [{ actions: ["states:StopExecution"], resources: executions }],
    "tokens:success": [{ actions: ["states:SendTaskSuccess"], resources: everyMachine }],
    "tokens:failure": [{ actions: ["states:SendTaskFailure"], resources: everyMachine }],
    "tokens:approval": [{ actions: ["states:SendTaskSuccess"], resources: [machines.arn("captioning")] }],
    "tokens:transcription": [
      {
        actions: ["states:SendTaskSuccess", "states:SendTaskFailure"],
        resources: [machines.arn("transcription")],
      },
    ],
  };
};

const transcriptionRules = ({ bucket, speech }: Resources): RulesOf<"transcription"> => {
  const objects = bucket.arnForObjects(transcribeObjects);
  return {
    "transcription:audio": [
      { actions: ["s3:GetObject", "s3:PutObject", "s3:AbortMultipartUpload"], resources: [objects] },
    ],
    "transcription:start": [
      {
        actions: ["transcribe:StartTranscriptionJob"],
        resources: ["*"],
        conditions: {
          StringEquals: { "transcribe:OutputBucketName": [bucket.bucketName] },
          StringLike: { "transcribe:OutputKey": [transcribeObjects] },
        },
      },
      { actions: ["transcribe:TranscribeAudio"], resources: ["*"] },
      { actions: ["s3:GetObject", "s3:PutObject"], resources: [objects] },
    ],
    "transcription:finish": [
      {
        actions: ["transcribe:GetTranscriptionJob", "transcribe:DeleteTranscriptionJob"],
        resources: [speech.jobArns],
      },
      { actions: ["s3:GetObject", "s3:DeleteObject"], resources: [objects] },
      { actions: ["s3:ListBucket"], resources: [bucket.bucketArn] },
      { actions: ["s3:PutObject"], resources: [bucket.arnForObjects(recognitions)] },
    ],
    "transcription:list": [{ actions: ["transcribe:ListTranscriptionJobs"], resources: ["*"] }],
  };
};

const linkRules = ({ links, uploadRoleArn }: Resources): RulesOf<"links" | "linkKeys" | "uploads"> => ({
  "links:read": [{ actions: ["ssm:GetParameter"], resources: [links.parameterArns] }],
  "linkKeys:create": [
    {
      actions: ["ssm:GetParameter", "ssm:PutParameter", "ssm:DeleteParameter"],
      resources: [links.parameterArns],
    },
  ],
  "uploads:sign": [{ actions: ["sts:AssumeRole"], resources: [uploadRoleArn] }],
});

const rulesOf = (resources: Resources): Rules => {
  const { bucket, bus, cluster, table, webhookQueue, pexelsKeyParameter, translation, clipModel } = resources;
  return {
    ...recordRules(resources),
    ...mediaRules(resources),
    ...machineRules(resources),
    ...transcriptionRules(resources),
    capacity: [
      {
        actions: ["dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:DeleteItem"],
        resources: [table.tableArn],
        conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["CAPACITY", "CAPACITY#*"] } },
      },
    ],
    containers: stopContainers(cluster),
    clipModel: modelRules(clipModel),
    // The action has no resources.
    translating: [{ actions: ["translate:TranslateText"], resources: ["*"] }, ...modelRules(translation)],
    bus: [{ actions: ["events:PutEvents"], resources: [bus.eventBusArn] }],
    webhookQueue: [{ actions: ["sqs:SendMessage"], resources: [webhookQueue.queueArn] }],
    ...linkRules(resources),
    "frames:read": frameRules(resources),
    "console:publish": consoleRules(resources),
    teardown: teardownRules(resources),
    pexelsKey: pexelsKeyParameter === undefined ? [] : [readParameter(bucket, pexelsKeyParameter)],
  };
};

/** Decrypting a SecureString with the account's key (aws/ssm) requires no separate permission. */
export const readParameter = (scope: IBucket, name: string): Rule => ({
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
