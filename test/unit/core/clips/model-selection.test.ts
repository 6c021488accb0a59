import { describe, expect, test } from "@jest/globals";
import { maxThemeLength, shortenTheme } from "../../../../core/clips/theme.ts";
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
    expect(model.asked[0]).toContain('"choose":2');
    expect(model.asked[0]).toContain("in English");
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
    ["of nothing", "…"],
  ])("replaces a theme %s with the words of the clip", async (_, theme) => {
    const model = answering(JSON.stringify({ clips: [{ n: 1, theme }] }));
    const [clip] = await choose(talk.transcript, talk.seconds, "lt_30s", 1, { model });
    const said = talk.transcript.map(({ text }) => text.toLowerCase()).join(" ");
    expect(said).toContain(clip?.theme.toLowerCase().split(/[ ,?]/)[0]);
    expect(clip?.theme).not.toBe(theme);
  });

  test("shortens a long theme at the end of a word", () => {
    const long =
      "The most dangerous job on the coast was not on a ship but on the stairs of a tower in the night";
    expect(shortenTheme(long, "en")).toBe("The most dangerous job on the coast was not on a ship but…");
    expect([...shortenTheme("灯台".repeat(60), "ja")].length).toBeLessThanOrEqual(maxThemeLength);
  });
});
