import * as z from "zod";
import type { Capability, Route } from "../core/api/route.ts";
import { defaultHandler, operatorHandler, routes } from "../core/api/routes.ts";
import {
  brollStepEnvironment,
  capabilityEnvironment,
  capacityEnvironment,
  chooseClipsEnvironment,
  cleanUpEnvironment,
  outboxEnvironment,
  prepareClipsEnvironment,
  prepareEnvironment,
  publicUrlEnvironment,
  publishConsoleEnvironment,
  reconcileEnvironment,
  recoveringEnvironment,
  redirectEnvironment,
  startRenderingEnvironment,
  stepEnvironment,
  teardownEnvironment,
  transcribingEnvironment,
  translationStepEnvironment,
  webhookEnvironment,
  workflowStepEnvironment,
} from "../lambdas/environment.ts";
import type { Grant } from "./grants.ts";

export interface FunctionDefinition {
  /** Path of the handler relative to the repository's root. */
  file: string;
  /** The schema that validates the function's environment. */
  environment: z.ZodObject;
  grants: readonly Grant[];
  timeoutSeconds: number;
  memoryMiB: number;
  assets?: readonly string[] | undefined;
}

const records = ["records:read", "records:write"] as const;
/** A pending task has a row in the queue, which is deleted with its status. */
const dequeuing = [...records, "records:delete"] as const;

/** Starting the tasks that wait takes reading the queue. */
const admitting = ["tasks", "records:query", "records:batch:read"] as const;

const finishing = ["transcription:finish", "tokens:transcription"] as const;

const taskObjects = ["media:tasks:read", "media:tasks:write"] as const;

/** The grants of each function: the minimum that the handler's code calls. */
const internalFunctions = {
  "prepare-task": ["steps", prepareEnvironment, [...dequeuing, "media:tasks:read"]],
  "start-transcription": ["steps", transcribingEnvironment, ["transcription:start", ...finishing]],
  "compose-transcript": ["steps", translationStepEnvironment, [...records, ...taskObjects]],
  "plan-brolls": [
    "steps",
    brollStepEnvironment,
    [...records, ...taskObjects, "media:brolls:read", "pexelsKey"],
  ],
  "translate-transcript": ["steps", translationStepEnvironment, [...taskObjects, "translating"]],
  "complete-brolls": ["steps", stepEnvironment, records],
  "await-approval": ["steps", stepEnvironment, [...records, "tokens:approval"]],
  "start-rendering": ["steps", startRenderingEnvironment, [...records, ...taskObjects]],
  "complete-task": ["steps", stepEnvironment, [...records, "segments:sweep"]],
  "fail-task": ["steps", stepEnvironment, [...dequeuing, "segments:sweep"]],
  "prepare-clips": ["steps", prepareClipsEnvironment, [...dequeuing, "media:tasks:read"]],
  "choose-clips": ["steps", chooseClipsEnvironment, ["records:read", ...taskObjects, "clipModel"]],
  "publish-clips": ["steps", stepEnvironment, [...records, "media:tasks:read"]],
  "prepare-import": ["steps", stepEnvironment, records],
  "complete-import": ["steps", workflowStepEnvironment, [...dequeuing, ...admitting]],
  "abort-video": ["steps", workflowStepEnvironment, [...dequeuing, ...admitting]],
  "publish-outbox": [
    "events",
    outboxEnvironment,
    [...dequeuing, "records:query", "links:read", "bus", "webhookQueue"],
  ],
  "deliver-webhooks": ["events", webhookEnvironment, [...dequeuing, "records:query", "webhookQueue"]],
  "admit-tasks": ["events", workflowStepEnvironment, [...dequeuing, ...admitting]],
  "container-stopped": ["events", capacityEnvironment, ["capacity", "tokens:success", "tokens:failure"]],
  "reserve-capacity": ["steps", capacityEnvironment, ["records:read", "capacity", "tokens:success"]],
  "finish-transcription": ["events", transcribingEnvironment, finishing],
  "recover-transcriptions": ["events", recoveringEnvironment, ["transcription:list", ...finishing]],
  reconcile: [
    "events",
    reconcileEnvironment,
    [
      ...dequeuing,
      "records:list",
      "media:tasks:read",
      "media:uploads",
      "media:sweep",
      ...admitting,
      "videoImport",
      "executions",
      "stopping",
      "containers",
      "tokens:success",
      "bus",
      "webhookQueue",
      "links:read",
    ],
  ],
  "clean-up-video": [
    "events",
    cleanUpEnvironment,
    [...dequeuing, "records:query", "media:sweep", "stopping", "containers"],
  ],
  "create-link-key": ["deploy", z.object({}), ["linkKeys:create"]],
  "publish-console": ["deploy", publishConsoleEnvironment, ["console:publish"]],
  "tear-down": ["deploy", teardownEnvironment, ["teardown"]],
  "redirect-media": ["links", redirectEnvironment, ["media:read", "links:read"]],
} as const satisfies Record<
  string,
  readonly ["steps" | "events" | "deploy" | "links", z.ZodObject, readonly Grant[]]
>;

export type InternalFunction = keyof typeof internalFunctions;

/** Chooses the clips of a video, with a language model where there is one. */
export const chooseClipsFunction: InternalFunction = "choose-clips";
/** Creates the keys of links at a deployment. */
export const createLinkKey: InternalFunction = "create-link-key";
/** Copies the files of the console at a deployment; deployed only with the console. */
export const publishConsoleFunction: InternalFunction = "publish-console";
/** Stops all work before the stack is deleted. */
export const tearDownFunction: InternalFunction = "tear-down";
/** Verifies links in place of CloudFront; deployed only without it. */
export const redirectMediaFunction: InternalFunction = "redirect-media";
/** Functions that sign the URLs of parts. */
export const uploadSigners = ["create-upload", "sign-upload-urls"] as const;

const grantsOf: Record<Capability, readonly Grant[]> = {
  records,
  lists: ["records:query", "records:batch:read", "records:index:read"],
  queries: ["records:query"],
  deletion: ["records:delete"],
  media: taskObjects,
  videoFiles: ["media:videos:read", "media:videos:write", "media:uploads"],
  links: ["links:read"],
  uploads: ["uploads:sign"],
  mediaDeletion: ["media:fonts:delete"],
  playback: [],
  videoImport: ["videoImport"],
  tasks: admitting,
  approval: ["tokens:approval"],
  brollLibraries: ["media:brolls:read"],
  translation: [],
  dub: [],
  webhooks: ["webhookQueue"],
  frames: ["frames:read"],
  unfinished: ["records:list"],
  executions: ["executions:read"],
};

/** A GET changes nothing, so its function may only read. */
const isReading = (grant: Grant): boolean =>
  grant.endsWith(":read") || grant === "records:query" || grant === "records:list";

/** Less than the gateway's limit of 30 s, so that clients receive the API's response. */
const apiTimeoutSeconds = 29;
const slow: Partial<Record<InternalFunction, number>> = {
  // A minute of TranscribeAudio (adapters/aws/synchronous-transcription.ts), and the start of a job after it.
  "start-transcription": 90,
  "compose-transcript": 120,
  // Up to 60 searches (core/broll/choose-brolls.ts).
  "plan-brolls": 120,
  // Eight minutes of work, and a last batch of a slow language model.
  "translate-transcript": 900,
  // The maximum of Lambda. Of it, ratings take up to 240 s (ratingLimitSeconds), the language model up to 420 s (120 s of reading, its
  // last request and the one that chooses, 150 s each: core/clips/read-talk.ts), and the scores of hours of speech up to a minute.
  "choose-clips": 900,
  reconcile: 300,
  // Hours of speech are megabytes of words.
  "finish-transcription": 60,
  "recover-transcriptions": 300,
  // Hundreds of small files.
  "publish-console": 300,
  // The maximum of Lambda: a bucket may have many objects.
  "tear-down": 900,
  "clean-up-video": 300,
  // 35 s of work and the 10 s of its last exchanges (core/webhooks/work-delivery-queue.ts).
  "deliver-webhooks": 60,
};

const defaultMemoryMiB = 512;
/** One whole vCPU: hours of words take 4 s of it and 430 MB. Costs no more, and takes a third of the time. */
const wordsMemoryMiB = 1769;
const wordHandlers: ReadonlySet<string> = new Set([
  "compose-transcript",
  "choose-clips",
  "plan-brolls",
  "finish-transcription",
  "get-transcript",
  "get-frame",
  "put-transcript",
]);
const memoryOf = (handler: string): number => (wordHandlers.has(handler) ? wordsMemoryMiB : defaultMemoryMiB);

/**
 * The model that rates sentences, and what of its runtime is used in Node.js; the other builds are a hundred megabytes. The runtime
 * imports `ort-wasm-simd-threaded.mjs`, which loads the WebAssembly, even with one thread. The package has no file with its license.
 */
const ratingModelAssets = [
  "models/sentence-ratings/model.onnx",
  "models/sentence-ratings/tokenizer.json",
  "models/sentence-ratings/LICENSE",
  "node_modules/onnxruntime-web/package.json",
  "node_modules/onnxruntime-web/dist/ort.wasm.bundle.min.mjs",
  "node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.mjs",
  "node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm",
];

const apiDefinition = (
  route: Pick<Route, "method" | "handler" | "needsKey" | "uses" | "assets" | "idempotent">,
): FunctionDefinition => ({
  file: `lambdas/api/${route.handler}.ts`,
  environment: route.uses.reduce(
    (schema, capability) => schema.extend(capabilityEnvironment[capability].shape),
    publicUrlEnvironment as z.ZodObject,
  ),
  grants: [
    ...route.uses
      .flatMap((capability) => grantsOf[capability])
      .filter((grant) => route.method !== "GET" || isReading(grant)),
    // The claim of an Idempotency-Key is deleted when the request fails.
    ...(route.idempotent ? (["records:delete"] as const) : []),
    ...(route.needsKey && route.method === "GET" ? (["records:usage"] as const) : []),
  ],
  timeoutSeconds: apiTimeoutSeconds,
  memoryMiB: memoryOf(route.handler),
  assets: route.assets === undefined ? [] : [route.assets],
});

/** The routes that functions serve; the ingest process serves the others. */
export const functionRoutes = routes.filter((route) => route.servedBy === "function");

/** The routes of the operator, which one function serves with what all of them use. */
const operatorRoutes = routes.filter((route) => route.servedBy === "operator");

/** Every function of the product by the name of its handler file. */
export const functionDefinitions: ReadonlyMap<string, FunctionDefinition> = new Map([
  ...functionRoutes.map((route) => [route.handler, apiDefinition(route)] as const),
  [
    defaultHandler,
    apiDefinition({ method: "GET", handler: defaultHandler, needsKey: false, uses: [] }),
  ] as const,
  [
    operatorHandler,
    apiDefinition({
      method: "GET",
      handler: operatorHandler,
      needsKey: true,
      uses: [...new Set(operatorRoutes.flatMap(({ uses }) => uses))],
    }),
  ] as const,
  ...Object.entries(internalFunctions).map(
    ([name, [folder, environment, grants]]) =>
      [
        name,
        {
          file: `lambdas/${folder}/${name}.ts`,
          environment,
          grants,
          timeoutSeconds: slow[name as InternalFunction] ?? 30,
          memoryMiB: memoryOf(name),
          assets: name === chooseClipsFunction ? ratingModelAssets : [],
        },
      ] as const,
  ),
]);
