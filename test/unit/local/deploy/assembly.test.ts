import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { readAssembly } from "../../../../local/deploy/assembly.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstack-deploy-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("readAssembly returns the template, and the files of resources that exist on one machine", () => {
  const json = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));
  json("manifest.json", {
    artifacts: {
      "Capstack.assets": { type: "cdk:asset-manifest", properties: { file: "Capstack.assets.json" } },
      Capstack: {
        type: "aws:cloudformation:stack",
        properties: { templateFile: "Capstack.template.json" },
      },
      Tree: { type: "cdk:tree", properties: { file: "tree.json" } },
    },
  });
  const template = {
    Resources: {
      A: { Properties: { Code: { S3Key: "a.zip" } } },
      B: { Properties: { DefinitionS3Location: { Key: "b.json" } } },
      C: { Condition: "NotLocal", Properties: { SourceObjectKeys: ["c.zip"] } },
    },
  };
  json("Capstack.template.json", template);
  const place = (key: string) => ({
    only: { bucketName: "cdk-x-assets-$" + "{AWS::AccountId}-$" + "{AWS::Region}", objectKey: key },
  });
  json("Capstack.assets.json", {
    files: {
      a: { source: { path: "asset.a", packaging: "zip" }, destinations: place("a.zip") },
      b: { source: { path: "asset.b.json", packaging: "file" }, destinations: place("b.json") },
      c: { source: { path: "asset.c", packaging: "zip" }, destinations: place("c.zip") },
      t: { source: { path: "Capstack.template.json", packaging: "file" }, destinations: place("t.json") },
    },
    dockerImages: { i: {} },
  });
  const bucket = "cdk-x-assets-123-eu-west-1";
  expect(readAssembly(folder, "123", "eu-west-1")).toEqual({
    stackName: "Capstack",
    templateText: JSON.stringify(template),
    files: [
      { path: join(folder, "asset.a"), packaging: "zip", bucket, key: "a.zip" },
      { path: join(folder, "asset.b.json"), packaging: "file", bucket, key: "b.json" },
    ],
  });
});
