import { z } from "zod";
import type { Capability } from "../core/api/route.ts";
import { dubberChoices } from "../core/dub/dub-support.ts";
import { maxSegments } from "../core/render-plan/segment-settings.ts";
import { transcriberOptions } from "../core/transcript/choose-engine.ts";
import { localTranslationSchema, translatorChoices } from "../core/translation/translation-support.ts";
import { standardDelaysSeconds, webhookDelaysSchema } from "../core/webhooks/retry-schedule.ts";

/**
 * The environment of each kind of function. A function checks its own at cold start with these schemas; the
 * infrastructure types the `environment` that it gives from the same ones, so neither can forget a name.
 */
const table = { TABLE_NAME: z.string().min(1) };
const bucket = { BUCKET_NAME: z.string().min(1) };
const videoImport = { VIDEO_IMPORT_MACHINE_ARN: z.string().min(1) };
/** The machines that work tasks, one for each kind. */
const taskMachines = { CAPTIONING_MACHINE_ARN: z.string().min(1), CLIP_MACHINE_ARN: z.string().min(1) };
const eventBus = { EVENT_BUS_NAME: z.string().min(1) };
const webhookQueue = { WEBHOOK_QUEUE_URL: z.string().min(1) };

const translation = {
  TRANSLATOR: z.enum(translatorChoices),
  /** A model or an inference profile of Bedrock; empty: none. */
  TRANSLATION_MODEL: z.string(),
};

/** The voice engine of dubs. */
export const dubberSetting = z.enum(dubberChoices);
const dub = { DUBBER: dubberSetting };

/** Set by the one-machine engine only, never by the infrastructure; every function and container inherits them. */
const engine = {
  /** URL of the reverse proxy: presigned URLs use this host, path style. */
  CAPSTACK_PUBLIC_URL: z.url().optional(),
  /** Loopback addresses are legal sources; absent means strict. */
  CAPSTACK_EGRESS: z.literal("loopback").optional(),
  /** Takes the place of WEBHOOK_DELAYS. */
  CAPSTACK_WEBHOOK_DELAYS: webhookDelaysSchema.optional(),
  /** What the machine or its operator chose in the place of RENDER_PARALLEL and RENDER_SEGMENT_SECONDS. */
  CAPSTACK_RENDER_PARALLEL: z.coerce.number().int().min(1).optional(),
  CAPSTACK_RENDER_SEGMENT_SECONDS: z.coerce.number().int().min(1).optional(),
  /** Takes the place of TRANSCRIBER. */
  CAPSTACK_TRANSCRIBER: z.enum(transcriberOptions).optional(),
  /** Takes the place of DUBBER. */
  CAPSTACK_DUBBER: dubberSetting.optional(),
  /** In the place of PEXELS_KEY_PARAMETER, and of the address of Pexels. */
  CAPSTACK_PEXELS_KEY: z.string().optional(),
  CAPSTACK_PEXELS_URL: z.url().optional(),
  /** What this machine translates by itself, as JSON. */
  CAPSTACK_TRANSLATION: z
    .string()
    .transform((text) => localTranslationSchema.parse(JSON.parse(text)))
    .optional(),
};
export const engineEnvironment = z.object(engine);

/** Sources of b-rolls beside the operator's own clips, which lie in the bucket. */
const brolls = {
  /** Name of the parameter with the key of Pexels; empty: not searched. */
  PEXELS_KEY_PARAMETER: z.string(),
};

/** What each capability of an API route (core/api/route.ts) adds to the function's environment. */
export const capabilityEnvironment = {
  records: z.object(table),
  media: z.object(bucket),
  mediaDeletion: z.object(bucket),
  videoImport: z.object(videoImport),
  tasks: z.object(taskMachines),
  brollLibraries: z.object(brolls),
  translation: z.object(translation),
  dub: z.object(dub),
} as const satisfies Record<Capability, z.ZodObject>;

/** Everything that an API function may have; which of them it must have follows from its route's `uses`. */
export const apiEnvironment = z
  .object({ ...table, ...bucket, ...videoImport, ...taskMachines, ...brolls, ...translation, ...dub })
  .partial()
  .extend(engine);
export type ApiEnvironment = z.infer<typeof apiEnvironment>;

/** Steps that read and write records and media. */
export const stepEnvironment = z.object({ ...table, ...bucket, ...engine });

/** What is translated, and by which engines. */
export const translationEnvironment = z.object({ ...translation, ...engine });

/** What is dubbed. */
export const dubEnvironment = z.object({ ...dub, ...engine });

/** The operator's setting, as the infrastructure checks it. */
export const translatorNames = translatorChoices;
export type TranslatorName = (typeof translatorChoices)[number];

/** Steps that must know what is translated. */
export const translationStepEnvironment = stepEnvironment.extend(translation);

/** The operator's choice of speech engines (core/transcript/choose-engine.ts), as the infrastructure checks it. */
export const transcriberSetting = z.enum(transcriberOptions);

/** The step that chooses the speech engine. */
export const prepareEnvironment = translationStepEnvironment.extend({ TRANSCRIBER: transcriberSetting });

/** The same of a clip task, which is never translated. */
export const prepareClipsEnvironment = stepEnvironment.extend({ TRANSCRIBER: transcriberSetting });

/** Starts and finishes jobs of Amazon Transcribe. */
export const transcribingEnvironment = z.object({
  ...bucket,
  ...engine,
  TRANSCRIBE_JOB_PREFIX: z.string().min(1),
});
export const recoveringEnvironment = transcribingEnvironment.extend({ TRANSCRIBER: transcriberSetting });
/** The step that chooses b-rolls. */
export const brollStepEnvironment = stepEnvironment.extend(brolls);

/** What says which sources of b-rolls there are. */
export type BrollEnvironment = Pick<
  ApiEnvironment,
  keyof typeof brolls | "CAPSTACK_EGRESS" | "CAPSTACK_PEXELS_KEY" | "CAPSTACK_PEXELS_URL"
>;

/** The step that decides how a video is divided (core/render-plan/segments.ts). */
export const renderingStepEnvironment = stepEnvironment.extend({
  RENDER_PARALLEL: z.coerce.number().int().min(1),
  RENDER_SEGMENT_SECONDS: z.coerce.number().int().min(1),
});

/** The step that chooses clips out of a video, with the language model that translates, where there is one. */
export const chooseClipsEnvironment = renderingStepEnvironment.extend(translation);

/** Segments that may be rendered at once, as the infrastructure checks the operator's setting. */
export const maxRenderParallel = maxSegments;

/** Steps and event functions that also start executions (admission, reconciliation, the end of an import). */
export const workflowStepEnvironment = stepEnvironment.extend({ ...videoImport, ...taskMachines });

/** Publishes outbox rows and progress on the bus and plans the webhooks that follow from them. */
export const outboxEnvironment = stepEnvironment.extend({ ...eventBus, ...webhookQueue });

/** The operator's setting, as the infrastructure checks it: seconds with commas between them. */
export const webhookDelays = webhookDelaysSchema;
export const standardWebhookDelays = standardDelaysSeconds.join(",");

/** Delivers webhooks. */
export const webhookEnvironment = z.object({
  ...table,
  ...webhookQueue,
  ...engine,
  WEBHOOK_DELAYS: webhookDelaysSchema,
});

/** Answers task tokens; the token itself says which execution. */
export const tokenEnvironment = engineEnvironment;

/** Does what every other part may have left undone, so it needs what they need. */
export const reconcileEnvironment = workflowStepEnvironment.extend({ ...eventBus, ...webhookQueue });

/** What a container is given beside its job. */
export const containerEnvironment = stepEnvironment;

/** The streaming upload process. */
export const ingestServeEnvironment = workflowStepEnvironment.extend({
  PORT: z.coerce.number().int().min(1).max(65535).default(8790),
});
