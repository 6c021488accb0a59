import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { ConsoleTab, until } from "./browser.ts";
import { browserForTests } from "./browser-for-tests.ts";
import { transcript, transcriptOf, waitingTask } from "./console-tasks.ts";

const context = browserForTests(120_000);
const folder = mkdtempSync(join(tmpdir(), "capstack-player-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** Waits until an expression is true in the page, whose policy forbids the checks of Playwright. */
const untilInPage = (page: Page, what: string, expression: string): Promise<void> =>
  until(what, () => page.evaluate<boolean>(expression));

const isPlayable = "document.querySelector('.player video')?.videoWidth > 0";

test.each([
  ["ProRes", "mov", ["-c:v", "prores_ks", "-c:a", "pcm_s16le"]],
  [
    "HEVC with 10 bits",
    "mp4",
    ["-c:v", "libx265", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-c:a", "aac"],
  ],
])("a source in %s plays in the editor, with its loudness in the time line", async (_, extension, codecs) => {
  const file = join(folder, `source.${extension}`);
  const frames = ["-f", "lavfi", "-i", "testsrc=s=320x180:r=25:d=1.2"];
  const tone = ["-f", "lavfi", "-i", "sine=f=440:d=1.2"];
  execFileSync("ffmpeg", ["-v", "error", "-y", ...frames, ...tone, ...codecs, file]);
  const { path } = await waitingTask(transcript, {}, file);
  const { page, faults } = await ConsoleTab.open(context(), path);
  await untilInPage(page, "the video can be played", isPlayable);
  expect(await page.evaluate<string>("document.querySelector('.player video').src")).toContain(
    "/playback/proxy.mp4",
  );
  // A tone is drawn at the same height everywhere; silence would be a line of one pixel in the middle.
  await untilInPage(
    page,
    "the loudness is drawn",
    `(() => {
      const canvas = document.querySelector("canvas.timeline");
      const { data } = canvas.getContext("2d").getImageData(canvas.width / 16, 0, 1, canvas.height);
      let drawn = 0;
      for (let at = 3; at < data.length; at += 4) if (data[at] > 0) drawn += 1;
      return drawn > 0;
    })()`,
  );
  expect(faults).toEqual([]);
});

/** A hundred words, more than the list shows. */
const manyWords = transcriptOf(Array.from({ length: 105 }, (_, index) => `word${index}`).join(" "));

/** Notes at each frame that is shown its moment, the position of the video, the marked word, and whether that word is in view. */
const observe = `(() => {
  const video = document.querySelector(".player video");
  window.observed = [];
  const next = (_, { mediaTime }) => {
    requestAnimationFrame(() => {
      const marked = document.querySelector(".words .spoken");
      if (marked === null) return void observed.push([mediaTime, video.currentTime, -1, false]);
      const [inner, outer] = [marked, document.querySelector(".words")].map((one) => one.getBoundingClientRect());
      const isInView = inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
      observed.push([mediaTime, video.currentTime, Number(marked.dataset.index), isInView]);
    });
    video.requestVideoFrameCallback(next);
  };
  video.requestVideoFrameCallback(next);
})()`;

test("the spoken word is marked while the video plays, and kept in view unless the user scrolls", async () => {
  const { path } = await waitingTask(manyWords);
  context().setDefaultTimeout(30_000);
  const { page, faults } = await ConsoleTab.open(context(), path);
  await page.setViewportSize({ width: 1000, height: 420 });
  await untilInPage(page, "the video can be played", isPlayable);
  await page.evaluate(observe);
  await page.getByRole("listbox", { name: "Words" }).focus();
  await page.keyboard.press("Space");
  await untilInPage(page, "the video has played", "document.querySelector('.player video').currentTime > 7");
  const observed = await page.evaluate<[number, number, number, boolean][]>("observed");
  // A word lasts 0.1 s. The word of this frame or of the one before is marked, or one that began since.
  const late = observed.filter(
    ([, now, index], at) =>
      index < Math.floor(10 * (observed[at - 1]?.[0] ?? 0)) || index > Math.floor(10 * now + 0.5),
  );
  expect(observed.length).toBeGreaterThan(20);
  expect(late.length).toBeLessThan(observed.length / 4);
  expect(observed.filter(([, , , isInView]) => !isInView)).toEqual([]);

  const topOfList = "document.querySelector('.words').scrollTop";
  expect(await page.evaluate<number>(topOfList)).toBeGreaterThan(0);
  const list = await page.locator(".words").boundingBox();
  await page.mouse.move((list?.x ?? 0) + 20, (list?.y ?? 0) + 20);
  await page.mouse.wheel(0, -5000);
  await untilInPage(page, "the list is at its start", `${topOfList} === 0`);
  // Several words are spoken in this time, none of which is in view.
  const followed = await page.evaluate<number>(`new Promise((resolve) => {
    setTimeout(() => resolve(document.querySelector(".words").scrollTop), 1500);
  })`);
  expect(followed).toBe(0);
  expect(faults).toEqual([]);
});

test("the player names what only the output shows, and shows a frame of the output until the video moves", async () => {
  const { path } = await waitingTask(transcript, { renderOptions: { styleOptions: { top: "auto" } } });
  const tab = await ConsoleTab.open(context(), path);
  const { page, faults } = tab;
  await page.getByText("In the output, captions move to avoid faces.").waitFor();
  expect(await page.getByText("the crop follows the speaker").count()).toBe(0);
  await untilInPage(page, "the video can be played", isPlayable);
  await page.locator("#word-2").click();
  await page.getByRole("button", { name: "Show the rendered frame" }).click();
  await page.getByText("Rendered frame at 0:00.20").waitFor();
  await untilInPage(page, "the frame is shown", "document.querySelector('.output-frame')?.naturalWidth > 0");
  faults.push(...(await tab.accessibilityViolations()));
  await page.getByRole("listbox", { name: "Words" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".output-frame").waitFor({ state: "detached" });
  expect(faults).toEqual([]);
});
