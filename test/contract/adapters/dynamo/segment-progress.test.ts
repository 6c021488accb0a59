import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createDynamoSegmentProgress } from "../../../../adapters/dynamo/segment-progress.ts";
import { createTable } from "../../../../adapters/dynamo/table.ts";
import { type Engine, startEngine } from "../../engine/engine.ts";
import { createDynamoRecords } from "./dynamo-stores.ts";
import { createClock } from "./store-suites.ts";

describe("progress of segments, in DynamoDB", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine();
    await createDynamoRecords(engine.dynamo(), "segments", createClock());
  });
  afterAll(() => engine.stop());

  test("every renderer has a part of its own, and a second try takes nothing back", async () => {
    const progress = createDynamoSegmentProgress(createTable("segments", engine.dynamo()), createClock());
    expect(await progress.report("t1", 0, 0.4)).toEqual({ 0: 0.4 });
    await Promise.all([1, 2, 3].map((index) => progress.report("t1", index, index / 10)));
    expect(await progress.report("t1", 0, 0.1)).toBeNull();
    expect(await progress.report("t1", 0, 0.75)).toEqual({ 0: 0.75, 1: 0.1, 2: 0.2, 3: 0.3 });
    expect(await progress.report("t2", 1, 1)).toEqual({ 1: 1 });
  });
});
