import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { findTemplate } from "../../core/templates/catalog.ts";
import { media, sharedClient } from "../integration/client.ts";
import { ConsoleTab, until } from "./browser.ts";
import { browserForTests } from "./browser-for-tests.ts";

const context = browserForTests(60_000);
let videoId: string;
beforeAll(async () => {
  videoId = (await sharedClient().upload(media("video/sy_base.mp4"))).body.id;
});

/** The bodies whose price the page requests and gets, and the errors that it gets. */
const pricedBodies = (page: Page): unknown[] => {
  const bodies: unknown[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("dryRun=true"))
      bodies.push(response.ok() ? response.request().postDataJSON() : await response.json());
  });
  return bodies;
};

/** Waits until the newest of the bodies has a setting. */
const untilPriced = async (bodies: readonly unknown[], setting: string): Promise<void> => {
  const last = (): string => JSON.stringify(bodies.at(-1) ?? null);
  try {
    await until(`${setting} is priced`, async () => last().includes(setting));
  } catch (error) {
    throw new Error(`The last response is for, or says: ${last()}`, { cause: error });
  }
};

/** Chooses options by the labels of their fields. */
const select = async (page: Page, choices: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, option] of Object.entries(choices))
    await page.getByLabel(label, { exact: true }).selectOption({ label: option });
};

const fill = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
};

const colors = { "Text color": "#112233", "Stroke color": "#445566", "Highlight color 1": "#00ff00" };
const styleAndContent = {
  subsOptions: {
    ...{ displayWords: 3, emoji: true, emojiAnimation: false, animation: false },
    ...{ punctuation: true, emphasizeKeywords: true },
  },
  styleOptions: {
    ...{ top: 40, fontSize: 50, fontWeight: 700, fontColor: "#112233", stroke: "s", strokeColor: "#445566" },
    ...{ fontShadow: "none", fontUppercase: true },
  },
  highlightOptions: { randomColourOne: "#00ff00" },
};

const chooseAppearance = async (page: Page): Promise<void> => {
  await fill(page, { "Vertical position in percent": "40", "Font size": "50", "Font weight": "700" });
  await fill(page, { ...colors, "Words on screen": "3" });
  await select(page, { Stroke: "Small", Shadow: "None", Uppercase: "Yes", Emoji: "Yes" });
  await select(page, { "Animated emoji": "No", Animation: "No", Punctuation: "Yes" });
  await select(page, { "Highlight keywords": "Yes" });
};

test("every setting of a captioning task can be chosen, and the service accepts it", async () => {
  const { page, faults } = await ConsoleTab.open(context(), `/videos/${videoId}/new`);
  const bodies = pricedBodies(page);
  await page.getByText("Boxed", { exact: true }).click();
  await select(page, { "Spoken language": "English", "Translate captions to": "Spanish" });
  await fill(page, { "Names and terms, one per line": "Capstack\nKaraoke" });
  const subtitles = Buffer.from("1\n00:00:01,000 --> 00:00:02,000\nAsk <i>not</i>\n");
  await page
    .locator("input[accept='.srt,.vtt,.json']")
    .setInputFiles({ name: "known.srt", mimeType: "text/plain", buffer: subtitles });
  await chooseAppearance(page);
  await select(page, { "Aspect ratio": "9:16", Crop: "Follow the speaker", Quality: "Up to 1440p" });
  await select(page, { Speed: "Fast" });
  await fill(page, { "Frames per second": "25" });
  await page.getByLabel("Remove filler words and repetitions").check();
  await page.getByLabel("Shorten pauses").check();
  await page.getByText("More settings").click();
  await select(page, { "B-roll": "Your own", "Keep the output for": "7 days" });
  await fill(page, { "Video URL": "https://example.com/b-roll.mp4" });
  await fill(page, { "Webhook URL": "https://example.com/hook" });
  await page.getByLabel("During rendering").check();
  await fill(page, { "Metadata, one “name: value” per line": "order: 17" });
  await page.getByLabel("Review the transcript before rendering").uncheck();
  const expected = {
    ...{ templateId: findTemplate("Boxed")?.id, autoApprove: true, language: "en", translateTo: "es" },
    dictionary: ["Capstack", "Karaoke"],
    referenceTranscript: [{ text: "Ask not", start_time: 1, end_time: 2 }],
    renderOptions: styleAndContent,
    exportSettings: {
      aspectRatio: "9:16",
      fitPosition: "speaker",
      quality: "quadHD",
      speed: "fast",
      fps: 25,
    },
    autoCutSettings: { disfluencyRemoval: true, silenceRemoval: Math.log10(0.5 / 0.15) },
    transcribeSettings: {
      broll: { customBrolls: [{ startTime: 0, endTime: 3, url: "https://example.com/b-roll.mp4" }] },
    },
    notification: {
      ...{ recipient: "https://example.com/hook", type: "webhook" },
      notificationsFor: ["render", "transcript", "renderProgress"],
    },
    metadata: { order: "17" },
  };
  await untilPriced(bodies, '"autoApprove":true');
  expect(bodies.at(-1)).toEqual(expected);
  await page.route("**/task?ttl=7d", (route) => route.abort());
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.url().endsWith("/task?ttl=7d")),
    page.getByRole("button", { name: "Start" }).click(),
  ]);
  expect(request.postDataJSON()).toEqual(expected);
  expect(faults).toEqual([]);
});

test("an audio file becomes an overlay without a choice of the user", async () => {
  const { body: audio } = await sharedClient().upload(media("audio/ae_mono.mp3"));
  const { page, faults } = await ConsoleTab.open(context(), `/videos/${audio.id}/new`);
  const bodies = pricedBodies(page);
  await untilPriced(bodies, "transparent");
  await select(page, { Codec: "VP9 (.webm)" });
  await untilPriced(bodies, "vp9");
  expect(bodies.at(-1)).toMatchObject({
    exportSettings: { outputMode: "transparent", outputCodec: "vp9", width: 1080, height: 1920 },
  });
  expect(faults).toEqual([]);
});

test("every setting of a clip task can be chosen, and the service accepts it", async () => {
  const { page, faults } = await ConsoleTab.open(context(), `/videos/${videoId}`);
  const bodies = pricedBodies(page);
  await fill(page, { "Number of clips": "2" });
  await select(page, { "Duration of a clip": "Under 30 s", "Aspect ratio": "1:1", Crop: "Center" });
  await select(page, { Captions: "Boxed", "Title at the start": "Topic of the clip" });
  await page.getByLabel("Exclude passages with hateful or obscene words").check();
  await page.getByText("More settings").click();
  await chooseAppearance(page);
  await fill(page, { "Webhook URL": "https://example.com/hook" });
  await fill(page, { "Metadata, one “name: value” per line": "order: 17" });
  await untilPriced(bodies, '"order":"17"');
  expect(bodies.at(-1)).toEqual({
    ...{ maxClips: 2, durationRange: "lt_30s", aspectRatio: "1:1", reframe: "center", hookTitle: "theme" },
    captions: { templateId: findTemplate("Boxed")?.id, renderOptions: styleAndContent },
    excludeFlagged: true,
    notification: { recipient: "https://example.com/hook", type: "webhook", notificationsFor: ["tool"] },
    metadata: { order: "17" },
  });
  await page.getByText("Price: at most").waitFor();
  expect(faults).toEqual([]);
});
