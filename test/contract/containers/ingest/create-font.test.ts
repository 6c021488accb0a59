import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { standardPlan } from "../../../../core/accounts/plan.ts";
import {
  closingBoundary,
  media,
  part,
  post,
  startUploadService,
  type UploadService,
} from "./upload-service.ts";

let service: UploadService;
beforeAll(async () => {
  service = await startUploadService();
});
afterAll(async () => {
  await service.stop(1000);
});

const fontFile = (file: string): Buffer => readFileSync(media(`font/${file}`));
const filePart = (file: string, name = file): Buffer =>
  part(`name="file"; filename="${name}"`, fontFile(file), "Content-Type: video/mp4");
const upload = (chunks: Buffer[], headers: Record<string, string> = {}) =>
  post(service, [...chunks, closingBoundary], { target: "/fonts", headers });

describe("POST /fonts", () => {
  test("returns the names in the file and the remaining font limit", async () => {
    const { status, body } = await upload([filePart("Montserrat_800ExtraBold.ttf")]);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      filename: "Montserrat_800ExtraBold.ttf",
      fontFamily: "Montserrat ExtraBold",
      fontStyle: "Regular",
      createdAt: expect.any(String),
      remainingFontLimit: 49,
    });
    const stored = await service.records.fonts.get(service.account.id, body.id);
    expect(stored).toMatchObject({ sizeBytes: 344052, face: { format: "ttf", weight: 800 } });
    expect(service.storage.objects.get(`fonts/${body.id}/file`)).toEqual(
      fontFile("Montserrat_800ExtraBold.ttf"),
    );
  });

  test("accepts the part without a file name, among other fields, and with another type and extension", async () => {
    const field = part('name="note"', "mine");
    const nameless = await upload([field, part('name="file"', fontFile("pacifico.woff2")), field]);
    expect(nameless).toMatchObject({ status: 201, body: { filename: "font.woff2", fontFamily: "Pacifico" } });
    const misnamed = await upload([filePart("sy_ttf_named.woff2", "../../a\u0001b.PNG")]);
    expect(misnamed).toMatchObject({ status: 201, body: { filename: "ab.PNG", fontFamily: "Anton" } });
    expect(await service.records.fonts.get(service.account.id, misnamed.body.id)).toMatchObject({
      face: { format: "ttf" },
    });
  });

  test("accepts names in any language and stores them as text", async () => {
    expect((await upload([filePart("sy_name_ja.ttf")])).body.fontFamily).toBe("フォント 名前");
    expect((await upload([filePart("sy_name_traversal.ttf")])).body.fontFamily).toBe("../../etc/passwd");
    expect((await upload([filePart("sy_name_empty.ttf")])).body.fontFamily).toBe("X");
  });

  test.each([
    ["TestTTC.ttc", /collection/],
    ["sy_png.ttf", /not a ttf/],
    ["sy_zero.ttf", /empty/],
    ["sy_trunc.ttf", /incomplete/],
    ["ots_bad_edaf09c932e0582b1473384f66d5571da752a4d2.otf", /damaged/],
    ["sy_no_outlines.ttf", /no outlines/],
    ["sy_pictures_sbix.woff2", /no outlines/],
  ])("rejects %s with a reason and stores nothing", async (file, sentence) => {
    const before = service.storage.objects.size;
    const { status, body } = await upload([filePart(file)]);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: "InvalidFont", message: expect.stringMatching(sentence) });
    expect(service.storage.objects.size).toBe(before);
  });

  test("rejects a file above the limit, declared or not, and a body without a file", async () => {
    const announced = await post(service, [], {
      target: "/fonts",
      headers: { "content-length": String(60 * 1024 ** 2), expect: "100-continue" },
    });
    expect(announced).toMatchObject({ status: 413, body: { code: "PayloadTooLarge" } });
    const megabyte = Buffer.alloc(1024 ** 2, "x");
    const start = part('name="file"; filename="big.ttf"', "").subarray(0, -2);
    const streamed = await post(
      service,
      [start, ...Array(51).fill(megabyte), Buffer.from("\r\n"), closingBoundary],
      {
        target: "/fonts",
      },
    );
    expect(streamed).toMatchObject({ status: 413, body: { message: expect.stringContaining("50 MB") } });
    expect(await upload([part('name="other"', "x")])).toMatchObject({ status: 400 });
    const json = { "content-type": "application/json" };
    expect((await upload([], json)).status).toBe(415);
  });

  test("returns the first response to a repeated request, and 409 to another request with its key", async () => {
    const headers = { "idempotency-key": "brand" };
    const [first, second] = await Promise.all([
      upload([filePart("same-face.woff")], headers),
      upload([filePart("same-face.woff")], headers),
    ]);
    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(await upload([filePart("same-face.woff2")], headers)).toMatchObject({ status: 409 });
  });

  test("never exceeds the plan's font limit, and accepts one more font after a deletion", async () => {
    const { fonts, plans } = service.records;
    const limit = (await fonts.count(service.account.id)) + 2;
    await plans.put({ ...standardPlan, fontLimit: limit });
    const responses = await Promise.all([1, 2, 3, 4].map(() => upload([filePart("same-face.woff2")])));
    const taken = responses.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(2);
    const rejected = responses.filter(({ status }) => status === 400);
    for (const { body } of rejected) expect(body.code).toBe("FontLimitExceeded");
    expect(service.storage.objects.size).toBe(limit);
    await fonts.delete(service.account.id, taken[0]?.body.id, new Date().toISOString());
    expect(await upload([filePart("same-face.otf")])).toMatchObject({
      status: 201,
      body: { remainingFontLimit: 0 },
    });
  });

  test("rejects an unknown API key", async () => {
    const headers = { "x-api-key": "cap_wrong" };
    expect(await upload([filePart("same-face.otf")], headers)).toMatchObject({ status: 401 });
  });
});
