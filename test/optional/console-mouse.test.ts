import { expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { ConsoleTab, until } from "./browser.ts";
import { browserForTests } from "./browser-for-tests.ts";
import { chosenSpeech } from "./console-tasks.ts";

const context = browserForTests(180_000);

/** The words that the list marks as spoken. */
const spoken = (page: Page): Promise<string[]> => page.locator(".words .spoken").allTextContents();

test("a video is uploaded, two of its words are corrected and one is marked, and the output is downloaded, by mouse", async () => {
  const { page, faults } = await ConsoleTab.open(context());
  let actions = 0;
  const click = async (target: Locator): Promise<void> => {
    actions += 1;
    await target.click();
  };
  const words = page.getByRole("listbox", { name: "Words" }).getByRole("option");
  const correct = async (index: number, text: string): Promise<void> => {
    actions += 2;
    // Not the position among the options: the word that is typed is a text field.
    await page.locator(`#word-${index}`).dblclick();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(text);
  };

  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    click(page.getByText("Choose files")),
  ]);
  await chooser.setFiles(chosenSpeech("by-mouse.mp4"));
  await click(page.getByRole("link", { name: "by-mouse.mp4" }));
  await click(page.getByRole("link", { name: "Add captions" }));
  await click(page.getByRole("button", { name: "Start" }));
  await words.first().waitFor();
  expect((await words.allTextContents()).slice(0, 7)).toEqual([
    ...["And", "so", "my", "fellow", "Americans", ",", "ask"],
  ]);
  // The word that is clicked is the one that the player shows as spoken, not the one before.
  await click(words.nth(3));
  await until("the clicked word is spoken", async () => (await spoken(page)).join() === "fellow");
  await click(page.getByRole("button", { name: "Important" }));
  await correct(2, "our");
  // The comma, which was to be a word.
  await correct(5, "dear");
  await click(words.nth(0));
  expect((await words.allTextContents()).slice(0, 7)).toEqual([
    ...["And", "so", "our", "fellow", "Americans", "dear", "ask"],
  ]);
  await click(page.getByRole("button", { name: "Approve and render" }));
  await click(page.getByRole("dialog").getByRole("button", { name: "Approve and render" }));
  const link = page.getByRole("link", { name: "Download the video" });
  const [download] = await Promise.all([page.waitForEvent("download"), click(link)]);
  expect(download.suggestedFilename()).toBe("by-mouse.captioned.mp4");
  expect(actions).toBeLessThan(20);
  expect(faults).toEqual([]);
});
