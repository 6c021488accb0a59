import { createHash } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import * as z from "zod";
import * as rows from "../../../../adapters/dynamo/rows.ts";
import { accountSchema, apiKeySchema } from "../../../../core/accounts/account.ts";
import { operatorKeySchema } from "../../../../core/accounts/operator-key.ts";
import { planSchema } from "../../../../core/accounts/plan.ts";
import { storedTranscriptSchema } from "../../../../core/api/schemas/word-entry.ts";
import { ledgerEntrySchema } from "../../../../core/billing/ledger.ts";
import { brollJobSchema, brollPlanSchema } from "../../../../core/broll/broll-plan.ts";
import { brollManifestSchema } from "../../../../core/broll/operator-library.ts";
import { clipPlanSchema } from "../../../../core/clips/clip-plan.ts";
import { cutListSchema } from "../../../../core/cuts/cut-list.ts";
import { dubJobSchema, dubPlanSchema, spokenSchema } from "../../../../core/dub/dub-job.ts";
import { outboxEventSchema } from "../../../../core/events/outbox.ts";
import { fontSchema } from "../../../../core/fonts/font.ts";
import { renderJobSchema } from "../../../../core/render-plan/render-job.ts";
import { captioningTaskSchema } from "../../../../core/tasks/captioning-task.ts";
import { clipTaskSchema } from "../../../../core/tasks/clip-task.ts";
import { referenceSchema } from "../../../../core/transcript/correction/reference-tokens.ts";
import { recognitionSchema } from "../../../../core/transcript/recognition.ts";
import {
  translatedBatchSchema,
  translationJobSchema,
  translationSchema,
} from "../../../../core/translation/translation.ts";
import { deletionSchema } from "../../../../core/videos/deletion.ts";
import { videoSchema } from "../../../../core/videos/video.ts";
import { deliverySchema } from "../../../../core/webhooks/delivery.ts";

/**
 * Stored data in the table and the bucket outlives a deployment: a new version must read data of the last one, and
 * during a deployment vice versa. This test reveals changes of stored shapes. If it fails and the change is intended,
 * make sure that old data can be parsed (a new field is optional or has a default, a removed one is ignored), then put
 * the new hash here.
 */
const pinned = {
  accountSchema: "94bf3bfef208",
  apiKeySchema: "3aaa0b46e45e",
  brollJobSchema: "ed8e04579e40",
  brollManifestSchema: "92d7a749b04c",
  brollPlanSchema: "1ba846aafa5d",
  capacityRow: "83a02aa76a5c",
  capacityWaiterRow: "55e45f2192e9",
  captioningTaskSchema: "fe6255f270af",
  clipPlanSchema: "2f9809ee1ea5",
  clipTaskSchema: "68f1a21424da",
  cursorRow: "7f55de18661e",
  cutListSchema: "c75ab6f0203f",
  deletionSchema: "0588a6e93648",
  deliveryEntryRow: "64d9ce46a1f6",
  deliveryQueueRow: "9185ed860b45",
  deliverySchema: "ca84b2a1de05",
  fontCountRow: "fc3ff7cf9c4a",
  dubJobSchema: "2a87c6925cc4",
  dubPlanSchema: "19e57a1ab64e",
  fontSchema: "54a69ea58194",
  idempotencyRow: "fd41f34a7e33",
  keyUseRow: "8ae8dbdc4264",
  ledgerEntrySchema: "d86f52f1df1d",
  listedTaskRow: "83bb33db44ae",
  listedVideoRow: "702a6e7cf1b6",
  operatorKeySchema: "3c192e34881c",
  outboxEventSchema: "3274abd86ff4",
  planSchema: "b3fba38b7760",
  queuedTaskRow: "95d83937679f",
  recognitionSchema: "fcb5d44cc991",
  referenceSchema: "8781b8f40b02",
  renderJobSchema: "f8256ec102aa",
  requestBucketRow: "c750495b727b",
  spokenSchema: "61ca03f452bf",
  stageProgressRow: "30d174494ac1",
  storedTranscriptSchema: "4a6254783444",
  taskSlotsRow: "bebdb2e12739",
  translatedBatchSchema: "ef2b9ba7488d",
  translationJobSchema: "425f79772f96",
  translationSchema: "e7b94fd8f082",
  videoSchema: "6f43a6d6dce6",
} as const;

const schemas = {
  videoSchema,
  deletionSchema,
  accountSchema,
  apiKeySchema,
  operatorKeySchema,
  planSchema,
  ledgerEntrySchema,
  captioningTaskSchema,
  clipTaskSchema,
  fontSchema,
  deliverySchema,
  outboxEventSchema,
  ...rows,
  storedTranscriptSchema,
  referenceSchema,
  recognitionSchema,
  cutListSchema,
  translationJobSchema,
  translatedBatchSchema,
  translationSchema,
  dubJobSchema,
  spokenSchema,
  dubPlanSchema,
  brollManifestSchema,
  brollJobSchema,
  brollPlanSchema,
  clipPlanSchema,
  renderJobSchema,
};

/** JSON with sorted keys; descriptions and other notes are not part of the shape. */
const shapeOf = (schema: z.ZodType): string => {
  const jsonSchema = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" });
  return JSON.stringify(jsonSchema, (key, value: unknown) => {
    if (["description", "examples", "id", "title", "$schema"].includes(key) && typeof value !== "object")
      return undefined;
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  });
};

const hashOf = (schema: z.ZodType): string =>
  createHash("sha256").update(shapeOf(schema)).digest("hex").slice(0, 12);

describe("a stored shape", () => {
  test("changes only on purpose", () => {
    const hashes = Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, hashOf(schema as z.ZodType)]),
    );
    expect(hashes).toEqual(pinned);
  });

  test("has another hash when a field, its type or its presence changes, not when its description does", () => {
    const hash = (field: z.ZodType, name = "a") => hashOf(z.object({ [name]: field }));
    const hashes = [
      hash(z.string()),
      hash(z.number()),
      hash(z.string().optional()),
      hash(z.string().nullable()),
      hash(z.enum(["x", "y"])),
      hash(z.enum(["x"])),
      hash(z.string(), "b"),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hash(z.string().describe("note"))).toBe(hash(z.string()));
  });
});
