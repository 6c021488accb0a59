import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { type Resources, readParameter, recognitions, transcribeObjects } from "./grants.ts";
import type { Machine } from "./machine-names.ts";

/** The containers that state machines start. All of them process untrusted media. */
export const workers = ["render", "clips", "speech", "extract", "dub", "import", "brolls"] as const;
export type Worker = (typeof workers)[number];

/** The function that draws frames processes it as well. */
type UntrustedMediaWorker = Worker | "frames";

interface WorkerRules {
  /** Machines that start the worker; it reports to no other machine. */
  machines: readonly Machine[];
  /** Whether it reports progress. A worker has no other access to the table. */
  reportsProgress: boolean;
  /** Patterns of object keys. Source: core/storage/keys.ts. */
  reads: readonly string[];
  writes: readonly string[];
  deletes: readonly string[];
  /** Whether it must be able to detect that an object does not exist: without the right to list, S3 returns 403. */
  findsMissing: boolean;
  /** What differs where a function does the work of the container, for short tasks only. */
  asFunction?: Partial<WorkerRules>;
}

/** The object keys that a worker writes, for the acknowledged rules of the stack. */
export const workerObjects = {
  segments: "tasks/*/segments/*",
  renders: "tasks/*/render/*",
  clips: "tasks/*/clips/*",
  brolls: "tasks/*/broll/*",
  dubs: "tasks/*/dub/*",
  frames: "tasks/*/frames/*",
} as const;

const rules: Readonly<Record<UntrustedMediaWorker, WorkerRules>> = {
  render: {
    machines: ["captioning"],
    reportsProgress: true,
    reads: ["videos/*", "tasks/*", "fonts/*", "brolls/*"],
    writes: [workerObjects.renders, workerObjects.segments],
    deletes: [],
    findsMissing: true,
  },
  clips: {
    machines: ["clip"],
    reportsProgress: true,
    reads: ["videos/*", workerObjects.clips, "fonts/*"],
    writes: [workerObjects.clips],
    deletes: [],
    findsMissing: true,
  },
  frames: {
    machines: [],
    reportsProgress: false,
    reads: ["videos/*", "tasks/*", "fonts/*", "brolls/*"],
    writes: [workerObjects.frames],
    deletes: [],
    findsMissing: true,
  },
  speech: {
    machines: ["transcription"],
    reportsProgress: true,
    // Whisper reads the input of Amazon Transcribe when Transcribe fails.
    reads: ["videos/*", transcribeObjects],
    writes: [recognitions],
    deletes: [],
    findsMissing: false,
    // The function extracts audio as well. After a failed job the container recognizes speech.
    asFunction: { reads: ["videos/*"], writes: [recognitions, transcribeObjects] },
  },
  extract: {
    machines: ["transcription"],
    reportsProgress: true,
    reads: ["videos/*"],
    writes: [transcribeObjects],
    deletes: [],
    findsMissing: false,
  },
  dub: {
    machines: ["captioning"],
    reportsProgress: true,
    reads: ["videos/*", workerObjects.dubs],
    writes: [workerObjects.dubs],
    deletes: [],
    findsMissing: true,
  },
  import: {
    machines: ["videoImport"],
    reportsProgress: false,
    reads: ["videos/*"],
    writes: ["videos/*"],
    // Deletes unusable uploads.
    deletes: ["videos/*"],
    findsMissing: true,
  },
  brolls: {
    machines: ["captioning"],
    reportsProgress: false,
    reads: [workerObjects.brolls],
    writes: [workerObjects.brolls],
    deletes: [],
    findsMissing: true,
  },
};

/**
 * Returns the policy statements of a worker's role: the minimum that its code needs.
 *
 * @param isFunction whether it is the function of short tasks
 */
export const workerStatements = (
  worker: UntrustedMediaWorker,
  { bucket, machines, table, dub }: Resources,
  isFunction = false,
): PolicyStatement[] => {
  const applied = { ...rules[worker], ...(isFunction ? rules[worker].asFunction : {}) };
  const { reads, writes, deletes, findsMissing, reportsProgress, machines: starters } = applied;
  const objects = (patterns: readonly string[]): string[] =>
    patterns.map((pattern) => bucket.arnForObjects(pattern));
  const statements = [
    { actions: ["s3:GetObject"], resources: objects(reads) },
    { actions: ["s3:PutObject", "s3:AbortMultipartUpload"], resources: objects(writes) },
    { actions: ["s3:DeleteObject"], resources: objects(deletes) },
    { actions: ["s3:ListBucket"], resources: findsMissing ? [bucket.bucketArn] : [] },
    {
      actions: ["dynamodb:UpdateItem"],
      resources: reportsProgress ? [table.tableArn] : [],
      // Source: adapters/dynamo/stage-progress.ts.
      conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["PROGRESS#*"] } },
    },
    {
      actions: ["states:SendTaskSuccess", "states:SendTaskFailure", "states:SendTaskHeartbeat"],
      resources: starters.map((machine) => machines.arn(machine)),
    },
  ];
  if (worker === "dub" && dub.choice === "polly") {
    // Without a lexicon, the action has no resource.
    statements.push({ actions: ["polly:SynthesizeSpeech"], resources: ["*"] });
  }
  const key = worker === "dub" ? dub.elevenLabsKeyParameter : undefined;
  return [...statements, ...(key === undefined ? [] : [readParameter(bucket, key)])]
    .filter(({ resources }) => resources.length > 0)
    .map((statement) => new PolicyStatement(statement));
};
