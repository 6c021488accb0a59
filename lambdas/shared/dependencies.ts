import { setTimeout as delay } from "node:timers/promises";
import { createSqsWakeUps } from "../../adapters/aws/sqs-wake-ups.ts";
import { createStepFunctionsWorkflows } from "../../adapters/aws/step-functions-workflows.ts";
import { createUploadCredentials } from "../../adapters/aws/upload-credentials.ts";
import { createDynamoAccountStore } from "../../adapters/dynamo/account-store.ts";
import { createDynamoCursors } from "../../adapters/dynamo/cursors.ts";
import { createDynamoDeletions } from "../../adapters/dynamo/deletions.ts";
import { createDynamoDeliveryStore } from "../../adapters/dynamo/delivery-store.ts";
import { createDynamoFontStore } from "../../adapters/dynamo/font-store.ts";
import { createDynamoIdempotency } from "../../adapters/dynamo/idempotency.ts";
import { createDynamoKeyUses } from "../../adapters/dynamo/key-uses.ts";
import { createDynamoLedger } from "../../adapters/dynamo/ledger.ts";
import { createDynamoTaskIndex } from "../../adapters/dynamo/listing.ts";
import { createDynamoOperatorKeyStore } from "../../adapters/dynamo/operator-key-store.ts";
import { createDynamoPlanStore } from "../../adapters/dynamo/plan-store.ts";
import { createDynamoRequestBuckets } from "../../adapters/dynamo/request-buckets.ts";
import { createTable } from "../../adapters/dynamo/table.ts";
import { createDynamoTaskSlots } from "../../adapters/dynamo/task-slots.ts";
import { createDynamoTasks } from "../../adapters/dynamo/task-store.ts";
import { createDynamoVideoStore } from "../../adapters/dynamo/video-store.ts";
import { secretSource } from "../../adapters/node-secrets.ts";
import { createS3Client, createS3MediaBucket } from "../../adapters/s3/media-bucket.ts";
import { createS3TranscriptStore } from "../../adapters/s3/transcript-store.ts";
import { createRequestLimiter } from "../../core/accounts/request-limit.ts";
import { dubSupportOf } from "../../core/dub/dub-support.ts";
import type { EgressPolicy } from "../../core/egress/source-url.ts";
import { admitTasks } from "../../core/workflows/maintenance/admit-tasks.ts";
import type { ApiEnvironment } from "../environment.ts";
import { mediaLinks } from "./link-dependencies.ts";
import { translation } from "./translation-offer.ts";

/**
 * Builders of the dependencies of API functions, one per capability of a route (core/api/route.ts). A handler composes
 * those that its route declares; each is called once per cold start.
 */
export const requiredVariable = <K extends keyof ApiEnvironment>(
  env: ApiEnvironment,
  name: K,
): NonNullable<ApiEnvironment[K]> => {
  const value = env[name];
  if (value === undefined)
    throw new Error(`The environment lacks ${name}: the route does not declare its capability`);
  return value;
};

const egressPolicy = (env: ApiEnvironment): EgressPolicy => env.CAPSTACK_EGRESS ?? "strict";

export const basics = (env: ApiEnvironment) => ({
  ...secretSource,
  wait: (milliseconds: number): Promise<void> => delay(milliseconds),
  egress: egressPolicy(env),
});

export const records = (env: ApiEnvironment) => {
  const table = createTable(requiredVariable(env, "TABLE_NAME"));
  const common = basics(env);
  const accounts = createDynamoAccountStore(table);
  const plans = createDynamoPlanStore(table, common);
  const keyUses = createDynamoKeyUses(table, common);
  const limitRequests = createRequestLimiter({
    buckets: createDynamoRequestBuckets(table, common),
    ...common,
  });
  return {
    ...common,
    accounts,
    plans,
    keyUses,
    ledger: createDynamoLedger(table),
    deliveries: createDynamoDeliveryStore(table),
    admission: {
      accounts,
      plans,
      keyUses,
      limitRequests,
      sha256: common.sha256,
    },
    operatorAdmission: {
      operatorKeys: createDynamoOperatorKeyStore(table),
      keyUses,
      limitRequests,
      sha256: common.sha256,
    },
    videos: createDynamoVideoStore(table, common),
    ...createDynamoTasks(table, common),
    taskIndex: createDynamoTaskIndex(table, common),
    deletions: createDynamoDeletions(table),
    cursors: createDynamoCursors(table),
    slots: createDynamoTaskSlots(table),
    fonts: createDynamoFontStore(table),
    idempotency: createDynamoIdempotency(table, common),
  };
};

export const media = (env: ApiEnvironment) => {
  const name = requiredVariable(env, "BUCKET_NAME");
  const client = createS3Client();
  return {
    bucket: createS3MediaBucket({ name, client }),
    transcripts: createS3TranscriptStore(name, client),
  };
};

/** The wake-ups of webhooks, for a function whose route declares them. */
export const webhookWakeUps = (env: ApiEnvironment) => ({
  wakeUps: createSqsWakeUps(requiredVariable(env, "WEBHOOK_QUEUE_URL")),
});

/** The links to media of a function whose route declares them. */
export const links = (env: ApiEnvironment) =>
  mediaLinks({
    ...env,
    PUBLIC_URL: requiredVariable(env, "PUBLIC_URL"),
    LINK_KEYS: requiredVariable(env, "LINK_KEYS"),
  });

/** The bucket of a function that signs the URLs of parts, with sessions whose end is known. */
export const uploads = (env: ApiEnvironment) => {
  const roleArn = requiredVariable(env, "UPLOAD_ROLE_ARN");
  return {
    bucket: createS3MediaBucket({
      name: requiredVariable(env, "BUCKET_NAME"),
      publicUrl: env.CAPSTACK_PUBLIC_URL,
      partCredentials: roleArn === "" ? undefined : createUploadCredentials(roleArn),
    }),
  };
};

/** Builds the check of translateTo. */
export const translationOf = (env: ApiEnvironment) =>
  translation({
    ...env,
    TRANSLATOR: requiredVariable(env, "TRANSLATOR"),
    TRANSLATION_MODEL: requiredVariable(env, "TRANSLATION_MODEL"),
  });

/** What may be dubbed. */
export const dubOf = (env: ApiEnvironment) => ({
  dub: dubSupportOf(env.CAPSTACK_DUBBER ?? requiredVariable(env, "DUBBER")),
});

/** Whether playback files are made. */
export const playback = (env: ApiEnvironment) => ({
  makesPlaybackFiles: (env.CAPSTACK_PLAYBACK_FILES ?? requiredVariable(env, "PLAYBACK_FILES")) === "true",
});

export const videoImport = (env: ApiEnvironment) => ({
  workflows: createStepFunctionsWorkflows({
    videoImportArn: requiredVariable(env, "VIDEO_IMPORT_MACHINE_ARN"),
  }),
});

/** The client that resumes the execution of a task whose transcript was approved. */
export const approval = () => ({ workflows: createStepFunctionsWorkflows({}) });

/** Builds the client that starts executions of every kind. */
export const taskMachines = (env: ApiEnvironment) => ({
  workflows: createStepFunctionsWorkflows({
    taskArns: {
      captioning: requiredVariable(env, "CAPTIONING_MACHINE_ARN"),
      clip: requiredVariable(env, "CLIP_MACHINE_ARN"),
    },
  }),
});

/** Builds the function that starts an account's pending tasks; requires records and tasks. */
export const admission = (env: ApiEnvironment) => {
  const deps = { ...records(env), ...taskMachines(env) };
  return {
    ...deps,
    admitTasks: (accountId: string, videoId?: string): Promise<void> => admitTasks(accountId, deps, videoId),
  };
};
