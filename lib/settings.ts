import type { Construct } from "constructs";
import { standardWebhookDelays, webhookDelays } from "../lambdas/environment.ts";

/** What an operator may set with `-c name=value` or in cdk.json. */
export interface Settings {
  /** Seconds between the tries of a webhook, with commas between them. */
  webhookDelays: string;
  alarmEmail: string | undefined;
  /** Name of a SecureString parameter with a key of the Pexels API. */
  pexelsKeyParameter: string | undefined;
  /** Whether CloudFront is in front; it does not exist in every partition. */
  cloudFront: boolean;
  /** Whether POST /videos and POST /fonts take files of any size. */
  largeUploads: boolean;
  /** Numbers of the keys that sign links, the newest last. */
  linkKeys: number[];
}

/** The settings of the app's context. Throws a sentence for what cannot be meant. */
export const settingsOf = (scope: Construct): Settings => {
  const text = (name: string): string | undefined => {
    const value: unknown = scope.node.tryGetContext(name);
    return value === undefined || value === "" ? undefined : String(value);
  };
  const flag = (name: string, otherwise: boolean): boolean => {
    const value = text(name) ?? String(otherwise);
    if (value !== "true" && value !== "false") throw new Error(`-c ${name}: give true or false`);
    return value === "true";
  };
  const delays = text("webhookDelays") ?? standardWebhookDelays;
  const checked = webhookDelays.safeParse(delays);
  if (!checked.success) throw new Error(`webhookDelays ${checked.error.issues[0]?.message}`);
  const pexelsKeyParameter = text("pexelsKeyParameter");
  if (pexelsKeyParameter !== undefined && !/^[\w./-]{1,1011}$/.test(pexelsKeyParameter))
    throw new Error(
      "pexelsKeyParameter must be the name of a parameter of Systems Manager, not the key itself",
    );
  const cloudFront = flag("cloudFront", true);
  const largeUploads = flag("largeUploads", cloudFront);
  if (largeUploads && !cloudFront)
    throw new Error("-c largeUploads=true takes CloudFront: leave out -c cloudFront=false");
  return {
    webhookDelays: delays,
    alarmEmail: text("alarmEmail"),
    pexelsKeyParameter,
    cloudFront,
    largeUploads,
    linkKeys: linkKeysOf(text("linkKeys") ?? "1"),
  };
};

/** `1` or, during a rotation, `1,2`. More than two never have to be valid at once. */
const linkKeysOf = (given: string): number[] => {
  if (!/^[1-9]\d{0,3}(,[1-9]\d{0,3})?$/.test(given))
    throw new Error(
      "-c linkKeys: give the number of one key, or of two with a comma between them, such as 1,2",
    );
  return given.split(",").map(Number);
};
