import { expect, test } from "@jest/globals";
import { directionOf } from "../../../../console/view/text-direction.ts";

test("a transcript runs in the direction of most of its words", () => {
  expect(directionOf(["שלום", "OK", "עולם"])).toBe("rtl");
  expect(directionOf(["hello", "שלום", "world"])).toBe("ltr");
  expect(directionOf(["1", "."])).toBe("ltr");
});
