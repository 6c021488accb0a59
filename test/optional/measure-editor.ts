/**
 * Measures the editor with a transcript of 12,000 words on a running service:
 *   node test/optional/measure-editor.ts --data DIR
 * Prints milliseconds from the navigation to the first paint and to the first words, of each key press to its frame,
 * from the confirmation of a changed word to the layout of its captions, and the memory of the page.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { Client } from "../integration/client.ts";
import { launchBrowser } from "./browser.ts";
import { transcriptOf } from "./console-tasks.ts";

const wordCount = 12_000;
const typed =
  "and these words were typed into a very long transcript without any delay that a person would notice";

/** Creates a task with the words; returns the path of its screen. */
const longTask = async (client: Client): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), "capstack-measure-"));
  const file = join(folder, "long.mp4");
  const source = ["-f", "lavfi", "-i", "color=c=navy:s=128x72:r=1:d=1300"];
  execFileSync("ffmpeg", ["-v", "error", ...source, "-c:v", "libx264", "-preset", "ultrafast", file]);
  const { body: video } = await client.upload(file);
  rmSync(folder, { recursive: true });
  const text = Array.from({ length: wordCount }, (_, index) => `word${index % 97}`).join(" ");
  const taskId = await client.createTask(video.id, { transcript: transcriptOf(text) });
  await client.waitForTask(video.id, taskId, ["transcriptionCompleted"]);
  return `/console/videos/${video.id}/tasks/${taskId}`;
};

/** Notes when the first word is in a frame, and how long each key press takes to the next frame and to the next layout of the captions. */
const observer = `
  window.measured = { keys: [], layouts: [], firstWords: null };
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === "keydown") measured.keys.push(duration);
  }).observe({ type: "event", durationThreshold: 16 });
  const look = () => {
    if (document.querySelector("#word-0") === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => { measured.firstWords = performance.now(); });
  };
  look();
  let pressedAt = 0;
  addEventListener("keydown", () => { pressedAt = performance.now(); }, true);
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    const listen = ({ data }) => {
      if (data.id !== message.id) return;
      this.removeEventListener("message", listen);
      measured.layouts.push(performance.now() - pressedAt);
    };
    if (message.call?.kind === "layOut") this.addEventListener("message", listen);
    return postMessage.call(this, message, ...rest);
  };`;

interface Measured {
  keys: number[];
  layouts: number[];
  firstWords: number;
}

const typeWords = async (page: Page): Promise<number[]> => {
  await page.getByRole("listbox", { name: "Words" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.evaluate("measured.keys = []");
  await page.keyboard.type(typed, { delay: 120 });
  const { keys } = await page.evaluate<Measured>("measured");
  // Key presses below the threshold of 16 ms are not reported.
  const fast = Array.from({ length: Math.max(0, typed.length - keys.length) }, () => 8);
  return [...fast, ...keys].toSorted((left, right) => left - right);
};

const changeWords = async (page: Page): Promise<number[]> => {
  await page.keyboard.press("Enter");
  await page.evaluate("measured.layouts = []");
  for (const [index, text] of ["chose", "choose", "decide", "want", "hope"].entries()) {
    await page.keyboard.press("Enter");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
    while ((await page.evaluate<number>("measured.layouts.length")) <= index) await setTimeout(5);
  }
  return (await page.evaluate<Measured>("measured")).layouts.toSorted((left, right) => left - right);
};

const { values } = parseArgs({ options: { data: { type: "string", default: ".local" } } });
const client = new Client(values.data);
const path = await longTask(client);
const browser = await launchBrowser();
try {
  for (const run of [1, 2, 3]) {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(observer);
    await page.goto(`${client.baseUrl}${path}#key=${client.apiKey}`);
    await page.locator(`#word-${wordCount - 1}`).waitFor({ state: "attached" });
    const { firstWords } = await page.evaluate<Measured>("measured");
    const received = await page.evaluate<number>(
      "performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/transcript')).responseEnd",
    );
    const painted = await page.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0].startTime",
    );
    const keys = await typeWords(page);
    const at = (share: number): number => keys[Math.floor(share * (keys.length - 1))] ?? 0;
    const layouts = await changeWords(page);
    const session = await page.context().newCDPSession(page);
    const { usedSize } = (await session.send("Runtime.getHeapUsage")) as { usedSize: number };
    const mebibytes = Math.round(usedSize / 1024 ** 2);
    console.log(
      `run ${run}: first paint ${Math.round(painted)} ms, first words ${Math.round(firstWords)} ms, ${Math.round(firstWords - received)} ms after their response, key p50 ${at(0.5)} p95 ${at(0.95)} max ${at(1)} ms, captions of a changed word ${layouts.map(Math.round).join(" ")} ms, ${mebibytes} MiB`,
    );
    await page.close();
  }
} finally {
  await browser.close();
}
