import { beforeEach, expect, test } from "@jest/globals";
import { sharedClient } from "../integration/client.ts";
import { ConsoleTab, until } from "./browser.ts";
import { browserForTests } from "./browser-for-tests.ts";
import { storedWords, transcriptOf, waitingTask } from "./console-tasks.ts";

const context = browserForTests(60_000);
beforeEach(async () => {
  const { origin } = new URL(sharedClient().baseUrl);
  await context().grantPermissions(["clipboard-read", "clipboard-write"], { origin });
});

const open = async (sentence: string): Promise<{ tab: ConsoleTab; saved: () => Promise<string[]> }> => {
  const task = await waitingTask(transcriptOf(sentence));
  const tab = await ConsoleTab.open(context(), task.path);
  await tab.page.getByRole("listbox", { name: "Words" }).waitFor();
  return { tab, saved: async () => (await storedWords(task)).map(({ text }) => text) };
};

const focused = (tab: ConsoleTab): Promise<string> =>
  tab.page.evaluate<string>("document.activeElement.className");

test("keys act on the words after every use of the mouse, and the whole editor is in view", async () => {
  const { tab } = await open("We choose to go to the moon");
  const { page, faults } = tab;
  const video = (expression: string) =>
    page.evaluate<boolean>(`document.querySelector('.player video').${expression}`);
  await until("the video can be played", () => video("videoWidth > 0"));
  const timeline = await page.locator("canvas.timeline").boundingBox();
  expect((timeline?.y ?? 900) + (timeline?.height ?? 0)).toBeLessThanOrEqual(900);

  await page.getByLabel("Position").click();
  await tab.press("Space");
  await until("the video plays", () => video("paused === false"));
  expect(await page.evaluate<number>("scrollY")).toBe(0);
  await tab.press("k", ">", ">");
  await until("the video pauses", () => video("paused"));
  await until(
    "the speed is shown",
    async () => (await page.getByLabel("Playback speed").inputValue()) === "1.5",
  );

  await page.locator("#word-1").dblclick();
  await page.keyboard.type("chose");
  await tab.press("Enter");
  expect(await focused(tab)).toBe("words");
  await tab.press("Delete");
  expect(await tab.words()).toBe("We to go to the moon");
  expect(faults).toEqual([]);
});

test("a range of words is marked, copied, joined and deleted as one step each", async () => {
  const { tab, saved } = await open("We choose to go to the moon");
  const { page, faults } = tab;
  await page.locator("#word-1").click();
  await page.locator("#word-3").click({ modifiers: ["Shift"] });
  await tab.press("b");
  expect(await page.locator(".word.important").allTextContents()).toEqual(["choose", "to", "go"]);
  await tab.press("Control+c");
  expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe("choose to go");
  await tab.press("Shift+ArrowLeft", "m");
  expect(await tab.words()).toBe("We chooseto go to the moon");
  await tab.press("Shift+ArrowRight", "Delete");
  expect(await tab.words()).toBe("We to the moon");
  await tab.press("Control+z", "Control+z");
  expect(await tab.words()).toBe("We choose to go to the moon");
  await until("the words are saved", async () => (await saved()).join(" ") === "We choose to go to the moon");
  expect(faults).toEqual([]);
});

test("Enter goes from match to match, and one match or all of them are replaced", async () => {
  const { tab } = await open("go and go and gone");
  const { page, faults } = tab;
  await page.locator("#word-0").click();
  await tab.press("Control+f");
  await page.keyboard.type("go");
  const count = page.locator(".find output");
  expect(await count.textContent()).toBe("1 of 3");
  await tab.press("Enter");
  expect(await count.textContent()).toBe("2 of 3");
  await tab.press("Enter", "Enter");
  expect(await count.textContent()).toBe("1 of 3");
  await tab.press("Shift+Enter", "Shift+Enter");
  await page.getByLabel("Replace with").fill("run");
  await page.getByRole("button", { name: "Replace", exact: true }).click();
  expect(await tab.words()).toBe("go and run and gone");
  await page.getByRole("button", { name: "Replace all" }).click();
  expect(await tab.words()).toBe("run and run and runne");
  await tab.press("Escape", "Control+z", "Control+z");
  expect(await tab.words()).toBe("go and go and gone");
  expect(await focused(tab)).toBe("words");
  expect(faults).toEqual([]);
});

test("a paste of markup into a word gives plain words", async () => {
  const { tab } = await open("We choose to go");
  const { page, faults } = tab;
  const html = "<p class=MsoNormal><b>really</b> <i>want</i></p>";
  await page.evaluate(`navigator.clipboard.write([new ClipboardItem({
    "text/html": new Blob([${JSON.stringify(html)}], { type: "text/html" }),
    "text/plain": new Blob(["really <inaudible>\\nwant"], { type: "text/plain" }),
  })])`);
  await page.locator("#word-1").dblclick();
  await tab.press("Control+v", "Enter");
  expect(await tab.words()).toBe("We really want to go");
  expect(faults).toEqual([]);
});
