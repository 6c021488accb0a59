import { Stack } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { transcriberSetting } from "../lambdas/environment.ts";
import { contextChoice } from "./context.ts";
import type { Engine } from "./engine.ts";
import { transcribeObjects } from "./grants.ts";

/** Which engines recognize speech (core/transcript/choose-engine.ts), and the names of Amazon Transcribe's jobs. */
export interface SpeechSettings {
  transcriber: string;
  /** Prefix of every job name. */
  jobPrefix: string;
  /** Matches every job of this stack. */
  jobArns: string;
}

/** Reads `-c transcriber=auto|transcribe|whisper`. The one-machine engine uses Whisper by default. */
export const speechSettings = (scope: Construct, engine: Engine): SpeechSettings => {
  const choice = contextChoice(scope, "transcriber", transcriberSetting, "auto");
  const stack = Stack.of(scope);
  // A stack name has no dot, so no prefix is the beginning of another stack's.
  const jobPrefix = `${stack.stackName}.`;
  return {
    transcriber: engine.choose(choice, "whisper"),
    jobPrefix,
    jobArns: stack.formatArn({
      service: "transcribe",
      resource: "transcription-job",
      resourceName: `${jobPrefix}*`,
    }),
  };
};

/**
 * The role of Transcribe: a job reads and writes with it after the caller's session has ended. Restricted to jobs of
 * this account, so that jobs of other accounts cannot use the bucket.
 */
export const allowTranscribeAccess = (bucket: IBucket): void => {
  const stack = Stack.of(bucket);
  bucket.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal("transcribe.amazonaws.com")],
      actions: ["s3:GetObject", "s3:PutObject"],
      resources: [bucket.arnForObjects(transcribeObjects)],
      conditions: {
        StringEquals: { "aws:SourceAccount": stack.account },
        ArnLike: { "aws:SourceArn": stack.formatArn({ service: "transcribe", resource: "*" }) },
      },
    }),
  );
};
