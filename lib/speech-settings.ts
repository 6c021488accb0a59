import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { transcriberSetting } from "../lambdas/environment.ts";
import type { Engine } from "./engine.ts";

/** Which engines recognise speech (core/transcript/choose-engine.ts), and the names of Amazon Transcribe's jobs. */
export interface SpeechSettings {
  transcriber: string;
  /** Every job's name begins so. */
  jobPrefix: string;
  /** Matches every job of this stack. */
  jobArns: string;
}

/** `-c transcriber=auto|transcribe|whisper`; one machine uses Whisper unless its operator says otherwise. */
export const speechSettings = (scope: Construct, engine: Engine): SpeechSettings => {
  const checked = transcriberSetting.safeParse(scope.node.tryGetContext("transcriber") ?? "auto");
  if (!checked.success)
    throw new Error(`-c transcriber: give one of ${transcriberSetting.options.join(", ")}`);
  const stack = Stack.of(scope);
  const jobPrefix = `${stack.stackName}-`;
  return {
    transcriber: engine.choose(checked.data, "whisper"),
    jobPrefix,
    jobArns: stack.formatArn({
      service: "transcribe",
      resource: "transcription-job",
      resourceName: `${jobPrefix}*`,
    }),
  };
};
