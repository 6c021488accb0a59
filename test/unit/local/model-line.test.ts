import { describe, expect, test } from "@jest/globals";
import { createModelLine } from "../../../local/service-emulators/model-line.ts";

const late = new Error("late");
const here = (make: () => Promise<string>) => ({ make, isGone: () => false });

describe("the line before a language model", () => {
  test("has one call at work at a time, in order", async () => {
    const line = createModelLine((error) => error === late);
    const seen: string[] = [];
    const call = (name: string) =>
      line(
        here(async () => {
          seen.push(`${name} begins`);
          await Promise.resolve();
          seen.push(`${name} ends`);
          return name;
        }),
      );
    await expect(Promise.all([call("a"), call("b")])).resolves.toEqual(["a", "b"]);
    expect(seen).toEqual(["a begins", "a ends", "b begins", "b ends"]);
  });

  test("those behind a call without an answer fail with it; later ones are made", async () => {
    const line = createModelLine((error) => error === late);
    let made = 0;
    const answering = here(() => {
      made++;
      return Promise.resolve("answer");
    });
    const results = await Promise.allSettled([
      line(here(() => Promise.reject(late))),
      line(answering),
      line(answering),
    ]);
    expect(results.map((one) => one.status === "rejected" && one.reason)).toEqual([late, late, late]);
    expect(made).toBe(0);
    await expect(line(answering)).resolves.toBe("answer");
  });

  test("another failure is that call's alone; what nobody waits for is not made", async () => {
    const line = createModelLine((error) => error === late);
    let made = 0;
    const make = () => {
      made++;
      return Promise.resolve("answer");
    };
    const results = await Promise.allSettled([
      line(here(() => Promise.reject(new Error("broken")))),
      line({ make, isGone: () => true }),
      line(here(make)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled"]);
    expect(made).toBe(1);
  });
});
