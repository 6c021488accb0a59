import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { toWireEntry } from "../../../../core/api/schemas/word-entry.ts";
import { run as createTask } from "../../../../lambdas/api/create-task.ts";
import { run as deleteFont } from "../../../../lambdas/api/delete-font.ts";
import { run as getFont } from "../../../../lambdas/api/get-font.ts";
import { run as listFonts } from "../../../../lambdas/api/list-fonts.ts";
import { run as putTranscript } from "../../../../lambdas/api/put-transcript.ts";
import { aTask, aVideo, createdAt } from "../../../fakes/builders.ts";
import { aFont } from "../../../fakes/fonts.ts";
import { type Api, createApi } from "./request.ts";

let api: Api;
beforeEach(async () => {
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
  api = await createApi();
});

const addFont = async (fields: Parameters<typeof aFont>[0] = {}) => {
  const font = aFont(fields);
  await api.fonts.create(font, 50);
  return font;
};
const list = (query = "") => api.send("list-fonts", listFonts, { query });
const get = (id: string) => api.send("get-font", getFont, { path: { id } });
const remove = (id: string) => api.send("delete-font", deleteFont, { method: "DELETE", path: { id } });

describe("the fonts of an account", () => {
  test("are listed newest first, in pages", async () => {
    const fonts = [];
    for (const id of ["a", "b", "c"]) fonts.push(await addFont({ id }));
    await addFont({ accountId: "another" });
    const item = { filename: "Brand.ttf", fontFamily: "Brand", fontStyle: "Bold", createdAt };
    expect((await list("limit=2")).body).toEqual({
      data: [
        { id: "c", ...item },
        { id: "b", ...item },
      ],
      page: 1,
      limit: 2,
      totalCount: 3,
    });
    expect((await list("page=2&limit=2")).body.data).toEqual([{ id: "a", ...item }]);
    expect((await list()).body).toMatchObject({ page: 1, limit: 20 });
    for (const query of ["page=0", "limit=0", "limit=101", "page=x"]) {
      expect((await list(query)).status).toBe(400);
    }
  });

  test("are returned in detail, with the key for words", async () => {
    const font = aFont();
    const { id } = await addFont({ face: { ...font.face, characters: "U+20-7e" } });
    expect(await get(id)).toMatchObject({
      status: 200,
      body: {
        id,
        filename: "Brand.ttf",
        fontFamily: "Brand",
        fontStyle: "Bold",
        createdAt,
        fontWeight: 700,
        format: "ttf",
        isVariable: false,
        fileKey: `fonts/${id}/file`,
        weights: "700",
        characters: "U+20-7e",
        fileUrl: `https://media.test/fonts/${id}/file?expires=2026-03-02T12:00:00.000Z&filename=Brand.ttf`,
        size: 10_852,
      },
    });
  });

  test("have the range of weights of a variable font, and no characters if they are unknown", async () => {
    const { id } = await addFont({ face: { ...aFont().face, weightRange: { min: 200, max: 800 } } });
    const { body } = await get(id);
    expect(body.weights).toBe("200 800");
    expect(body).not.toHaveProperty("characters");
  });

  test("return 404 once deleted, as unknown fonts and those of other accounts do", async () => {
    const { id } = await addFont();
    const foreign = await addFont({ accountId: "another" });
    await api.bucket.putJson(`fonts/${id}/file`, "bytes");
    expect(await remove(id)).toMatchObject({ status: 204, body: undefined });
    expect(await api.bucket.head(`fonts/${id}/file`)).toBeNull();
    expect((await list()).body).toMatchObject({ data: [], totalCount: 0 });
    for (const deletedId of [id, foreign.id, "unknown", "x".repeat(3000)]) {
      for (const response of [await get(deletedId), await remove(deletedId)]) {
        expect(response).toMatchObject({ status: 404, body: { code: "NotFound" } });
      }
    }
    expect(await api.fonts.get("another", foreign.id)).toMatchObject({ deletedAt: null });
  });
});

describe("fonts of a task", () => {
  const word = (fields: Record<string, unknown>) => ({
    text: "Hi",
    type: "word",
    start_time: 0,
    end_time: 1,
    ...fields,
  });
  const create = async (body: Record<string, unknown>) => {
    const video = aVideo();
    await api.videos.create(video);
    return api.send("create-task", createTask, {
      method: "POST",
      path: { videoId: video.id },
      body: { templateId: api.templateId, ...body },
    });
  };
  const edit = async (words: unknown[]) => {
    const video = aVideo();
    await api.videos.create(video);
    const task = aTask({
      videoId: video.id,
      status: "transcriptionCompleted",
      taskToken: "t",
      transcriptRevision: 1,
    });
    await api.tasks.create(task);
    await api.transcripts.write(task.id, 1, []);
    const path = { videoId: video.id, id: task.id };
    return api.send("put-transcript", putTranscript, { method: "PUT", path, body: words });
  };

  test("are stored by ID in the style and resolved in words, which do not store the ID", async () => {
    const { id } = await addFont();
    const resolved = { fontFamily: "Brand", fontWeight: 700, fontFileKey: `fonts/${id}/file` };
    const response = await create({
      renderOptions: { styleOptions: { fontId: id } },
      transcript: [word({ fontId: id })],
    });
    expect(response.status).toBe(201);
    const task = await api.tasks.get(response.body.taskId);
    expect(task?.request.renderOptions.styleOptions?.fontId).toBe(id);
    const supplied = await api.transcripts.readSupplied(response.body.taskId);
    expect(supplied.map(toWireEntry)).toEqual([word({ ...resolved, confidence: 1 })]);
    expect((await edit([word({ fontId: id, fontWeight: 300, fontFamily: "Other" })])).body).toEqual([
      word({ ...resolved, fontWeight: 300, confidence: 1 }),
    ]);
    const light = word({ ...resolved, fontWeight: 450.5 });
    expect((await edit([light])).body).toEqual([{ ...light, confidence: 1 }]);
    // A transcript that was read can be stored again.
    expect((await edit([word(resolved)])).body).toEqual([word({ ...resolved, confidence: 1 })]);
  });

  test("of another account are rejected as unknown in every field", async () => {
    const { id } = await addFont({ accountId: "another" });
    const wrong = { styleOptions: { fontId: id } };
    expect((await create({ renderOptions: wrong })).body.message).toEqual([
      "renderOptions.styleOptions.fontId must be the ID of one of your fonts",
    ]);
    for (const fields of [{ fontId: id }, { fontFileKey: `fonts/${id}/file` }, { fontFileKey: "../file" }]) {
      const [field] = Object.keys(fields);
      const created = await create({ transcript: [word({}), { ...word(fields), start_time: 1 }] });
      expect(created.body.message).toEqual([expect.stringContaining(`transcript[1].${field} must be`)]);
      const edited = await edit([word(fields)]);
      expect(edited.body.message).toEqual([expect.stringContaining(`[0].${field} must be`)]);
    }
  });

  test("that the account has deleted are accepted; the task fails with FontNotFound when it needs them", async () => {
    const { id } = await addFont();
    await remove(id);
    const styled = await create({ renderOptions: { styleOptions: { fontId: id } } });
    expect(styled.status).toBe(201);
    expect((await create({ transcript: [word({ fontId: id })] })).status).toBe(201);
    expect((await edit([word({ fontId: id })])).status).toBe(200);
  });

  test("are limited to 100 different ones", async () => {
    const many = Array.from({ length: 101 }, (_, index) =>
      word({ start_time: index, end_time: index + 1, fontId: `f${index}` }),
    );
    expect((await create({ transcript: many })).body.message).toEqual([
      "transcript must not use more than 100 different fonts",
    ]);
  });
});
