import { expect, test } from "@jest/globals";
import { toMetadata } from "../../../../console/task-form/metadata-lines.ts";

test("lines become names and values, and a value may have colons", () => {
  expect(toMetadata(["order: 17", "url:https://example.com", "draft"])).toEqual({
    ...{ order: "17", url: "https://example.com", draft: "" },
  });
});
