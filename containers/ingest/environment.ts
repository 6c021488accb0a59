import * as z from "zod";
import { importJobs } from "../../core/workflows/video-import/video-import.ts";

/**
 * The environment variables that the infrastructure sets for this container (lib/containers.ts). A test compares their
 * names with those of the functions' environment.
 */
const common = {
  BUCKET_NAME: z.string().min(1),
  /** Set by the one-machine engine only: permits URLs of loopback addresses as sources. */
  CAPSTACK_EGRESS: z.literal("loopback").optional(),
};

export const serveEnvironment = z.object({
  ...common,
  TABLE_NAME: z.string().min(1),
  CAPTIONING_MACHINE_ARN: z.string().min(1),
  CLIP_MACHINE_ARN: z.string().min(1),
  VIDEO_IMPORT_MACHINE_ARN: z.string().min(1),
  PORT: z.coerce.number().int().min(1).max(65535).default(8790),
  /** Address to listen on; by default all, for the load balancer. */
  HOST: z.string().min(1).default("0.0.0.0"),
});
export type ServeEnvironment = z.infer<typeof serveEnvironment>;

/** The environment of one import; the state machine adds the last two variables. */
export const importEnvironment = z.object({
  ...common,
  TASK_TOKEN: z.string().min(1),
  TASK_INPUT: z.string().min(1),
});

export const importTaskInputSchema = z.object({
  videoId: z.string().min(1),
  sourceKey: z.string().min(1),
  /** Absent in executions that waited while this field was introduced. */
  job: z.enum(importJobs).default("import"),
  /** The URL to fetch; null when the client has uploaded the file into the bucket. */
  url: z.string().nullable(),
  /** The limits of the account's plan: bytes of the file, decoded seconds of the video. */
  maxVideoBytes: z.number().int().positive(),
  maxVideoSeconds: z.number().positive(),
});
/** The b-rolls of one task; `jobKey` names the object that lists them (core/broll/broll-plan.ts). */
export const brollTaskInputSchema = z.object({ taskId: z.string().min(1), jobKey: z.string().min(1) });

export type ImportTaskInput = z.infer<typeof importTaskInputSchema>;
