import { describe, expect, test } from "@jest/globals";
import { shortenTheme } from "../../../../core/clips/theme.ts";
import type { LanguageModel } from "../../../../core/language-model.ts";
import { choose } from "./choose.ts";
import { lighthouses, spokenTranscript } from "./talks.ts";

const talk = spokenTranscript(lighthouses, "en");

describe("chooseClips with a language model", () => {
  const answering = (answer: string | Error): LanguageModel & { asked: string[] } => {
    const asked: string[] = [];
    return {
      name: "model",
      asked,
      generate: async ({ system, user }) => {
        asked.push(`${system}\n${user}`);
        if (answer instanceof Error) throw answer;
        return answer;
      },
    };
  };
  const plain = () => choose(talk.transcript, talk.seconds, "lt_30s", 2);

  test("selects the model's clips with its themes first and adds others", async () => {
    const model = answering('Sure:\n```json\n{"clips":[{"n":"2","theme":"\\"Striped towers\\""}]}\n```');
    const clips = await choose(talk.transcript, talk.seconds, "lt_30s", 2, { model });
    expect(clips).toHaveLength(2);
    expect(clips[0]?.theme).toBe("Striped towers");
    expect(model.asked.at(-1)).toContain('"choose":2');
    expect(model.asked.at(-1)).toContain("in English");
  });

  test.each([
    ["fails", new Error("busy")],
    ["answers nothing", ""],
    ["answers in prose", "I like the second one."],
    ["names clips that there are not", '{"clips":[{"n":99,"theme":"x"},{"n":0,"theme":"y"}]}'],
  ])("ignores a model that %s and reports it", async (_, answer) => {
    const failures: unknown[] = [];
    const clips = await choose(
      talk.transcript,
      talk.seconds,
      "lt_30s",
      2,
      { model: answering(answer) },
      failures,
    );
    expect(clips).toEqual(await plain());
    expect(failures).toHaveLength(1);
  });

  test("drops overlapping, repeated and excess selections", async () => {
    const all = Array.from({ length: 12 }, (_, at) => ({ n: at + 1, theme: `Theme ${at + 1}` }));
    const model = answering(JSON.stringify({ clips: [all[0], all[0], ...all] }));
    const clips = await choose(talk.transcript, talk.seconds, "lt_30s", 3, { model });
    expect(clips).toHaveLength(3);
    const inOrder = [...clips].sort((a, b) => a.startFrame - b.startFrame);
    for (const [at, clip] of inOrder.entries())
      expect(clip.startFrame).toBeGreaterThanOrEqual(inOrder[at - 1]?.endFrame ?? 0);
  });

  test.each([
    ["in another language", "Warum die Leuchttürme an der Küste gestreift angemalt waren"],
    ["with an address", "See https://example.com for more"],
    ["with an address without its scheme", "Striped towers at lamps.example"],
    ["with an e-mail address", "Write to keeper@lamps about towers"],
    ["with an address in full-width characters", "Striped towers at lamps．example"],
    ["with an address that an invisible character divides", "Striped towers at lamps.\u00adexam\u200bple"],
    ["with an invisible character in a scheme", "See https\u200b://lamps for striped towers"],
    ["with a one dot leader in an address", "Striped towers at lamps\u2024example"],
    ["that is no text", 7],
    ["of nothing", "…"],
    ["of direction marks", "\u202e\u2066\u200f"],
  ])("replaces a theme %s with the words of the clip", async (_, theme) => {
    const model = answering(JSON.stringify({ clips: [{ n: 1, theme }] }));
    const [clip] = await choose(talk.transcript, talk.seconds, "lt_30s", 1, { model });
    const said = talk.transcript.map(({ text }) => text.toLowerCase()).join(" ");
    expect(said).toContain(clip?.theme.toLowerCase().split(/[ ,?]/)[0]);
    expect(clip?.theme).not.toBe(theme);
  });

  test.each([
    ["“Striped towers”", "Striped towers"],
    ["The keeper's rule: 'no lamp, no pay'", "The keeper's rule: 'no lamp, no pay'"],
    ['Why "striped" towers are safe', 'Why "striped" towers are safe'],
    ["“Striped” towers and “lit” ones", "“Striped” towers and “lit” ones"],
  ])("keeps the quotation marks within the theme %s", async (given, theme) => {
    const model = answering(JSON.stringify({ clips: [{ n: 1, theme: given }] }));
    const [clip] = await choose(talk.transcript, talk.seconds, "lt_30s", 1, { model });
    expect(clip?.theme).toBe(theme);
  });

  test("removes direction marks and control characters from a theme", async () => {
    const model = answering(
      JSON.stringify({ clips: [{ n: 1, theme: "\u202eStriped\u0007 tow\u2066ers\u200b" }] }),
    );
    const [clip] = await choose(talk.transcript, talk.seconds, "lt_30s", 1, { model });
    expect(clip?.theme).toBe("Striped towers");
  });

  test("chooses no clip that the model rejects", async () => {
    const [best] = await plain();
    const failures: unknown[] = [];
    for (const n of Array.from({ length: 12 }, (_, at) => at + 1)) {
      const model = answering(JSON.stringify({ clips: [{ n, theme: "Rejected too" }], reject: [n] }));
      const clips = await choose(talk.transcript, talk.seconds, "lt_30s", 2, { model }, failures);
      expect(clips.map(({ theme }) => theme)).not.toContain("Rejected too");
      if (!clips.some(({ startFrame }) => startFrame === best?.startFrame)) return;
    }
    throw new Error("The best clip is chosen although each candidate was rejected once");
  });

  test("chooses what a model selects although it rejects what is no number", async () => {
    const model = answering(
      '{"clips":[{"n":2,"theme":"Striped towers"}],"reject":[{"toString":1},null,"x"]}',
    );
    const [clip] = await choose(talk.transcript, talk.seconds, "lt_30s", 1, { model });
    expect(clip?.theme).toBe("Striped towers");
  });

  test("ignores a model that rejects everything", async () => {
    const reject = Array.from({ length: 12 }, (_, at) => at + 1);
    const model = answering(JSON.stringify({ clips: [], reject }));
    const clips = await choose(talk.transcript, talk.seconds, "lt_30s", 2, { model });
    expect(clips.length).toBeGreaterThan(0);
  });

  test.each([
    [
      "a note with brackets",
      '{"clips":[{"n":2,"theme":"Striped towers"}],"reject":[]}\nI left out [1]: a greeting.',
    ],
    ["a list of numbers", '[{"n":2,"theme":"Striped towers"}]\n[1, 3]'],
  ])("takes the response before %s", async (_, text) => {
    const [clip] = await choose(talk.transcript, talk.seconds, "lt_30s", 1, { model: answering(text) });
    expect(clip?.theme).toBe("Striped towers");
  });

  test("takes the last response of a text with drafts", async () => {
    const draft = '{"clips":[{"n":1,"theme":"A draft"},{"n":2,"theme":"Another draft"}]}';
    const model = answering(
      `Let me see: ${draft}\nNo, better:\n{"clips":[{"n":2,"theme":"Striped towers"}]}`,
    );
    const [clip] = await choose(talk.transcript, talk.seconds, "lt_30s", 1, { model });
    expect(clip?.theme).toBe("Striped towers");
  });

  test("shortens a long theme at the end of a word", () => {
    const long =
      "The most dangerous job on the coast was not on a ship but on the stairs of a tower in the night";
    expect(shortenTheme(long, "en")).toBe("The most dangerous job on the coast was not on a ship but…");
    for (const text of ["灯台".repeat(60), "OpenAIのChatGPTとGoogleのGeminiの違いをMicrosoftが解説"])
      expect([...shortenTheme(text, "ja")].length).toBeLessThanOrEqual(24);
  });
});
