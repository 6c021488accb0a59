import { mkdtempSync, openAsBlob, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { media, sharedClient } from "./client.ts";
import { changedPixels, frameAt } from "./media-file.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-fonts-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Font {
  id: string;
  fontFamily: string;
  remainingFontLimit: number;
}

const word = { text: "Brand", type: "word", start_time: 0.5, end_time: 1.5 };
const green = { outputMode: "greenScreen" };

describe("Uploaded fonts", () => {
  test("are used for a style and for a word until they are deleted", async () => {
    const client = sharedClient();
    const form = new FormData();
    form.append("file", await openAsBlob(media("font/pacifico.woff2")), "Brand.woff2");
    const font = await client.send<Font>("POST", "/fonts", { body: form });
    expect(font).toMatchObject({ status: 201, body: { fontFamily: "Pacifico" } });
    const { id } = font.body;
    const listed = await client.send<{ data: Font[] }>("GET", "/fonts");
    expect(listed.body.data[0]).toMatchObject({ id, filename: "Brand.woff2" });

    const captioned = async (name: string, settings: Record<string, unknown>): Promise<[Buffer, Buffer]> => {
      const done = await client.caption(media("video/sy_noaudio.mp4"), {
        exportSettings: green,
        ...settings,
      });
      expect(done).toMatchObject({ status: "completed" });
      const renderedVideo = await client.download(done.downloadUrl ?? "", join(folder, `${name}.mp4`));
      const still = await client.frame(done, 1, join(folder, `${name}.jpg`));
      return [frameAt(renderedVideo, 1), frameAt(still, 0)];
    };
    const [[plain], [styled, still], [worded]] = [
      await captioned("plain", { transcript: [word] }),
      await captioned("style", {
        transcript: [word],
        renderOptions: { styleOptions: { fontId: id, fontWeight: 400 } },
      }),
      await captioned("word", { transcript: [{ ...word, fontId: id }] }),
    ];
    expect(changedPixels(plain, styled)).toBeGreaterThan(500);
    expect(changedPixels(styled, worded)).toBe(0);
    expect(changedPixels(styled, still)).toBeLessThan(20);

    expect(await client.send("DELETE", `/fonts/${id}`)).toMatchObject({ status: 204 });
    expect(await client.send("GET", `/fonts/${id}`)).toMatchObject({ status: 404 });
    const late = await client.caption(media("video/sy_noaudio.mp4"), {
      renderOptions: { styleOptions: { fontId: id } },
    });
    expect(late).toMatchObject({ status: "failed", errorName: "FontNotFound" });
    expect(late.error).toContain("Brand.woff2");
  });
});
