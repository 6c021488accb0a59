import { describe, expect, test } from "@jest/globals";
import { titlesOf } from "./talks.ts";

describe("the possible titles of a clip", () => {
  test.each([
    ["en", "Anybody can stop the line.", "Anybody can stop the line"],
    ["en", "What was there before nothing, then?", "What was there before nothing, then?"],
    ["en", "Who are you?", "Who are you?"],
    ["pt", "Ele disse que a direita não quer o poder.", "A direita não quer o poder"],
  ])("may consist of stop words, in %s: %s", (language, text, title) => {
    expect(titlesOf(text, language)).toContain(title);
  });

  test("are no two stop words", () => {
    expect(titlesOf("They do, and the keepers of the tower paint it.", "en")).not.toContain("They do");
  });

  test.each([
    ["fr", "Le phare donne 98 % à la coopérative.", /^Le phare donne 98 ?% à la coopérative$/u],
    ["fr", "La remise du phare atteint 98 %.", /^La remise du phare atteint 98 ?%$/u],
    ["en", "The keepers know that 2 + 3 = 5.", /^2 \+ 3 = 5$/u],
  ])("have the symbols between their words, in %s: %s", (language, text, title) => {
    expect(titlesOf(text, language)).toContainEqual(expect.stringMatching(title));
  });

  test.each(["♪", "um"])("have nothing else between their words: %s", (entry) => {
    expect(titlesOf(`The keepers ${entry} paint the tower.`, "en")).toContain("The keepers paint the tower");
  });
});
