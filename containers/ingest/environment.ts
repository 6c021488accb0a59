import { z } from "zod";

/**
 * What the infrastructure gives this container (lib/containers.ts); the names are those of the functions' environment,
 * which a test compares with these.
 */
const common = {
  BUCKET_NAME: z.string().min(1),
  /** One-machine engine only: loopback addresses are legal sources. */
  CAPSTACK_EGRESS: z.literal("loopback").optional(),
};

export const serveEnvironment = z.object({
  ...common,
  TABLE_NAME: z.string().min(1),
  CAPTIONING_MACHINE_ARN: z.string().min(1),
  CLIP_MACHINE_ARN: z.string().min(1),
  VIDEO_IMPORT_MACHINE_ARN: z.string().min(1),
  PORT: z.coerce.number().int().min(1).max(65535).default(8790),
  /** Address to listen at; all by default, for the load balancer. */
  HOST: z.string().min(1).default("0.0.0.0"),
});
export type ServeEnvironment = z.infer<typeof serveEnvironment>;

/** One import: the machine's state overrides the container's environment with the last two. */
export const importEnvironment = z.object({
  ...common,
  TASK_TOKEN: z.string().min(1),
  TASK_INPUT: z.string().min(1),
});

export const importTaskInputSchema = z.object({
  videoId: z.string().min(1),
  sourceKey: z.string().min(1),
  /** To be fetched; null when the bytes are in the bucket already. */
  url: z.string().nullable(),
  /** What the account may import: the file's bytes, the video's decoded seconds. */
  maxVideoBytes: z.number().int().positive(),
  maxVideoSeconds: z.number().positive(),
});
/** The b-rolls of one task; what to fetch lies in the bucket (core/broll/broll-plan.ts). */
export const brollTaskInputSchema = z.object({ taskId: z.string().min(1), jobKey: z.string().min(1) });

export type ImportTaskInput = z.infer<typeof importTaskInputSchema>;
