import { setTimeout as delay } from "node:timers/promises";
import { createStepFunctionsWorkflows } from "../../adapters/aws/step-functions-workflows.ts";
import { createDynamoAccountStore } from "../../adapters/dynamo/account-store.ts";
import { createDynamoFontStore } from "../../adapters/dynamo/font-store.ts";
import { createDynamoIdempotency } from "../../adapters/dynamo/idempotency.ts";
import { createDynamoKeyUses } from "../../adapters/dynamo/key-uses.ts";
import { createDynamoPlanStore } from "../../adapters/dynamo/plan-store.ts";
import { createDynamoRequestBuckets } from "../../adapters/dynamo/request-buckets.ts";
import { createTable } from "../../adapters/dynamo/table.ts";
import { createDynamoTaskSlots } from "../../adapters/dynamo/task-slots.ts";
import { createDynamoTasks } from "../../adapters/dynamo/task-store.ts";
import { createDynamoVideoStore } from "../../adapters/dynamo/video-store.ts";
import { createEgress } from "../../adapters/egress/egress.ts";
import { inspectFont } from "../../adapters/fonts/font-inspector.ts";
import { probeMedia } from "../../adapters/media/media-probe.ts";
import { newId, sha256 } from "../../adapters/node-secrets.ts";
import { downloadObject, uploadFile } from "../../adapters/s3/files.ts";
import { createS3Client, createS3MediaBucket } from "../../adapters/s3/media-bucket.ts";
import { createObjectUpload } from "../../adapters/s3/object-upload.ts";
import { createRequestLimiter } from "../../core/accounts/request-limit.ts";
import { NamedError } from "../../core/errors.ts";
import { admitTasks } from "../../core/workflows/maintenance/admit-tasks.ts";
import type { ServeEnvironment } from "./environment.ts";
import type { FetchBrollsDeps } from "./fetch-brolls.ts";
import type { ImportMediaDeps } from "./import-media.ts";
import { createLimiter } from "./limiter.ts";
import type { MakePlaybackDeps } from "./make-playback.ts";
import type { IngestServerDeps } from "./server.ts";

interface StorageEnvironment {
  BUCKET_NAME: string;
}

const storage = ({ BUCKET_NAME: bucket }: StorageEnvironment) => {
  const client = createS3Client();
  const files = createS3MediaBucket({ name: bucket, client });
  return {
    openUpload: (key: string, contentType: string, signal: AbortSignal) =>
      createObjectUpload({ client, bucket, key, contentType, signal }),
    uploadFile: (key: string, path: string, contentType: string, signal: AbortSignal): Promise<void> =>
      uploadFile({ client, bucket, key }, path, contentType, signal),
    deleteObject: (key: string): Promise<void> => files.delete(key),
    async download(key: string, path: string, signal: AbortSignal): Promise<void> {
      if ((await files.head(key)) === null) {
        throw new NamedError("UploadIncomplete", "The uploaded file no longer exists. Upload it again.");
      }
      await downloadObject({ client, bucket, key }, path, signal);
    },
  };
};

export const importDependencies = (
  environment: StorageEnvironment & { CAPSTACK_EGRESS?: "loopback" | undefined },
): ImportMediaDeps & MakePlaybackDeps => ({
  ...storage(environment),
  egress: createEgress({ policy: environment.CAPSTACK_EGRESS ?? "strict" }),
  probe: probeMedia,
});

export const brollDependencies = (environment: Parameters<typeof importDependencies>[0]): FetchBrollsDeps => {
  const bucket = createS3MediaBucket({ name: environment.BUCKET_NAME });
  return {
    ...importDependencies(environment),
    readJson: (key) => bucket.getJson(key),
    sizeOf: (key) => bucket.head(key),
    writeJson: (key, value) => bucket.putJson(key, value),
  };
};

/** A probe of media or of a font may use two cores and a few hundred MB, and many uploads arrive at the same time. */
const concurrentProbes = 2;

export const serveDependencies = (environment: ServeEnvironment): IngestServerDeps => {
  const table = createTable(environment.TABLE_NAME);
  const common = {
    now: (): Date => new Date(),
    wait: (milliseconds: number): Promise<void> => delay(milliseconds),
    newId,
    sha256,
  };
  const workflows = createStepFunctionsWorkflows({
    taskArns: { captioning: environment.CAPTIONING_MACHINE_ARN, clip: environment.CLIP_MACHINE_ARN },
    videoImportArn: environment.VIDEO_IMPORT_MACHINE_ARN,
  });
  const records = {
    accounts: createDynamoAccountStore(table),
    plans: createDynamoPlanStore(table, common),
    videos: createDynamoVideoStore(table, common),
    ...createDynamoTasks(table, common),
    slots: createDynamoTaskSlots(table),
    fonts: createDynamoFontStore(table),
    idempotency: createDynamoIdempotency(table, common),
  };
  const limit = createLimiter(concurrentProbes);
  return {
    ...common,
    ...records,
    admission: {
      ...records,
      keyUses: createDynamoKeyUses(table, common),
      limitRequests: createRequestLimiter({ buckets: createDynamoRequestBuckets(table, common), ...common }),
      sha256,
    },
    ...storage(environment),
    workflows,
    admitTasks: (accountId, videoId) =>
      admitTasks(accountId, { ...records, workflows, now: common.now }, videoId),
    probe: (path, signal) => limit(() => probeMedia(path, signal)),
    inspectFont: (path, signal) => limit(() => inspectFont(path, signal)),
  };
};
