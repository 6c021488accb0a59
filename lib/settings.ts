import type { Construct } from "constructs";
import { standardWebhookDelays, webhookDelays } from "../lambdas/environment.ts";
import { contextParameter, contextText } from "./context.ts";

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
  /** Whether the deployment has CloudFront, which does not exist in every partition. */
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
export const retainsData = (scope: Construct): boolean => {
  const value = String(scope.node.tryGetContext("retainData") ?? "true");
  if (value !== "true" && value !== "false") throw new Error("-c retainData: give true or false");
  return value === "true";
};

/** Reads the settings of the app's context. Throws Error for invalid values. */
export const settingsOf = (scope: Construct): Settings => {
  const text = (name: string) => contextText(scope, name);
  const flag = (name: string, otherwise: boolean): boolean => {
    const value = text(name) ?? String(otherwise);
    if (value !== "true" && value !== "false") throw new Error(`-c ${name}: give true or false`);
    return value === "true";
  };
  const delays = text("webhookDelays") ?? standardWebhookDelays;
  const checked = webhookDelays.safeParse(delays);
  if (!checked.success) throw new Error(`webhookDelays ${checked.error.issues[0]?.message}`);
  const webhookConcurrency = Number(text("webhookConcurrency") ?? defaultDeliverers);
  if (!(webhookConcurrency >= minDeliverers && webhookConcurrency <= maxDeliverers))
    throw new Error(`-c webhookConcurrency: give a number from ${minDeliverers} to ${maxDeliverers}`);
  const [tableName, streamArn] = [text("tableName"), text("tableStreamArn")];
  if ((tableName === undefined) !== (streamArn === undefined))
    throw new Error("-c tableName and -c tableStreamArn belong together");
  const cloudFront = flag("cloudFront", true);
  const hasConsole = flag("console", cloudFront);
  if (hasConsole && !cloudFront)
    throw new Error("-c console=true requires CloudFront: leave out -c cloudFront=false");
  const largeUploads = flag("largeUploads", cloudFront);
  if (largeUploads && !cloudFront)
    throw new Error("-c largeUploads=true takes CloudFront: leave out -c cloudFront=false");
  return {
    webhookDelays: delays,
    alarmEmail: text("alarmEmail"),
    pexelsKeyParameter: contextParameter(scope, "pexelsKeyParameter"),
    webhookConcurrency,
    data: {
      retain: retainsData(scope),
      table: tableName && streamArn ? { name: tableName, streamArn } : undefined,
      bucketName: text("bucketName"),
    },
    cloudFront,
    hasConsole,
    largeUploads,
    playbackFiles: flag("playbackFiles", true),
    linkKeys: linkKeysOf(text("linkKeys") ?? "1"),
  };
};

/** `1` or, during a rotation, `1,2`. Two are always enough. */
const linkKeysOf = (given: string): number[] => {
  if (!/^[1-9]\d{0,3}(,[1-9]\d{0,3})?$/.test(given))
    throw new Error(
      "-c linkKeys: give the number of one key, or of two with a comma between them, such as 1,2",
    );
  return given.split(",").map(Number);
};
