import * as z from "zod";
import { clipCutterOptions } from "../core/clips/clip-cutter.ts";
import { dubberChoices } from "../core/dub/dub-support.ts";
import { transcriberOptions } from "../core/transcript/choose-engine.ts";
import { localTranslationSchema } from "../core/translation/translation-support.ts";
import { webhookDelaysSchema } from "../core/webhooks/retry-schedule.ts";

/** Set by the one-machine engine only, never in AWS; every function and container inherits them. */
export const engine = {
  /** URL of the reverse proxy: links and the URLs of parts use this host. Takes the place of PUBLIC_URL. */
  CAPSTACK_PUBLIC_URL: z.url().optional(),
  /** The private key that signs links to media, PEM. Takes the place of LINK_KEYS. */
  CAPSTACK_LINK_KEY: z.string().min(1).optional(),
  /** Permits URLs of loopback addresses as sources; strict if absent. */
  CAPSTACK_EGRESS: z.literal("loopback").optional(),
  /** Overrides WEBHOOK_DELAYS. */
  CAPSTACK_WEBHOOK_DELAYS: webhookDelaysSchema.optional(),
  /** Override RENDER_PARALLEL and RENDER_SEGMENT_SECONDS. */
  CAPSTACK_RENDER_PARALLEL: z.coerce.number().int().min(1).optional(),
  CAPSTACK_RENDER_SEGMENT_SECONDS: z.coerce.number().int().min(1).optional(),
  /** Overrides TRANSCRIBER. */
  CAPSTACK_TRANSCRIBER: z.enum(transcriberOptions).optional(),
  /** Overrides CLIP_CUTTER. */
  CAPSTACK_CLIP_CUTTER: z.enum(clipCutterOptions).optional(),
  /** Overrides DUBBER. */
  CAPSTACK_DUBBER: z.enum(dubberChoices).optional(),
  /** Overrides PLAYBACK_FILES. */
  CAPSTACK_PLAYBACK_FILES: z.enum(["true", "false"]).optional(),
  /** Override PEXELS_KEY_PARAMETER and the URL of Pexels. */
  CAPSTACK_PEXELS_KEY: z.string().optional(),
  CAPSTACK_PEXELS_URL: z.url().optional(),
  /** Override ELEVENLABS_KEY_PARAMETER and the URL of ElevenLabs. */
  CAPSTACK_ELEVENLABS_KEY: z.string().optional(),
  CAPSTACK_ELEVENLABS_URL: z.url().optional(),
  /** The translation engines of this machine, as JSON. */
  CAPSTACK_TRANSLATION: z
    .string()
    .transform((text) => localTranslationSchema.parse(JSON.parse(text)))
    .optional(),
};
