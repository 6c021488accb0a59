import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { eventJsonSchemas, publishedEvents } from "../../../../core/api/published-events.ts";
import { captioningTaskProgress } from "../../../../core/events/progress-event.ts";
import { taskStatusEvent, videoStatusEvent } from "../../../../core/events/status-event.ts";
import { captioningTransitions } from "../../../../core/tasks/captioning-task.ts";
import { videoTransitions } from "../../../../core/videos/video.ts";
import { reportProgress } from "../../../../core/webhooks/report-progress.ts";
import { aTask, aVideo, createdAt } from "../../../fakes/builders.ts";
import {
  asDelivered,
  complaints,
  type DeliveredEvent,
  schemaFile,
} from "../../../fakes/published-schemas.ts";

const docs = resolve(import.meta.dirname, "../../../../docs");
const schemas = Object.entries(eventJsonSchemas());

describe("the schemas in docs/events", () => {
  test("are those of the code (npm run event-schemas writes them)", () => {
    expect(readdirSync(resolve(docs, "events")).sort()).toEqual(schemas.map(([file]) => file).sort());
    for (const [file, schema] of schemas) expect(JSON.parse(schemaFile(file))).toEqual(schema);
  });

  test("agree with their own examples, and docs/operators/events.md shows and names all of them", () => {
    const text = readFileSync(resolve(docs, "operators/events.md"), "utf8");
    const shown = [...text.matchAll(/```json\n([\s\S]*?)```/g)].map(([, block]) => JSON.parse(block ?? ""));
    const events = shown.filter((one) => "detail-type" in one && "id" in one) as DeliveredEvent[];
    const examples = schemas.flatMap(([, schema]) => (schema as { examples: DeliveredEvent[] }).examples);
    expect(events.length).toBeGreaterThan(1);
    for (const event of [...examples, ...events]) expect(complaints(event)).toEqual([]);
    for (const [file] of schemas) expect(text).toContain(`(../events/${file})`);
    for (const detailType of Object.keys(publishedEvents)) expect(text).toContain(`\`${detailType}\``);
  });

  test("reject invalid events", () => {
    const examples = schemas.flatMap(([, schema]) => (schema as { examples: DeliveredEvent[] }).examples);
    const [wrong] = examples.map((one) => ({ ...one, detail: { ...one.detail, status: "gone", secret: 1 } }));
    if (!wrong) throw new Error("no example");
    expect(complaints(wrong)).toHaveLength(2);
  });
});

describe("events on the bus", () => {
  const failure = { errorName: "NoSpeech", error: "Nobody speaks.", completedAt: createdAt };
  const moves = <T extends string>(transitions: Readonly<Record<T, readonly T[]>>) =>
    Object.entries(transitions).flatMap(([from, to]) =>
      (to as T[]).map((status) => ({ from: from as T, to: status })),
    );

  test.each(moves(videoTransitions))("of a video: $from → $to", async ({ from, to }) => {
    const before = aVideo({ status: from } as never);
    const after = aVideo({ status: to, sequence: 1, ...failure } as never);
    const created = videoStatusEvent(null, before, "event");
    const events = [created, videoStatusEvent(before, after, "event")].map((event) => {
      return { detailType: "Video Status Changed", event };
    });
    const delivered = await asDelivered(events);
    expect(delivered).toHaveLength(2);
    expect(delivered.flatMap(complaints)).toEqual([]);
  });

  test.each(moves(captioningTransitions))("of a task: $from → $to", async ({ from, to }) => {
    const before = aTask({ status: from } as never);
    const after = aTask({ status: to, sequence: 1, ...failure } as never);
    const created = taskStatusEvent(null, before, "event");
    const events = [created, taskStatusEvent(before, after, "event")].map((event) => {
      return { detailType: "Captioning Task Status Changed", event };
    });
    const delivered = await asDelivered(events);
    expect(delivered).toHaveLength(2);
    expect(delivered.flatMap(complaints)).toEqual([]);
  });

  test("of a rendering's progress", async () => {
    const delivered: DeliveredEvent[] = [];
    const task = aTask({ status: "rendering", sequence: 2, stageProgress: 0.5 } as never);
    const unused = async (): Promise<never> => Promise.reject(new Error("nobody subscribed"));
    await reportProgress([task], {
      publisher: { publish: async (events) => void delivered.push(...(await asDelivered(events))) },
      tasks: { get: async () => task },
      deliveries: { add: unused },
      wakeUps: { wake: unused },
      lastReports: new Map(),
      now: () => new Date(createdAt),
    });
    expect(delivered).toMatchObject([{ "detail-type": captioningTaskProgress, detail: { progress: 50 } }]);
    expect(delivered.flatMap(complaints)).toEqual([]);
  });
});
