import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { run as getPreview } from "../../../../lambdas/api/get-template-preview.ts";
import { run as listTemplates } from "../../../../lambdas/api/list-templates.ts";
import { createApi } from "./request.ts";

beforeEach(() => {
  jest.spyOn(console, "log").mockImplementation(() => {});
});

describe("GET templates", () => {
  test("returns previews at the public URL of the service", async () => {
    const api = await createApi();
    const { body } = await api.send("list-templates", listTemplates);
    expect(body.length).toBeGreaterThanOrEqual(3);
    expect(Object.keys(body[0]).sort()).toEqual(["categories", "id", "name", "previewUrl", "previews"]);
    expect(body[0].previewUrl).toMatch(/^https:\/\/captions\.test\/templates\/previews\/[a-z-]+\.gif$/);
  });

  test("finds previews by their exact name only", async () => {
    const api = await createApi();
    const deps = { readPreview: async () => new Uint8Array([1, 2, 3]) };
    const fetchPreview = (file: string) =>
      api.send(
        "get-template-preview",
        (request: Parameters<typeof getPreview>[0]) => getPreview(request, deps),
        {
          path: { file },
          key: null,
        },
      );
    const file = `${api.templates[0]?.slug}.mp4`;
    expect(await fetchPreview(file)).toMatchObject({
      status: 200,
      body: "AQID",
      headers: { "content-type": "video/mp4" },
    });
    expect((await fetchPreview("../../package.json")).status).toBe(404);
  });
});
