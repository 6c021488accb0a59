import { expect, test } from "@jest/globals";
import { deployedNames } from "../../../../local/deploy/deployed-names.ts";

test("deployedNames throws with the name of a missing output", () => {
  const outputs = { HttpApiId: "a", BucketName: "b", TableName: "t", ReconcileFunctionName: "r" };
  expect(deployedNames("S", outputs)).toMatchObject({
    apiId: "a",
    mediaBucket: "b",
    ingestFamily: "S-ingest",
  });
  expect(() => deployedNames("S", { ...outputs, TableName: "" })).toThrow("TableName");
});
