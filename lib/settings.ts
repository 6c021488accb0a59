import type { Construct } from "constructs";
import { standardWebhookDelays, webhookDelays } from "../lambdas/environment.ts";
import {
  contextFlag,
  contextInteger,
  contextMatch,
  contextParameter,
  contextText,
  hasCloudFront,
  invalidOption,
  optionError,
  requireCloudFront,
} from "./context.ts";

/** Settings of the operator, passed with `-c name=value` or in cdk.json. */
export interface Settings {
  /** Seconds between the attempts of a webhook, separated by commas. */
  webhookDelays: string;
  alarmEmail: string | undefined;
  /** Maximum number of concurrent functions that deliver webhooks. */
  webhookConcurrency: number;
  data: DataSettings;
  /** Name of a SecureString parameter with a Pexels API key. */
  pexelsKeyParameter: string | undefined;
  /** Whether the deployment has CloudFront. */
  cloudFront: boolean;
  /** Whether CloudFront serves the console too. */
  hasConsole: boolean;
  /** Whether POST /videos and POST /fonts take files of any size. */
  largeUploads: boolean;
  /** Whether files for players in browsers are made. */
  playbackFiles: boolean;
  /** Numbers of the keys that sign links, the newest last. */
  linkKeys: number[];
}

/** Retention and location of records and media. */
export interface DataSettings {
  /** Whether records and media are kept when the stack is deleted, and are protected against deletion. */
  retain: boolean;
  /** An existing table, such as a restored one, and its stream; absent: the stack creates one. */
  table: { name: string; streamArn: string } | undefined;
  /** An existing bucket; absent: the stack creates one. */
  bucketName: string | undefined;
}

/** Source: Lambda's limits of MaximumConcurrency. The default leaves room in the 10 executions of a new account. */
const [minDeliverers, defaultDeliverers, maxDeliverers] = [2, 5, 1000];

/** Reads `-c retainData`, which other settings need before the stack exists. */
export const retainsData = (scope: Construct): boolean => contextFlag(scope, "retainData", true);

/** Reads the settings of the app's context. Throws Error for invalid values. */
export const settingsOf = (scope: Construct): Settings => {
  const delays = contextText(scope, "webhookDelays") ?? standardWebhookDelays;
  const checked = webhookDelays.safeParse(delays);
  if (!checked.success) throw optionError("webhookDelays", checked.error.issues[0]?.message ?? "is invalid");
  const cloudFront = hasCloudFront(scope);
  const hasConsole = contextFlag(scope, "console", cloudFront);
  if (hasConsole) requireCloudFront(scope, "console");
  const largeUploads = contextFlag(scope, "largeUploads", cloudFront);
  if (largeUploads) requireCloudFront(scope, "largeUploads");
  return {
    webhookDelays: delays,
    alarmEmail: contextMatch(scope, "alarmEmail", /^[^\s@]+@[^\s@]+\.[^\s@]+$/, "one e-mail address"),
    pexelsKeyParameter: contextParameter(scope, "pexelsKeyParameter"),
    webhookConcurrency:
      contextInteger(scope, "webhookConcurrency", minDeliverers, maxDeliverers) ?? defaultDeliverers,
    data: {
      retain: retainsData(scope),
      table: existingTable(scope),
      bucketName: existingBucket(scope),
    },
    cloudFront,
    hasConsole,
    largeUploads,
    playbackFiles: contextFlag(scope, "playbackFiles", true),
    linkKeys: linkKeysOf(scope),
  };
};

const existingTable = (scope: Construct): DataSettings["table"] => {
  const name = contextMatch(scope, "tableName", /^[\w.-]{3,255}$/, "the name of a table, not its ARN");
  const streamArn = contextMatch(
    scope,
    "tableStreamArn",
    /^arn:[\w-]+:dynamodb:[\w-]+:\d{12}:table\/[\w.-]+\/stream\/[\w:.-]+$/,
    "the ARN of the table's stream (LatestStreamArn)",
  );
  if ((name === undefined) !== (streamArn === undefined))
    throw new Error("-c tableName and -c tableStreamArn must be set together");
  if (name === undefined || streamArn === undefined) return undefined;
  if (!streamArn.includes(`:table/${name}/stream/`))
    throw invalidOption("tableStreamArn", `the ARN of the stream of ${name}`);
  return { name, streamArn };
};

/**
 * S3's certificate has one wildcard for the bucket, which does not match a name with dots, and browsers compare it. Source: S3 User
 * Guide, "General purpose bucket naming rules".
 */
const existingBucket = (scope: Construct): string | undefined => {
  contextMatch(
    scope,
    "bucketName",
    /^[^.]*$/,
    "a bucket without dots in its name, because TLS certificates of S3 do not match one with dots. Copy the objects to a new bucket with `aws s3 sync`",
  );
  return contextMatch(
    scope,
    "bucketName",
    /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/,
    "the name of a bucket, not its ARN",
  );
};

/** `1` or, during a rotation, `1,2`. Two are always enough. */
const linkKeysOf = (scope: Construct): number[] => {
  const given = contextMatch(
    scope,
    "linkKeys",
    /^[1-9]\d{0,3}(,[1-9]\d{0,3})?$/,
    "the number of one key, or of two with a comma between them, such as 1,2",
  );
  return (given ?? "1").split(",").map(Number);
};
