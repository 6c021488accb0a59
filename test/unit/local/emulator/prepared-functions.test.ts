import { expect, test } from "@jest/globals";
import { functionDefinitions } from "../../../../lib/function-definitions.ts";
import {
  consoleHandlers,
  namesByHandler,
  taskHandlers,
} from "../../../../local/emulator/prepared-functions.ts";

test("all functions that are prepared exist", () => {
  const unknown = [...taskHandlers, ...consoleHandlers].filter(
    (handler) => !functionDefinitions.has(handler),
  );
  expect(unknown).toEqual([]);
});

test("a function is found by the description that the stack gives it", () => {
  const names = namesByHandler([
    { FunctionName: "Capstack-GetTask-1", Description: "get-task of capstack" },
    { FunctionName: "Capstack-Other-2" },
  ]);
  expect(names.get("get-task")).toBe("Capstack-GetTask-1");
});
