import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { aTask, aVideo } from "../../../fakes/builders.ts";
import { asDelivered, complaints } from "../../../fakes/published-schemas.ts";
import { type Engine, startEngine } from "../../engine/engine.ts";
import { createDynamoRecords } from "./dynamo-stores.ts";
import { createClock } from "./store-suites.ts";

describe("the outbox", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine();
  });
  afterAll(async () => {
    await engine.stop();
  });

  test("has one row per status change, in order, until it is marked as published", async () => {
    const { videos, tasks, outbox } = await createDynamoRecords(engine.dynamo(), "records", createClock());
    const video = aVideo({ status: "todo" });
    await videos.create(video);
    const later = { sequence: 1, updatedAt: "2026-03-01T12:00:05.000Z" };
    await videos.update(video, { ...video, ...later, status: "inProgress" } as never);
    const task = aTask({ updatedAt: "2026-03-01T12:00:09.000Z" });
    await tasks.create(task);
    await tasks.update(task, { ...task, attempt: 1 });

    const rows = await outbox.listUnpublished(new Date("2026-03-01T13:00:00.000Z"), 10);
    expect(
      rows.map(({ sk, detailType, event }) => [sk, detailType, event.previousStatus, event.status]),
    ).toEqual([
      ["EVENT#000000", "Video Status Changed", null, "todo"],
      ["EVENT#000001", "Video Status Changed", "todo", "inProgress"],
      ["EVENT#000000", "Captioning Task Status Changed", null, "pending"],
    ]);
    expect((await asDelivered(rows)).flatMap(complaints)).toEqual([]);
    expect(rows[2]?.event).toMatchObject({ taskId: task.id, videoId: task.videoId, sequence: 0 });
    expect(await outbox.listUnpublished(new Date("2026-03-01T12:00:05.000Z"), 10)).toHaveLength(1);

    await outbox.markPublished(rows.slice(0, 2));
    await outbox.markPublished(rows.slice(0, 2));
    const gone = rows.slice(0, 1).map((row) => ({ ...row, pk: "VIDEO#removed" }));
    await outbox.markPublished(gone);
    const left = await outbox.listUnpublished(new Date("2026-03-01T13:00:00.000Z"), 10);
    expect(left).toEqual(rows.slice(2));
  });
});
