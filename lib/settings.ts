import type { Construct } from "constructs";
import { standardWebhookDelays, webhookDelays } from "../lambdas/environment.ts";

/** Settings that an operator may pass with `-c name=value` or in cdk.json. */
export interface Settings {
  /** Seconds between the attempts of a webhook, separated by commas. */
  webhookDelays: string;
  alarmEmail: string | undefined;
  /** Deliverers of webhooks at the same time. */
  webhookConcurrency: number;
  data: DataSettings;
  /** Name of a SecureString parameter with a key of the Pexels API. */
  pexelsKeyParameter: string | undefined;
}

/** What happens to records and media, and where they are. */
export interface DataSettings {
  /** Whether they are kept when the stack is deleted, and neither can be deleted by mistake. */
  retain: boolean;
  /** An existing table, such as a restored one, and its stream; absent: the stack has one of its own. */
  table: { name: string; streamArn: string } | undefined;
  /** An existing bucket; absent: the stack has one of its own. */
  bucketName: string | undefined;
}

/** Source: Lambda's limits of MaximumConcurrency. The default leaves room in the 10 executions of a new account. */
const [minDeliverers, defaultDeliverers, maxDeliverers] = [2, 5, 1000];

/** `-c retainData=false`, and what depends on it before there is a stack. */
export const retainsData = (scope: Construct): boolean => {
  const value = String(scope.node.tryGetContext("retainData") ?? "true");
  if (value !== "true" && value !== "false") throw new Error("-c retainData: give true or false");
  return value === "true";
};

/** The settings of the app's context. Throws Error for invalid values. */
export const settingsOf = (scope: Construct): Settings => {
  const text = (name: string): string | undefined => {
    const value: unknown = scope.node.tryGetContext(name);
    return value === undefined || value === "" ? undefined : String(value);
  };
  const delays = text("webhookDelays") ?? standardWebhookDelays;
  const checked = webhookDelays.safeParse(delays);
  if (!checked.success) throw new Error(`webhookDelays ${checked.error.issues[0]?.message}`);
  const pexelsKeyParameter = text("pexelsKeyParameter");
  if (pexelsKeyParameter !== undefined && !/^[\w./-]{1,1011}$/.test(pexelsKeyParameter))
    throw new Error(
      "pexelsKeyParameter must be the name of a parameter of Systems Manager, not the key itself",
    );
  const webhookConcurrency = Number(text("webhookConcurrency") ?? defaultDeliverers);
  if (!(webhookConcurrency >= minDeliverers && webhookConcurrency <= maxDeliverers))
    throw new Error(`-c webhookConcurrency: give a number from ${minDeliverers} to ${maxDeliverers}`);
  const [tableName, streamArn] = [text("tableName"), text("tableStreamArn")];
  if ((tableName === undefined) !== (streamArn === undefined))
    throw new Error("-c tableName and -c tableStreamArn belong together");
  return {
    webhookDelays: delays,
    alarmEmail: text("alarmEmail"),
    pexelsKeyParameter,
    webhookConcurrency,
    data: {
      retain: retainsData(scope),
      table: tableName && streamArn ? { name: tableName, streamArn } : undefined,
      bucketName: text("bucketName"),
    },
  };
};
