import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import {
  type CaptionSettings,
  type CaptionSource,
  captionSource,
  type SourceMetadata,
} from "../../console/captions/caption-source.ts";
import { sharedClient } from "../integration/client.ts";
import { ConsoleTab, until } from "./browser.ts";
import { browserForTests } from "./browser-for-tests.ts";
import { chosenSpeech, storedWords, transcript, waitingTask } from "./console-tasks.ts";
import { renderedTrack } from "./drawn-captions.ts";

const context = browserForTests(180_000);
const folder = mkdtempSync(join(tmpdir(), "capstack-console-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** Notes what the page states of its task: each status, and the values of its progress. A reload would empty the notes. */
const noteProgress = `
  window.noted = { statuses: [], progress: {} };
  const note = () => {
    const status = document.querySelector("main h1 + div .status, main h1 ~ div > .status")?.textContent;
    if (!status) return;
    if (noted.statuses.at(-1) !== status) noted.statuses.push(status);
    const value = document.querySelector("main progress")?.value;
    if (value !== undefined) (noted.progress[status] ??= []).push(value);
  };
  new MutationObserver(note).observe(document, { childList: true, characterData: true, attributes: true, subtree: true });`;

interface Noted {
  statuses: string[];
  progress: Record<string, number[]>;
}

const isRising = (values: readonly number[]): boolean =>
  values.every((value, index) => value >= (values[index - 1] ?? 0));

test("a video is uploaded, corrected, approved and downloaded by keyboard alone", async () => {
  await context().addInitScript(noteProgress);
  const tab = await ConsoleTab.open(context(), "/videos");
  const { page, faults } = tab;
  await page.locator("input[type=file]").first().setInputFiles(chosenSpeech("by-keyboard.mp4"));
  await page.locator(".uploads").waitFor();
  await page.locator(".uploads").waitFor({ state: "detached" });
  await tab.tabTo(page.getByRole("link", { name: "by-keyboard.mp4" }));
  await tab.press("Enter");
  await tab.tabTo(page.getByRole("link", { name: "Add captions" }));
  await tab.press("Enter");
  await page.getByText("Price: 0.018333 USD").waitFor();
  await tab.tabTo(page.getByRole("button", { name: "Start" }));
  await tab.press("Enter");
  await tab.tabTo(page.getByRole("listbox", { name: "Words" }));
  const before = await tab.words();
  expect(before).toMatch(/^And so my fellow Americans/);

  await tab.press("ArrowRight", "ArrowRight", "Enter");
  await page.keyboard.type("our dear");
  await tab.press("Enter", "b");
  expect(await tab.words()).toMatch(/^And so our dear fellow Americans/);
  await tab.press("Delete", "Control+z");
  expect(await tab.words()).toMatch(/^And so our dear fellow Americans/);
  await page.getByText("Saved", { exact: true }).waitFor();

  const corrected = await tab.words();
  await tab.press("Control+Enter");
  await tab.tabTo(page.getByRole("dialog").getByRole("button", { name: "Approve and render" }));
  await tab.press("Enter");
  await page.getByText("The transcript has been approved.").waitFor();
  // It asks once, and nothing can be changed afterwards.
  expect(await page.getByRole("dialog").count()).toBe(0);
  await tab.press("Delete", "i", "b", "Control+Enter");
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(await tab.words()).toBe(corrected);
  expect(await page.getByRole("button", { name: "Delete", exact: true }).isDisabled()).toBe(true);
  const link = page.getByRole("link", { name: "Download the video" });
  await tab.tabTo(link);
  const [download] = await Promise.all([page.waitForEvent("download"), tab.press("Enter")]);
  expect(download.suggestedFilename()).toBe("by-keyboard.captioned.mp4");
  await tab.tabTo(page.getByRole("button", { name: "Save this frame" }));
  const [frame] = await Promise.all([page.waitForEvent("download"), tab.press("Enter")]);
  expect(frame.suggestedFilename()).toMatch(/-0\.jpg$/);
  const [, , , videoId, , taskId] = new URL(page.url()).pathname.split("/");
  const { body: task } = await sharedClient().get<{ cost: string }>(`/videos/${videoId}/task/${taskId}`);
  expect(task.cost).toBe("0.018333");
  const { statuses, progress } = await page.evaluate<Noted>("noted");
  expect(statuses.slice(-4)).toEqual(["Transcribing", "Waiting for approval", "Rendering", "Completed"]);
  expect(Object.values(progress).filter((values) => !isRising(values))).toEqual([]);
  expect(progress.Rendering?.at(-1)).toBeGreaterThanOrEqual(40);
  expect(faults).toEqual([]);
});

test("a wrong key is named as such, and the right one is in no URL and not in localStorage", async () => {
  const { page, faults } = await ConsoleTab.openSignedOut(context());
  await page.getByLabel("API key").fill("cap_wrong");
  await page.keyboard.press("Enter");
  await page.getByText("This key is not valid.").waitFor();
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  const { apiKey } = sharedClient();
  await page.getByLabel("API key").fill(apiKey);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Home" }).waitFor();
  expect([...urls, page.url()].filter((url) => url.includes(apiKey))).toEqual([]);
  expect(await page.evaluate<string>("JSON.stringify(localStorage)")).not.toContain(apiKey);
  expect(faults).toEqual([]);
});

test("a file that is no video shows the reason that the API gives", async () => {
  const file = join(folder, "notes.mp4");
  writeFileSync(file, "These are notes.");
  const { page, faults } = await ConsoleTab.open(context());
  await page.locator("input[type=file]").first().setInputFiles(file);
  const reason = await page.locator(".card", { hasText: "notes.mp4" }).locator(".problem").textContent();
  expect(reason).toMatch(/^UnsupportedMediaType: .*\.$/);
  writeFileSync(file, "");
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.locator(".uploads").getByText("This file is empty.").waitFor();
  expect(faults).toEqual([]);
});

test("changes of a tab that was killed are offered again and can be saved", async () => {
  const task = await waitingTask();
  const first = await ConsoleTab.open(context(), task.path);
  await first.page.getByRole("listbox", { name: "Words" }).focus();
  // Nothing is saved while the service cannot be reached.
  await first.page.route("**/transcript", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await first.press("ArrowRight", "Enter");
  await first.page.keyboard.type("decide");
  await first.press("Enter");
  await first.page.getByText("Not saved; kept in this browser").waitFor();
  await first.page.close({ runBeforeUnload: false });

  const second = await ConsoleTab.open(context(), task.path);
  await second.page.getByRole("button", { name: "Use them" }).click();
  expect(await second.words()).toMatch(/^We decide to go/);
  const saved = async () => (await storedWords(task))[1];
  await until("the draft is saved", async () => (await saved())?.text === "decide");
  expect(await saved()).toMatchObject({ confidence: 1 });
  expect([...first.faults, ...second.faults]).toEqual([]);
});

test("two tabs lose nothing: the second to save chooses", async () => {
  const task = await waitingTask();
  const tabs = [
    await ConsoleTab.open(context(), task.path),
    await ConsoleTab.open(context(), task.path),
  ] as const;
  for (const { page } of tabs) await page.getByRole("listbox", { name: "Words" }).focus();
  const type = async (tab: ConsoleTab, text: string) => {
    await tab.page.bringToFront();
    await tab.press("Home", "Enter");
    await tab.page.keyboard.type(text);
    await tab.press("Enter");
  };
  await type(tabs[0], "They");
  await until("the first tab has saved", async () => (await storedWords(task))[0]?.text === "They");
  await type(tabs[1], "You");
  await tabs[1].page.getByText("Another tab or client has changed this transcript.").waitFor();
  expect((await storedWords(task))[0]?.text).toBe("They");
  await tabs[1].press("Control+Enter");
  await tabs[1].page.getByRole("dialog").getByRole("button", { name: "Approve and render" }).click();
  await tabs[1].page.getByText("The latest changes are not saved").waitFor();
  await tabs[1].press("Escape");
  await tabs[1].page.getByRole("button", { name: "Keep my version" }).click();
  await tabs[1].page.getByText("Saved", { exact: true }).waitFor();
  expect((await storedWords(task))[0]?.text).toBe("You");
  expect(tabs.flatMap(({ faults }) => faults)).toEqual([]);
});

/** Counts the layouts of the captions. */
const countLayouts = `
  window.layouts = 0;
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    const listen = ({ data }) => {
      if (data.id !== message.id) return;
      this.removeEventListener("message", listen);
      layouts += 1;
    };
    if (message.call?.kind === "layOut") this.addEventListener("message", listen);
    return postMessage.call(this, message, ...rest);
  };`;

const pageStarts = `[...document.querySelectorAll(".page-start")].map(({ dataset }) => Number(dataset.index))`;

test("captions over the video follow the words, and pages break as in the output", async () => {
  await context().addInitScript(countLayouts);
  const task = await waitingTask();
  const tab = await ConsoleTab.open(context(), task.path);
  const { page, faults } = tab;
  await page.locator(".page-start").first().waitFor();
  const { body: video } = await sharedClient().get<{ metadata: SourceMetadata }>(`/videos/${task.videoId}`);
  const { body: settings } = await sharedClient().get<CaptionSettings>(
    `/videos/${task.videoId}/task/${task.taskId}`,
  );
  const source = captionSource(transcript as CaptionSource["words"], settings, video.metadata);
  if (source === null) throw new Error("the output has no size");
  const starts = renderedTrack(source).pages.map(({ timed }) => timed.page.units[0]?.startSeconds);
  const words = transcript.map(({ start_time }) => start_time);
  expect(starts.length).toBeGreaterThan(1);
  expect(await page.evaluate<number[]>(pageStarts)).toEqual(
    starts.slice(1).map((start) => words.indexOf(start ?? -1)),
  );

  const player = page.locator(".video-frame");
  // Only captions are compared: a seek shows the video's frame earlier or later than its captions.
  await page.evaluate("document.querySelector('.player video').style.visibility = 'hidden'");
  /** Waits until the player shows something that `isExpected` accepts. */
  const shown = async (isExpected: (image: Buffer) => boolean): Promise<Buffer> => {
    for (let attempts = 0; attempts < 100; attempts++) {
      const image = await player.screenshot();
      if (isExpected(image)) return image;
    }
    throw new Error("the captions do not follow the words");
  };
  await page.getByRole("listbox", { name: "Words" }).focus();
  const first = await player.screenshot();
  await tab.press("ArrowRight");
  const before = await shown((image) => !image.equals(first));
  await tab.press("Enter");
  await page.keyboard.type("decided");
  await tab.press("Enter");
  await shown((image) => !image.equals(before));
  await tab.press("Control+z");
  await shown((image) => image.equals(before));

  await page.evaluate("layouts = 0");
  const count = () => page.evaluate<number>("layouts");
  for (const [index, text] of ["chose", "choose", "decide", "want", "hope"].entries()) {
    await tab.press("Enter");
    await page.keyboard.type(text);
    await tab.press("Enter");
    await until("the captions have the word", async () => (await count()) > index);
  }
  expect(faults).toEqual([]);
});

/** Counts the elements whose transition or animation takes more than a hundredth of a second. */
const movingElements = `[...document.querySelectorAll("*")].filter((element) => {
  const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
  const longest = (text) => Math.max(...text.split(",").map((time) => Number.parseFloat(time)));
  return longest(transitionDuration) > 0.01 || (animationName !== "none" && longest(animationDuration) > 0.01);
}).length`;

/** Width of the longest line of running text, in pixels. */
const longestLine = `Math.max(0, ...[...document.querySelectorAll("p:not([class])")].map((line) => line.clientWidth))`;

test("no screen has a serious fault of accessibility, is wider than a phone, has lines across a 4K display, or moves against the user's setting", async () => {
  const task = await waitingTask();
  const screens = [
    "",
    "/videos",
    "/templates",
    "/fonts",
    "/usage",
    "/access",
    `/videos/${task.videoId}`,
    `/videos/${task.videoId}/new`,
    task.path,
  ];
  const faults: string[] = [];
  for (const path of screens) {
    const tab = await ConsoleTab.open(context(), path);
    await tab.page.getByRole("heading", { level: 1 }).waitFor();
    await tab.page.waitForLoadState("networkidle");
    faults.push(...(await tab.accessibilityViolations()).map((fault) => `${path} ${fault}`));
    await tab.page.setViewportSize({ width: 360, height: 740 });
    const width = await tab.page.evaluate<number>("document.documentElement.scrollWidth");
    if (width > 360) faults.push(`${path} is ${width} px wide`);
    // Tables scroll there, which the keyboard must be able to do.
    if (path === "/usage" || path === "/access")
      faults.push(...(await tab.accessibilityViolations()).map((fault) => `${path}, narrow ${fault}`));
    await tab.page.setViewportSize({ width: 3840, height: 2160 });
    const line = await tab.page.evaluate<number>(longestLine);
    if (line > 900) faults.push(`${path} has lines of ${line} px`);
    await tab.page.emulateMedia({ reducedMotion: "reduce" });
    const moving = await tab.page.evaluate<number>(movingElements);
    if (moving > 0) faults.push(`${path} has ${moving} elements that move despite reduced motion`);
    faults.push(...tab.faults);
    await tab.page.close();
  }
  expect(faults).toEqual([]);
});
