import { expect, test } from "@jest/globals";
import { parseReadyLine } from "../../../../local/emulator/emulator.ts";

test("parseReadyLine reads the port of the ready line", () => {
  expect(parseReadyLine("ready http://127.0.0.1:4600\n")).toBe(4600);
  expect(parseReadyLine("starting")).toBeNull();
});
