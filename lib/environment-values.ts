import { Stack } from "aws-cdk-lib";
import type { z } from "zod";
import {
  type brollStepEnvironment,
  type capabilityEnvironment,
  type capacityEnvironment,
  type chooseClipsEnvironment,
  type dubContainerEnvironment,
  type dubEnvironment,
  engineEnvironment,
  type ingestServeEnvironment,
  type publishConsoleEnvironment,
  type reconcileEnvironment,
  type recoveringEnvironment,
  type startRenderingEnvironment,
  type teardownEnvironment,
  type translationEnvironment,
  type webhookEnvironment,
} from "../lambdas/environment.ts";
import type { Resources } from "./grants.ts";

type Names<S extends z.ZodObject> = S extends unknown ? keyof S["shape"] & string : never;

/** Every variable name that a schema of lambdas/environment.ts requires from the infrastructure. */
type Name = Exclude<
  | Names<typeof reconcileEnvironment>
  | Names<typeof ingestServeEnvironment>
  | Names<typeof webhookEnvironment>
  | Names<typeof capacityEnvironment>
  | Names<typeof brollStepEnvironment>
  | Names<typeof startRenderingEnvironment>
  | Names<typeof chooseClipsEnvironment>
  | Names<typeof recoveringEnvironment>
  | Names<typeof translationEnvironment>
  | Names<typeof dubEnvironment>
  | Names<typeof dubContainerEnvironment>
  | Names<typeof publishConsoleEnvironment>
  | Names<typeof teardownEnvironment>
  | Names<(typeof capabilityEnvironment)[keyof typeof capabilityEnvironment]>,
  Names<typeof engineEnvironment> | "PORT"
>;

/** The values of a function's or container's environment, chosen by the schema that validates them. */
export const environmentFor = (schema: z.ZodObject, resources: Resources): Record<string, string> => {
  const {
    table,
    bucket,
    bus,
    cluster,
    machines,
    webhookQueue,
    webhookDelays,
    rendering,
    speech,
    shortTasks,
    pexelsKeyParameter,
    translation,
    links,
    uploadRoleArn,
    frameFunctionName,
    dub,
    clips,
    clipModel,
    playbackFiles,
    consoleBucket,
    deletedBucket,
  } = resources;
  const values: Record<Name, string> = {
    TABLE_NAME: table.tableName,
    BUCKET_NAME: bucket.bucketName,
    EVENT_BUS_NAME: bus.eventBusName,
    CLUSTER_ARN: cluster.clusterArn,
    TRANSLATOR: translation.translator,
    TRANSLATION_MODEL: translation.model,
    DUBBER: dub.dubber,
    ELEVENLABS_KEY_PARAMETER: dub.elevenLabsKeyParameter ?? "",
    CLIP_CUTTER: clips.clipCutter,
    CLIP_MODEL: clipModel.model,
    PLAYBACK_FILES: playbackFiles,
    CONSOLE_BUCKET_NAME: consoleBucket?.bucketName ?? "",
    DELETED_BUCKET_NAME: deletedBucket?.bucketName ?? "",
    FARGATE_VCPUS: rendering.fargateVcpus,
    RENDER_PARALLEL: rendering.parallel,
    RENDER_SEGMENT_SECONDS: rendering.segmentSeconds,
    SHORT_TASK_SECONDS: shortTasks.seconds,
    SHORT_TASK_FUNCTIONS: shortTasks.functions,
    TRANSCRIBER: speech.transcriber,
    TRANSCRIBE_JOB_PREFIX: speech.jobPrefix,
    CAPTIONING_MACHINE_ARN: machines.arn("captioning"),
    CLIP_MACHINE_ARN: machines.arn("clip"),
    VIDEO_IMPORT_MACHINE_ARN: machines.arn("videoImport"),
    TRANSCRIPTION_MACHINE_ARN: machines.arn("transcription"),
    WEBHOOK_QUEUE_URL: webhookQueue.queueUrl,
    WEBHOOK_DELAYS: webhookDelays,
    STACK_NAME: Stack.of(table).stackName,
    PUBLIC_URL: links.publicUrl,
    LINK_KEYS: links.keys,
    UPLOAD_ROLE_ARN: uploadRoleArn,
    FRAME_FUNCTION_NAME: frameFunctionName,
    PEXELS_KEY_PARAMETER: pexelsKeyParameter ?? "",
  };
  const isOurs = (name: string): boolean => !(name in engineEnvironment.shape) && name !== "PORT";
  return Object.fromEntries(
    Object.keys(schema.shape)
      .filter(isOurs)
      .map((name) => {
        if (!Object.hasOwn(values, name)) throw new Error(`No value for the environment variable ${name}`);
        return [name, values[name as Name]];
      }),
  );
};
