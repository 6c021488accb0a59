import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createDynamoSegmentProgress } from "../../../../adapters/dynamo/segment-progress.ts";
import { createTable } from "../../../../adapters/dynamo/table.ts";
import { type Engine, startEngine } from "../../local/engine/engine.ts";
import { createDynamoRecords } from "./dynamo-stores.ts";
import { createClock } from "./store-suites.ts";

describe("progress of segments, in DynamoDB", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await startEngine();
    await createDynamoRecords(engine.dynamo(), "segments", createClock());
  });
  afterAll(() => engine.stop());

  test("each renderer has a separate attribute, and a second attempt does not reduce it", async () => {
    const progress = createDynamoSegmentProgress(createTable("segments", engine.dynamo()), createClock());
    expect(await progress.report("t1", 0, 0.4)).toEqual({ 0: 0.4 });
    await Promise.all([1, 2, 3].map((index) => progress.report("t1", index, index / 10)));
    expect(await progress.report("t1", 0, 0.1)).toBeNull();
    expect(await progress.report("t1", 0, 0.75)).toEqual({ 0: 0.75, 1: 0.1, 2: 0.2, 3: 0.3 });
    expect(await progress.report("t2", 1, 1)).toEqual({ 1: 1 });
  });
});
