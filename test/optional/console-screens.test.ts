import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { templates } from "../../core/templates/catalog.ts";
import { Client, media, sharedClient } from "../integration/client.ts";
import { ConsoleTab, until } from "./browser.ts";
import { browserForTests } from "./browser-for-tests.ts";
import { storedWords, transcript, transcriptOf, transcriptPath, waitingTask } from "./console-tasks.ts";

const context = browserForTests(60_000);
const folder = mkdtempSync(join(tmpdir(), "capstack-screens-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** A video followed by free space, in five parts of 8 MiB. */
const fiveParts = (): string => {
  const free = Buffer.alloc(33 * 1024 ** 2);
  free.writeUInt32BE(free.length);
  free.write("free", 4);
  const path = join(folder, "five-parts.mp4");
  writeFileSync(path, Buffer.concat([readFileSync(media("video/sy_noaudio.mp4")), free]));
  return path;
};

test("an upload in five parts shows its progress, and survives a failed part and a reload", async () => {
  const { page, faults } = await ConsoleTab.open(context());
  page.on("dialog", (dialog) => void dialog.accept());
  let puts = 0;
  await page.route(/partNumber=/, (route) => {
    puts += 1;
    // The second attempt fails, and later ones wait for the reload.
    if (puts === 2) return route.abort();
    return puts === 1 ? route.continue() : undefined;
  });
  const file = fiveParts();
  await page.locator("input[type=file]").first().setInputFiles(file);
  const sent = () => page.locator(".uploads progress").first().getAttribute("value").then(Number);
  await until("a part was received", async () => (await sent()) >= 8 * 1024 ** 2);
  await page.unroute(/partNumber=/);
  await page.reload();
  await page.getByText("choose the same file again").waitFor();
  expect(await sent()).toBeGreaterThanOrEqual(8 * 1024 ** 2);
  await page.locator(".uploads input[type=file]").setInputFiles(file);
  await page.locator(".card", { hasText: "five-parts.mp4" }).first().getByText("Ready").waitFor();
  expect(faults).toEqual([]);
});

/** Creates an upload that is complete but for its bytes, and a task that waits for it. */
const taskOfUnsentVideo = async (client: Client, bytes: number) => {
  const { body: upload } = await client.post<{ uploadId: string; videoId: string; urls: string[] }>(
    "/videos/upload",
    { filename: "unsent.mp4", uploadParts: [{ contentLength: bytes }] },
  );
  const taskId = await client.createTask(upload.videoId, { transcript });
  return { ...upload, taskId };
};

test("a task that fails shows its sentence without a reload, and home shows it with the tasks of all videos", async () => {
  const client = sharedClient();
  const nothing = Buffer.from("These are notes.");
  const { uploadId, videoId, urls, taskId } = await taskOfUnsentVideo(client, nothing.length);
  const { page, faults } = await ConsoleTab.open(context(), `/videos/${videoId}/tasks/${taskId}`);
  await page.getByText("Queued").waitFor();
  await page.evaluate("window.isSamePage = true");
  await fetch(urls[0] ?? "", { method: "PUT", body: nothing });
  await client.post("/videos/upload/complete", { uploadId, videoId });
  const { error } = await client.waitForTask(videoId, taskId, ["failed"]);
  await page.locator(".problem", { hasText: error ?? "no sentence" }).waitFor();
  await page.getByRole("link", { name: "Home" }).click();
  const card = page.locator(".card", { has: page.locator(`a[href$="${taskId}"]`) });
  expect(await card.locator(".problem").textContent()).toBe(error);
  expect(await page.evaluate<boolean>("isSamePage")).toBe(true);
  await page.getByLabel("Status").selectOption("Waiting for approval");
  await card.waitFor({ state: "detached" });
  expect(faults).toEqual([]);
});

test("a key is shown once, works at once, and fails at the next call after it is revoked", async () => {
  const { page, faults } = await ConsoleTab.open(context(), "/access");
  page.on("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Create a key" }).click();
  const key = (await page.getByRole("status").locator("code").textContent()) ?? "";
  const other = new Client(process.env.CAPSTACK_TEST_DATA ?? "", key);
  expect((await other.get("/user-billing")).status).toBe(200);
  await page.reload();
  await page.getByRole("button", { name: `Revoke: ${key.slice(0, 8)}` }).click();
  await page
    .getByRole("row", { name: key.slice(0, 8) })
    .getByText(/^Revoked /)
    .waitFor();
  expect((await other.get("/user-billing")).status).toBe(401);
  expect(await page.content()).not.toContain(key);
  expect(faults).toEqual([]);
});

test("a click seeks to the word, an edge that is dragged snaps, and subtitle files equal the API's", async () => {
  const word = (text: string, start_time: number) => ({
    text,
    type: "word",
    start_time,
    end_time: start_time + 1,
  });
  const task = await waitingTask([word("one", 0), word("two", 2.0333)]);
  const tab = await ConsoleTab.open(context(), task.path);
  const { page, faults } = tab;
  await page.locator("#word-1").click();
  // The click may come before the player.
  const position = () => page.evaluate<number>("document.querySelector('.player video')?.currentTime ?? -1");
  await until("the player is at the word", async () => Math.abs((await position()) - 2.0333) < 1 / 30);

  // The time line shows 8 seconds from 0; the start of the second word is dragged to just after the end of the first.
  await page.locator("canvas.timeline").scrollIntoViewIfNeeded();
  const box = await page.locator("canvas.timeline").boundingBox();
  if (box === null) throw new Error("there is no time line");
  const at = (seconds: number): [number, number] => [
    box.x + (seconds * box.width) / 8,
    box.y + box.height / 2,
  ];
  const block = await page.evaluate<number[]>(
    "Array.from(document.querySelector('canvas.timeline').getContext('2d').getImageData(10, 30, 1, 1).data)",
  );
  // The color of a word in the light theme.
  expect(block).toEqual([0xd3, 0xe9, 0xe0, 0xff]);
  await page.mouse.move(...at(2.0333));
  await page.mouse.down();
  await page.mouse.move(...at(1.5));
  await page.mouse.move(...at(1.02));
  await page.mouse.up();
  await until("the words are saved", async () => (await storedWords(task))[1]?.start_time === 1);

  for (const format of ["srt", "vtt", "txt"]) {
    const button = page.getByRole("button", { name: format.toUpperCase(), exact: true });
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    const { body } = await sharedClient().get<string>(`${transcriptPath(task)}?format=${format}`);
    expect(readFileSync(await download.path(), "utf8")).toBe(body);
  }
  expect(faults).toEqual([]);
});

test("Hebrew runs from right to left, and a composition of an input method is one step for undo", async () => {
  const task = await waitingTask(transcriptOf("אנחנו בוחרים ללכת אל הירח"));
  const tab = await ConsoleTab.open(context(), task.path);
  const { page, faults } = tab;
  const list = page.getByRole("listbox", { name: "Words" });
  expect(await list.getAttribute("dir")).toBe("rtl");
  const before = await tab.words();
  await list.focus();
  await tab.press("Home", "Enter");
  const session = await context().newCDPSession(page);
  for (const text of ["k", "か", "かん", "かんじ"])
    await session.send("Input.imeSetComposition", {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await session.send("Input.insertText", { text: "漢字" });
  await tab.press("Enter");
  expect(await tab.words()).toMatch(/^漢字 /);
  await tab.press("Control+z");
  expect(await tab.words()).toBe(before);
  expect(faults).toEqual([]);
});

test("templates load when they come into view, and show the user's words", async () => {
  const { page, faults } = await ConsoleTab.open(context(), "/templates");
  const previews = page.locator("video.template-preview");
  await previews.first().waitFor();
  const loaded = await page.locator("video.template-preview[src]").count();
  expect(await previews.count()).toBe(templates.length);
  expect(loaded).toBeLessThan(templates.length);
  await previews.last().scrollIntoViewIfNeeded();
  await page.locator("video.template-preview[src]").nth(loaded).waitFor();
  await page.getByLabel("Sample text").fill("Our own words");
  await page.locator("canvas.caption-still").first().waitFor();
  expect(await previews.count()).toBe(0);
  expect(faults).toEqual([]);
});

test("an error of a screen leaves the page and its other screens", async () => {
  await context().addInitScript(
    "Element.prototype.scrollIntoView = () => { throw new Error('no scrolling'); }",
  );
  const { path } = await waitingTask(transcript);
  const { page } = await ConsoleTab.open(context(), path);
  await page.getByRole("button", { name: "Reload the page" }).waitFor();
  await page.getByRole("link", { name: "Templates" }).click();
  await page.locator("video.template-preview").first().waitFor();
  expect(await page.getByRole("button", { name: "Reload the page" }).count()).toBe(0);
});

/** Counts the work of the page: paragraphs of the first paint, paragraphs that change while a word is typed, and drafts. */
const countWork = `
  window.work = { firstParagraphs: 0, changed: new Set(), drafts: 0 };
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) { work.drafts += 1; return put.apply(this, given); };
  new MutationObserver((records) => {
    const count = document.querySelectorAll(".paragraph").length;
    if (work.firstParagraphs === 0) work.firstParagraphs = count;
    for (const { target } of records) {
      const paragraph = target.parentElement?.closest(".paragraph") ?? target.closest?.(".paragraph");
      if (paragraph) work.changed.add(paragraph);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });`;

/** The first requests to the API, by the last part of their paths; `task` for that of a task. */
const requestedFirst = `performance.getEntriesByType("resource")
  .map(({ name }) => new URL(name).pathname)
  .filter((path) => path.startsWith("/videos/"))
  .slice(0, 2)
  .map((path) => path.endsWith("/transcript") ? "transcript" : "task")`;

const megabyte = 1_000_000;

test("of 12,000 words, few are drawn at first, and a key draws one paragraph again", async () => {
  const file = join(folder, "long.mp4");
  const source = ["-f", "lavfi", "-i", "color=c=navy:s=128x72:r=1:d=1300"];
  execFileSync("ffmpeg", ["-v", "error", ...source, "-c:v", "libx264", "-preset", "ultrafast", file]);
  const words = transcriptOf(Array.from({ length: 12_000 }, (_, index) => `word${index % 97}`).join(" "));
  const task = await waitingTask(words, {}, file);
  await context().addInitScript(countWork);
  const tab = await ConsoleTab.open(context(), task.path);
  const { page, faults } = tab;
  await page.locator("#word-11999").waitFor({ state: "attached" });
  // The words are requested before the page is drawn, and wait for nothing else.
  expect(await page.evaluate<string[]>(requestedFirst)).toEqual(["transcript", "task"]);
  // As many as the list shows in this window, of 150.
  expect(await page.evaluate<number>("work.firstParagraphs")).toBe(4);
  await page.getByRole("listbox", { name: "Words" }).focus();
  await tab.press("ArrowRight", "Enter");
  await page.evaluate("work.changed.clear()");
  const typed = "typedwithoutdelay".repeat(3);
  await page.keyboard.type(typed);
  const changed = () => page.evaluate<number>("work.changed.size");
  await until("a paragraph is drawn again", async () => (await changed()) > 0);
  expect(await changed()).toBe(1);
  await tab.press("Enter");
  await until("the word is saved", async () => (await storedWords(task))[1]?.text === typed);
  // Keys that are typed quickly share a draft.
  expect(await page.evaluate<number>("work.drafts")).toBeLessThan(typed.length);
  const session = await context().newCDPSession(page);
  const { usedSize } = (await session.send("Runtime.getHeapUsage")) as { usedSize: number };
  expect(usedSize).toBeLessThan(300 * megabyte);
  expect(faults).toEqual([]);
}, 180_000);
