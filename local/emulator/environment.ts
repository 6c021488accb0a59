import { availableParallelism } from "node:os";
import { delimiter, dirname } from "node:path";
import { maxSegments } from "../../core/render-plan/segment-settings.ts";
import type { TranscriberOption } from "../../core/transcript/choose-engine.ts";
import type { LocalTranslation } from "../../core/translation/translation-support.ts";
import type { LocalPaths } from "../paths.ts";

export const region = "us-east-1";
/** What the emulator takes for an account of its own; it checks no signatures except those of presigned addresses. */
export const testCredentials = { accessKeyId: "test", secretAccessKey: "test" };

/** Passed on from the person's environment: how this machine reaches things, nothing that could mean a cloud account. */
const inherited = [
  "HOME",
  "USER",
  "LANG",
  "LC_ALL",
  "TZ",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_EXTRA_CA_CERTS",
];

export interface EngineSettings {
  publicUrl: string;
  strictEgress: boolean;
  webhookDelays: string | null;
  /** Null: the defaults of a machine. */
  renderParallel: number | null;
  segmentSeconds: number | null;
  transcriber: TranscriberOption | null;
  /** What stands in for AI services (local/stand-ins): its address, and what it can do. */
  standIns: { url: string; translation: LocalTranslation };
}

/**
 * The environment of every function and container, built from nothing so that no credential and no setting of the person's
 * shell leaks into it.
 */
export function engineEnvironment(
  paths: LocalPaths,
  settings: EngineSettings,
  from: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const kept = inherited.flatMap((name) => (from[name] ? [[name, from[name]] as const] : []));
  return {
    ...Object.fromEntries(kept),
    // Functions and containers run with whichever `node` comes first.
    PATH: [dirname(paths.pinnedNode), from.PATH ?? "/usr/local/bin:/usr/bin:/bin"].join(delimiter),
    TMPDIR: paths.scratch,
    AWS_ACCESS_KEY_ID: testCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: testCredentials.secretAccessKey,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    // Nothing here may look for credentials of a machine in the cloud.
    AWS_EC2_METADATA_DISABLED: "true",
    CAPSTACK_WHISPER_MODEL: paths.speechModel,
    CAPSTACK_PUBLIC_URL: settings.publicUrl,
    AWS_ENDPOINT_URL_TRANSLATE: settings.standIns.url,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: settings.standIns.url,
    CAPSTACK_TRANSLATION: JSON.stringify(settings.standIns.translation),
    // An encoder keeps about four cores busy.
    CAPSTACK_RENDER_PARALLEL: String(
      settings.renderParallel ?? Math.max(1, Math.min(maxSegments, Math.floor(availableParallelism() / 4))),
    ),
    ...(settings.segmentSeconds === null
      ? {}
      : { CAPSTACK_RENDER_SEGMENT_SECONDS: String(settings.segmentSeconds) }),
    ...(settings.transcriber === null ? {} : { CAPSTACK_TRANSCRIBER: settings.transcriber }),
    ...(from.CAPSTACK_PEXELS_KEY ? { CAPSTACK_PEXELS_KEY: from.CAPSTACK_PEXELS_KEY } : {}),
    ...(from.CAPSTACK_PEXELS_URL ? { CAPSTACK_PEXELS_URL: from.CAPSTACK_PEXELS_URL } : {}),
    ...(settings.strictEgress ? {} : { CAPSTACK_EGRESS: "loopback" }),
    ...(settings.webhookDelays === null ? {} : { CAPSTACK_WEBHOOK_DELAYS: settings.webhookDelays }),
  };
}
