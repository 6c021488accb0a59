import * as z from "zod";
import type { Capability } from "../core/api/route.ts";
import { clipCutterOptions } from "../core/clips/clip-cutter.ts";
import { dubberChoices } from "../core/dub/dub-support.ts";
import { maxSegments } from "../core/render-plan/segment-settings.ts";
import { transcriberOptions } from "../core/transcript/choose-engine.ts";
import { translatorChoices } from "../core/translation/translation-support.ts";
import { standardDelaysSeconds, webhookDelaysSchema } from "../core/webhooks/retry-schedule.ts";
import { engine } from "./engine-environment.ts";

/**
 * The environment variables of each kind of function. A function validates its variables at cold start with these
 * schemas; the infrastructure types the `environment` of its functions from the same schemas.
 */
const table = { TABLE_NAME: z.string().min(1) };
const bucket = { BUCKET_NAME: z.string().min(1) };
const videoImport = { VIDEO_IMPORT_MACHINE_ARN: z.string().min(1) };
/** The state machines of tasks, one per kind. */
const taskMachines = { CAPTIONING_MACHINE_ARN: z.string().min(1), CLIP_MACHINE_ARN: z.string().min(1) };
const cluster = { CLUSTER_ARN: z.string().min(1) };
const eventBus = { EVENT_BUS_NAME: z.string().min(1) };
const webhookQueue = { WEBHOOK_QUEUE_URL: z.string().min(1) };
/** Name of the stack, a dimension of its metrics: other stacks of the account and region write metrics of the same names. */
const metrics = { STACK_NAME: z.string().min(1) };

/** The function that draws frames. */
const frames = { FRAME_FUNCTION_NAME: z.string().min(1) };

const translation = {
  TRANSLATOR: z.enum(translatorChoices),
  /** ID of a Bedrock model or inference profile; empty for none. */
  TRANSLATION_MODEL: z.string(),
};

/** `ID=parameter,…`: the keys that sign links to media, the newest last. */
const linkKeysSchema = z
  .string()
  .regex(/^$|^[^=,]+=[^=,]+(,[^=,]+=[^=,]+)*$/)
  .transform((text) =>
    text
      .split(",")
      .filter((pair) => pair !== "")
      .map((pair) => {
        const [id = "", parameter = ""] = pair.split("=");
        return { id, parameter };
      }),
  );

const links = {
  /** URL of the service as clients see it. */
  PUBLIC_URL: z.string(),
  LINK_KEYS: linkKeysSchema,
};

/** The role whose sessions sign the URLs of parts; empty: the function's own. */
const uploads = { ...bucket, UPLOAD_ROLE_ARN: z.string() };

/** The voice engine of dubs. */
export const dubberSetting = z.enum(dubberChoices);
const dub = { DUBBER: dubberSetting };

/** What cuts clips. */
export const clipCutterSetting = z.enum(clipCutterOptions);

/** Whether the files for players in browsers are made. */
export const playbackSetting = z.enum(["true", "false"]);
const playback = { PLAYBACK_FILES: playbackSetting };

/** What the one-machine engine sets. */
export const engineEnvironment = z.object(engine);

/** Sources of b-rolls besides the operator's clips in the bucket. */
const brolls = {
  /** Name of the parameter with the Pexels API key; empty if Pexels is not searched. */
  PEXELS_KEY_PARAMETER: z.string(),
};

/** The environment variables that each capability of an API route (core/api/route.ts) adds. */
export const capabilityEnvironment = {
  records: z.object(table),
  lists: z.object(table),
  queries: z.object(table),
  deletion: z.object(table),
  media: z.object(bucket),
  videoFiles: z.object(bucket),
  links: z.object(links),
  uploads: z.object(uploads),
  mediaDeletion: z.object(bucket),
  playback: z.object(playback),
  videoImport: z.object(videoImport),
  tasks: z.object(taskMachines),
  approval: z.object({}),
  brollLibraries: z.object(brolls),
  translation: z.object(translation),
  dub: z.object(dub),
  webhooks: z.object(webhookQueue),
  frames: z.object(frames),
  unfinished: z.object(table),
  executions: z.object({}),
} as const satisfies Record<Capability, z.ZodObject>;

/** All variables of API functions; the `uses` of a route determines which of them its function requires. */
export const apiEnvironment = z
  .object({
    ...table,
    ...bucket,
    ...links,
    ...uploads,
    ...videoImport,
    ...taskMachines,
    ...brolls,
    ...translation,
    ...dub,
    ...playback,
    ...webhookQueue,
    ...frames,
  })
  .partial()
  .extend(engine);
export type ApiEnvironment = z.infer<typeof apiEnvironment>;

/** Step handlers that read and write records and media. */
export const stepEnvironment = z.object({ ...table, ...bucket, ...engine });

/** What signs links to media. */
const linkEnvironment = z.object({ ...links, ...engine });
export type LinkEnvironment = Pick<
  z.infer<typeof linkEnvironment>,
  keyof typeof links | "CAPSTACK_PUBLIC_URL" | "CAPSTACK_LINK_KEY"
>;

/** Verifies links and redirects to the bucket. */
export const redirectEnvironment = z.object({ ...bucket, ...links, ...engine });

/** Copies the console into its bucket. */
export const publishConsoleEnvironment = z.object({ CONSOLE_BUCKET_NAME: z.string().min(1) });

/** Stops what a stack runs, and empties the bucket that is deleted with it. */
export const teardownEnvironment = z.object({
  ...taskMachines,
  ...videoImport,
  ...cluster,
  TRANSCRIPTION_MACHINE_ARN: z.string().min(1),
  /** Empty if the bucket is kept. */
  DELETED_BUCKET_NAME: z.string(),
});

/** The form of links, as the infrastructure routes them. */
export { mediaPathPrefix, responseParameters } from "../core/storage/media-link-format.ts";

/** The environment of every API function. */
export const publicUrlEnvironment = z.object({ PUBLIC_URL: links.PUBLIC_URL });

/** The translation engines. */
export const translationEnvironment = z.object({ ...translation, ...engine });

/** The voice engine. */
export const dubEnvironment = z.object({ ...dub, ...engine });

/** The operator's setting, validated by the same schema as in the infrastructure. */
export const translatorSetting = z.enum(translatorChoices);
export type TranslatorName = (typeof translatorChoices)[number];

/** Step handlers that need the supported translations. */
export const translationStepEnvironment = stepEnvironment.extend(translation);

/** The operator's choice of speech engines (core/transcript/choose-engine.ts), validated as in the infrastructure. */
export const transcriberSetting = z.enum(transcriberOptions);

const shortTasks = {
  /** Length of videos for which functions do the work of containers (core/capacity/short-tasks.ts); 0: none. */
  SHORT_TASK_SECONDS: z.coerce.number().int().min(0),
};
const recognition = { TRANSCRIBER: transcriberSetting, ...shortTasks };

/** The step handler that chooses the speech engine. */
export const prepareEnvironment = translationStepEnvironment.extend(recognition);

/** The same step handler for clip tasks, which are never translated. */
export const prepareClipsEnvironment = stepEnvironment.extend(recognition);

/** Starts and finishes jobs of Amazon Transcribe. */
export const transcribingEnvironment = z.object({
  ...bucket,
  ...engine,
  TRANSCRIBE_JOB_PREFIX: z.string().min(1),
});
export const recoveringEnvironment = transcribingEnvironment.extend({ TRANSCRIBER: transcriberSetting });
/** The step handler that chooses b-rolls. */
export const brollStepEnvironment = stepEnvironment.extend(brolls);

/** The variables that determine the configured sources of b-rolls. */
export type BrollEnvironment = Pick<
  ApiEnvironment,
  keyof typeof brolls | "CAPSTACK_EGRESS" | "CAPSTACK_PEXELS_KEY" | "CAPSTACK_PEXELS_URL"
>;

/** Segments of long videos (core/render-plan/segments.ts). */
export const renderingStepEnvironment = stepEnvironment.extend({
  RENDER_PARALLEL: z.coerce.number().int().min(1),
  RENDER_SEGMENT_SECONDS: z.coerce.number().int().min(1),
});

/** The step handler that divides a video into segments, or has functions render it. */
export const startRenderingEnvironment = renderingStepEnvironment.extend({
  ...shortTasks,
  /** Maximum number of functions that render one video. */
  SHORT_TASK_FUNCTIONS: z.coerce.number().int().min(1),
});

/** The step handler that chooses clips from a video. */
export const chooseClipsEnvironment = renderingStepEnvironment.extend({
  ...metrics,
  CLIP_CUTTER: clipCutterSetting,
  /** ID or ARN of a Bedrock model or inference profile; empty for none. */
  CLIP_MODEL: z.string(),
});

/** Maximum number of concurrent segments: the operator's setting, validated as in the infrastructure. */
export const maxRenderParallel = maxSegments;
export { defaultSegmentSeconds } from "../core/render-plan/segment-settings.ts";

/** Step and event handlers that also start executions (admission, reconciliation, the end of an import). */
export const workflowStepEnvironment = stepEnvironment.extend({ ...videoImport, ...taskMachines });

/** Publishes outbox rows and progress on the event bus and plans their webhooks. */
export const outboxEnvironment = stepEnvironment.extend({
  ...eventBus,
  ...webhookQueue,
  ...links,
  ...metrics,
});

/** The operator's setting, validated as in the infrastructure: seconds, separated by commas. */
export const webhookDelays = webhookDelaysSchema;
export const standardWebhookDelays = standardDelaysSeconds.join(",");

/** Names of the product's metrics, which alarms and the dashboard read. */
export type { TaskMetric } from "../core/tasks/task-metrics.ts";
export type { WebhookMetric } from "../core/webhooks/webhook-metrics.ts";

/** Delivers webhooks. */
export const webhookEnvironment = z.object({
  ...table,
  ...webhookQueue,
  ...metrics,
  ...engine,
  WEBHOOK_DELAYS: webhookDelaysSchema,
});

const capacity = {
  /** vCPUs of all containers together; 0: no limit. */
  FARGATE_VCPUS: z.coerce.number().int().min(0),
};

/** The plan of an account without another one, whose rate the web ACL admits from one IP address. */
export { standardPlan } from "../core/accounts/plan.ts";
/** vCPUs of each container, and of a new account, as the infrastructure needs them. */
export { containerVcpus } from "../core/capacity/capacity.ts";
export { newAccountVcpus } from "../core/capacity/quotas.ts";

/** Reserves vCPUs for containers, and releases those of stopped ones. */
export const capacityEnvironment = z.object({ ...table, ...capacity, ...engine });

/** Removes the rest of a deleted video, including its running containers. */
export const cleanUpEnvironment = workflowStepEnvironment.extend(cluster);

/** Repairs the effects of failures in every other part, so it needs the variables of all of them. */
export const reconcileEnvironment = cleanUpEnvironment.extend({
  ...eventBus,
  ...webhookQueue,
  ...capacity,
  ...links,
  ...metrics,
});

/** The variables of a container besides its task input. */
export const containerEnvironment = stepEnvironment;

/** The container that dubs. */
export const dubContainerEnvironment = containerEnvironment.extend({
  ...dub,
  /** Name of the parameter with the key of ElevenLabs; empty unless ElevenLabs is the voice engine. */
  ELEVENLABS_KEY_PARAMETER: z.string(),
});

/** Containers that fetch files into the bucket, without access to the table. */
export const fetchingEnvironment = z.object({ ...bucket, ...engine });

/** The upload service. */
export const ingestServeEnvironment = workflowStepEnvironment.extend({
  PORT: z.coerce.number().int().min(1).max(65535).default(8790),
});

/** The function that draws frames of outputs; the runtime adds AWS_LAMBDA_RUNTIME_API. */
export const frameFunctionEnvironment = z.object(bucket);
