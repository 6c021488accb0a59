import { expect, test } from "@jest/globals";
import { explain, StartError } from "../../../local/start-error.ts";

test("explain returns a message for errors that the user can fix, and null for defects", () => {
  expect(explain(new StartError("Do this."))).toBe("Do this.");
  expect(explain(Object.assign(new Error("x"), { code: "ENOSPC" }))).toMatch(/disk is full/);
  expect(explain(Object.assign(new Error("x"), { code: "EACCES", path: "/p" }))).toMatch(
    /^\/p is not writable/,
  );
  expect(explain(new TypeError("x"))).toBeNull();
});
