import { expect, test } from "@jest/globals";
import { media, sharedClient, type Word } from "./client.ts";

test("a reference transcript and a dictionary correct the spelling of real speech and keep its times", async () => {
  const client = sharedClient();
  const video = await client.upload(media("video/sy_base.mp4"));
  const cues = [
    // A minute late, as in some subtitle files, and with words that are not spoken.
    { text: "<i>JFK:</i> And so, my fellow Americanz;", start_time: 60, end_time: 63 },
    { text: "- ask not what your Kountry can do for you", start_time: 63, end_time: 68 },
    { text: "Ladies and gentlemen, [applause]", start_time: 68, end_time: 69 },
  ];
  const request = { language: "en", dictionary: ["Ask Not", "feLLow"] };
  const transcriptOf = async (more: object): Promise<Word[]> => {
    const taskId = await client.createTask(video.body.id, { ...request, ...more });
    await client.waitForTask(video.body.id, taskId, ["transcriptionCompleted"]);
    return (await client.get<Word[]>(`/videos/${video.body.id}/task/${taskId}/transcript`)).body;
  };
  const plain = (await transcriptOf({ dictionary: [] })).filter(({ type }) => type === "word");
  const corrected = await transcriptOf({ referenceTranscript: cues });
  const words = corrected.filter(({ type }) => type === "word");
  expect(words.map(({ text }) => text).join(" ")).toMatch(
    /^And so my fellow Americanz ask not what your Kountry can do for you Ask what you can do for your country$/i,
  );
  expect(words.map(({ text }) => text)).toEqual(expect.arrayContaining(["Americanz", "Kountry"]));
  expect(corrected.map(({ text }) => text)).toContain(";");
  const timesOf = (entries: Word[]) => entries.map(({ start_time, end_time }) => [start_time, end_time]);
  expect(words).toHaveLength(plain.length);
  for (const [index, [start = 0, end = 0]] of timesOf(words).entries()) {
    const [plainStart = 9, plainEnd = 9] = timesOf(plain)[index] ?? [];
    // The dictionary's prompt may move a word by a little.
    expect(Math.abs(start - plainStart)).toBeLessThan(0.15);
    expect(Math.abs(end - plainEnd)).toBeLessThan(0.15);
  }
});
