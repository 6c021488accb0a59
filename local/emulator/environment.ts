import { availableParallelism } from "node:os";
import { delimiter, dirname } from "node:path";
import type { ClipCutterOption } from "../../core/clips/clip-cutter.ts";
import type { DubberChoice } from "../../core/dub/dub-support.ts";
import { maxSegments } from "../../core/render-plan/segment-settings.ts";
import type { TranscriberOption } from "../../core/transcript/choose-engine.ts";
import type { LocalTranslation } from "../../core/translation/translation-support.ts";
import type { LocalPaths } from "../paths.ts";

export const region = "us-east-1";
/** The account of the emulator. */
export const localAccountId = "000000000000";
/** Credentials of the emulator's account; it only verifies the signatures of presigned URLs. */
export const testCredentials = { accessKeyId: "test", secretAccessKey: "test" };

/**
 * The folder where the engine reports which grants were used, which calls were denied and which requests AWS would reject. Tests
 * set it.
 */
export const accessReportsVariable = "CAPSTACK_ACCESS_REPORTS";

/** Variables inherited from the user's environment. None of them may refer to an AWS account. */
const inheritedVariables = [
  "HOME",
  "USER",
  "LANG",
  "LC_ALL",
  "TZ",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "NODE_EXTRA_CA_CERTS",
];

/** Settings of the operator that override those of a stack. */
const serviceVariables = [
  "CAPSTACK_PLAYBACK_FILES",
  "CAPSTACK_PEXELS_KEY",
  "CAPSTACK_PEXELS_URL",
  "CAPSTACK_ELEVENLABS_KEY",
  "CAPSTACK_ELEVENLABS_URL",
];

export interface EngineSettings {
  publicUrl: string;
  /** Private key of links to media, PEM. */
  linkKey: string;
  strictEgress: boolean;
  webhookDelays: string | null;
  /** Null: the defaults for the machine. */
  renderParallel: number | null;
  segmentSeconds: number | null;
  transcriber: TranscriberOption | null;
  clipCutter: ClipCutterOption | null;
  /** Whether the voice engine of dubs is set up. */
  hasDub: boolean;
  /** URL and capabilities of the emulators of AI services (local/service-emulators). */
  serviceEmulators: { url: string; translation: LocalTranslation };
}

/** Returns the environment of every function and container, without credentials and settings of the user's shell. */
export function emulatorEnvironment(
  paths: LocalPaths,
  settings: EngineSettings,
  from: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const inherited = [...inheritedVariables, ...serviceVariables].flatMap((name) =>
    from[name] ? [[name, from[name]] as const] : [],
  );
  return {
    ...Object.fromEntries(inherited),
    // Functions and containers run with the first `node` on PATH.
    PATH: [dirname(paths.pinnedNode), from.PATH ?? "/usr/local/bin:/usr/bin:/bin"].join(delimiter),
    TMPDIR: paths.scratch,
    AWS_ACCESS_KEY_ID: testCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: testCredentials.secretAccessKey,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    // Keeps the SDK from looking for credentials of an EC2 instance.
    AWS_EC2_METADATA_DISABLED: "true",
    CAPSTACK_WHISPER_MODEL: paths.speechModel,
    CAPSTACK_PUBLIC_URL: settings.publicUrl,
    CAPSTACK_LINK_KEY: settings.linkKey,
    AWS_ENDPOINT_URL_TRANSLATE: settings.serviceEmulators.url,
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: settings.serviceEmulators.url,
    CAPSTACK_TRANSLATION: JSON.stringify(settings.serviceEmulators.translation),
    CAPSTACK_DUBBER: dubberOf(settings, from),
    CAPSTACK_DUB_WEIGHTS: paths.dubWeights,
    // One encoder uses about four cores.
    CAPSTACK_RENDER_PARALLEL: String(
      settings.renderParallel ?? Math.max(1, Math.min(maxSegments, Math.floor(availableParallelism() / 4))),
    ),
    ...(settings.segmentSeconds === null
      ? {}
      : { CAPSTACK_RENDER_SEGMENT_SECONDS: String(settings.segmentSeconds) }),
    ...(settings.transcriber === null ? {} : { CAPSTACK_TRANSCRIBER: settings.transcriber }),
    ...(settings.clipCutter === null ? {} : { CAPSTACK_CLIP_CUTTER: settings.clipCutter }),
    ...(settings.strictEgress ? {} : { CAPSTACK_EGRESS: "loopback" }),
    ...(from[accessReportsVariable] ? { [accessReportsVariable]: from[accessReportsVariable] } : {}),
    ...(settings.webhookDelays === null ? {} : { CAPSTACK_WEBHOOK_DELAYS: settings.webhookDelays }),
  };
}

/** Kokoro speaks, or ElevenLabs where the operator has a key of it; the separation of the voice belongs to the set-up. */
const dubberOf = ({ hasDub }: EngineSettings, from: NodeJS.ProcessEnv): DubberChoice => {
  if (!hasDub) return "none";
  return from.CAPSTACK_ELEVENLABS_KEY ? "elevenlabs" : "kokoro";
};
