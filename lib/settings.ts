import type { Construct } from "constructs";
import { standardWebhookDelays, webhookDelays } from "../lambdas/environment.ts";

/** Settings that an operator may pass with `-c name=value` or in cdk.json. */
export interface Settings {
  /** Seconds between the attempts of a webhook, separated by commas. */
  webhookDelays: string;
  alarmEmail: string | undefined;
  /** Name of a SecureString parameter with a key of the Pexels API. */
  pexelsKeyParameter: string | undefined;
}

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
  return { webhookDelays: delays, alarmEmail: text("alarmEmail"), pexelsKeyParameter };
};
