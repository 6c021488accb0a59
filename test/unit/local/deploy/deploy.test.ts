import { expect, test } from "@jest/globals";
import { deployFingerprint } from "../../../../local/deploy/deploy.ts";

test("deployFingerprint depends on the template and the parameters, not on the order of the parameters", () => {
  const assembly = { stackName: "S", templateText: "{}", files: [] };
  const first = deployFingerprint(assembly, { a: "1", b: "2" });
  expect(deployFingerprint(assembly, { b: "2", a: "1" })).toBe(first);
  expect(deployFingerprint(assembly, { a: "1", b: "3" })).not.toBe(first);
  expect(deployFingerprint({ ...assembly, templateText: "{ }" }, { a: "1", b: "2" })).not.toBe(first);
});
