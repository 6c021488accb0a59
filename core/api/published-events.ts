import * as z from "zod";
import { captioningTaskProgress, progressEventSchema } from "../events/progress-event.ts";
import {
  captioningTaskStatusChanged,
  clipTaskStatusChanged,
  type EventDetailType,
  eventSource,
  statusEventSchema,
  videoStatusChanged,
} from "../events/status-event.ts";
import { captioningTransitions } from "../tasks/captioning-task.ts";
import { clipTransitions } from "../tasks/clip-task.ts";
import { videoTransitions } from "../videos/video.ts";

interface PublishedEvent {
  /** The schemas' version, that of `detail.version`. */
  version: number;
  description: string;
  detail: z.ZodObject;
  /** Examples of `detail`. */
  examples: readonly object[];
}

const statuses = <T extends string>(transitions: Readonly<Record<T, readonly T[]>>): z.ZodEnum =>
  z.enum(Object.keys(transitions));
const common = {
  eventId: z.string().meta({ description: "The same in every delivery. Use it to detect duplicates." }),
  sequence: z.int().nonnegative().meta({
    description: "Number of the status change of the video or task, starting at 0.",
  }),
  occurredAt: z.string().meta({ format: "date-time", description: "ISO 8601, milliseconds, UTC." }),
};
const ofStatuses = (status: z.ZodEnum) => ({
  ...common,
  status,
  previousStatus: status.nullable().meta({ description: "Null if the video or task was created." }),
});

const accountId = "0199a3c0-91d4-7f02-8f6a-0c1e5b7d9a33";
const videoId = "0199a3c4-7d1e-7b52-9f3c-2a64b8f01c77";
const taskId = "0199a3c5-02b7-7c11-8d5e-61f0a9a3be10";
const ofVideo = { version: 1, accountId, videoId };
const ofTask = { ...ofVideo, taskId };

/**
 * The events that the service publishes on its event bus. Fields can be added to a version; every other change needs a new version. The
 * files in docs/events are generated from this table (bin/event-schemas.ts).
 */
export const publishedEvents: Readonly<
  Record<EventDetailType | typeof captioningTaskProgress, PublishedEvent>
> = {
  [videoStatusChanged]: {
    version: 1,
    description: "A video was created or its status changed. `error` is only present with `aborted`.",
    detail: statusEventSchema.omit({ taskId: true }).extend(ofStatuses(statuses(videoTransitions))),
    examples: [
      {
        ...ofVideo,
        eventId: "0199a3c4-9f10-7a6e-b3f1-74a1c2d0e511",
        sequence: 2,
        status: "uploaded",
        previousStatus: "inProgress",
        occurredAt: "2026-12-01T09:31:09.870Z",
      },
      {
        ...ofVideo,
        eventId: "0199a3c4-9f10-7a6e-b3f1-74a1c2d0e512",
        sequence: 1,
        status: "aborted",
        previousStatus: "todo",
        error: {
          name: "DownloadFailed",
          message: "The URL returned 404: the file does not exist. Check the URL.",
        },
        occurredAt: "2026-12-01T09:31:09.870Z",
      },
    ],
  },
  [captioningTaskStatusChanged]: {
    version: 1,
    description:
      "A captioning task was created or its status changed. `error` is only present with `failed`.",
    detail: statusEventSchema.required({ taskId: true }).extend(ofStatuses(statuses(captioningTransitions))),
    examples: [
      {
        ...ofTask,
        eventId: "0199a3c5-7c02-7d11-9a50-c5f2b83e7d01",
        sequence: 3,
        status: "completed",
        previousStatus: "rendering",
        occurredAt: "2026-12-01T09:31:42.127Z",
      },
      {
        ...ofTask,
        eventId: "0199a3c5-7c02-7d11-9a50-c5f2b83e7d02",
        sequence: 1,
        status: "failed",
        previousStatus: "pending",
        error: { name: "FontNotFound", message: "The font Brand.ttf has been deleted." },
        occurredAt: "2026-12-01T09:31:12.402Z",
      },
    ],
  },
  [clipTaskStatusChanged]: {
    version: 1,
    description: "A clip task was created or its status changed. `error` is only present with `failed`.",
    detail: statusEventSchema.required({ taskId: true }).extend(ofStatuses(statuses(clipTransitions))),
    examples: [
      {
        ...ofTask,
        eventId: "0199a3c5-7c02-7d11-9a50-c5f2b83e7d03",
        sequence: 2,
        status: "clipped",
        previousStatus: "clipping",
        occurredAt: "2026-12-01T09:31:42.127Z",
      },
      {
        ...ofTask,
        eventId: "0199a3c5-7c02-7d11-9a50-c5f2b83e7d04",
        sequence: 2,
        status: "failed",
        previousStatus: "clipping",
        error: {
          name: "NoSpeech",
          message: "The video has no speech, so no clips can be chosen.",
        },
        occurredAt: "2026-12-01T09:31:12.402Z",
      },
    ],
  },
  [captioningTaskProgress]: {
    version: 1,
    description:
      "The rendering of a captioning task has progressed. Sent at most once every two seconds, with values that never decrease, and never after the task has ended. Some events can be missing.",
    detail: progressEventSchema.extend({
      ...common,
      sequence: common.sequence.meta({ description: "Sequence number of the current status of the task." }),
      status: z.literal("rendering"),
      progress: progressEventSchema.shape.progress.meta({
        description: "Progress of the rendering in percent.",
      }),
    }),
    examples: [
      {
        ...ofTask,
        eventId: "11cdf69c-7d23-5407-acc4-d6e8162df96c",
        sequence: 2,
        status: "rendering",
        progress: 42,
        occurredAt: "2026-12-01T09:31:31.510Z",
      },
    ],
  },
};

/** The envelope in which EventBridge delivers a `detail`. Source: EventBridge user guide, "Events", structure. */
const envelope = (detailType: string, detail: z.ZodObject): z.ZodObject =>
  z.object({
    version: z.literal("0"),
    id: z.string().meta({
      description: "ID that the event bus assigns. To detect duplicates, use `detail.eventId`.",
    }),
    "detail-type": z.literal(detailType),
    source: z.literal(eventSource),
    account: z.string().meta({ description: "ID of the AWS account." }),
    time: z.string().meta({ format: "date-time" }),
    region: z.string(),
    resources: z.array(z.string()),
    detail,
  });

const fileOf = (detailType: string, version: number): string =>
  `${detailType.toLowerCase().replaceAll(" ", "-")}.v${version}.schema.json`;

/** Returns the JSON Schemas (draft 2020-12) of the events as targets of rules receive them, by file name. */
export const eventJsonSchemas = (): Record<string, object> =>
  Object.fromEntries(
    Object.entries(publishedEvents).map(([detailType, { version, description, detail, examples }]) => {
      // As an input: unlisted fields are allowed, because later versions may add some.
      const schema = z.toJSONSchema(envelope(detailType, detail), { io: "input" });
      const example = (one: object) => ({
        version: "0",
        id: "53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa",
        "detail-type": detailType,
        source: eventSource,
        account: "123456789012",
        time: "2026-12-01T09:31:42Z",
        region: "eu-central-1",
        resources: [],
        detail: one,
      });
      return [
        fileOf(detailType, version),
        { ...schema, title: detailType, description, examples: examples.map(example) },
      ];
    }),
  );
