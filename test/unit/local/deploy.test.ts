import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { readAssembly } from "../../../local/deploy/assembly.ts";
import { deployFingerprint } from "../../../local/deploy/deploy.ts";
import { deployedNames } from "../../../local/deploy/deployed-names.ts";
import { sourceHash } from "../../../local/deploy/source-hash.ts";
import { entriesOf, zip } from "../../../local/deploy/zip.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstack-deploy-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("sourceHash", () => {
  const write = (path: string, content: string) => {
    mkdirSync(join(folder, "core", "deep"), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const hash = () => sourceHash(folder, ["core", "one.json", "absent"]);

  test("changes with content and with names, not with the order of writing", () => {
    write("core/deep/a.ts", "1");
    write("one.json", "2");
    const first = hash();
    expect(hash()).toBe(first);
    write("core/deep/a.ts", "3");
    expect(hash()).not.toBe(first);
    write("core/deep/a.ts", "1");
    expect(hash()).toBe(first);
    write("core/b.ts", "");
    expect(hash()).not.toBe(first);
  });

  test("does not take content for a name", () => {
    write("core/a", "bc");
    const first = hash();
    rmSync(join(folder, "core/a"));
    write("core/ab", "c");
    expect(hash()).not.toBe(first);
  });
});

describe("readAssembly", () => {
  test("finds the template and its files, with the places where CDK puts them", () => {
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
    json("Capstack.template.json", { Resources: {} });
    const place = (key: string) => ({
      only: { bucketName: "cdk-x-assets-$" + "{AWS::AccountId}-$" + "{AWS::Region}", objectKey: key },
    });
    json("Capstack.assets.json", {
      files: {
        a: { source: { path: "asset.a", packaging: "zip" }, destinations: place("a.zip") },
        b: { source: { path: "asset.b.json", packaging: "file" }, destinations: place("b.json") },
        t: { source: { path: "Capstack.template.json", packaging: "file" }, destinations: place("t.json") },
      },
      dockerImages: { i: {} },
    });
    const bucket = "cdk-x-assets-123-eu-west-1";
    expect(readAssembly(folder, "123", "eu-west-1")).toEqual({
      stackName: "Capstack",
      templateText: '{"Resources":{}}',
      files: [
        { path: join(folder, "asset.a"), packaging: "zip", bucket, key: "a.zip" },
        { path: join(folder, "asset.b.json"), packaging: "file", bucket, key: "b.json" },
      ],
    });
  });
});

test("deployFingerprint depends on template and parameters, not on the parameters' order", () => {
  const assembly = { stackName: "S", templateText: "{}", files: [] };
  const first = deployFingerprint(assembly, { a: "1", b: "2" });
  expect(deployFingerprint(assembly, { b: "2", a: "1" })).toBe(first);
  expect(deployFingerprint(assembly, { a: "1", b: "3" })).not.toBe(first);
  expect(deployFingerprint({ ...assembly, templateText: "{ }" }, { a: "1", b: "2" })).not.toBe(first);
});

test("deployedNames names the output that is missing", () => {
  const outputs = { HttpApiId: "a", BucketName: "b", TableName: "t", ReconcileFunctionName: "r" };
  expect(deployedNames("S", outputs)).toMatchObject({
    apiId: "a",
    mediaBucket: "b",
    ingestFamily: "S-ingest",
  });
  expect(() => deployedNames("S", { ...outputs, TableName: "" })).toThrow("TableName");
});

/** Reads an archive back through its central directory, as an unzipper does. */
function unzip(archive: Buffer): Record<string, string> {
  const end = archive.lastIndexOf("PK\u0005\u0006");
  const files: Record<string, string> = {};
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(archive.toString("latin1", at, at + 4)).toBe("PK\u0001\u0002");
    const packedBytes = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    expect(archive.toString("latin1", local, local + 4)).toBe("PK\u0003\u0004");
    const start = local + 30 + archive.readUInt16LE(local + 26);
    const name = archive.toString("utf8", at + 46, at + 46 + nameLength);
    files[name] = inflateRawSync(archive.subarray(start, start + packedBytes)).toString();
    at += 46 + nameLength;
  }
  return files;
}

test("zip holds every file under its relative name", () => {
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "index.mjs"), "export {};".repeat(100));
  writeFileSync(join(folder, "sub", "ünïcode.json"), "{}");
  writeFileSync(join(folder, "empty"), "");
  const archive = zip(entriesOf(folder));
  expect(unzip(archive)).toEqual({
    empty: "",
    "index.mjs": "export {};".repeat(100),
    "sub/ünïcode.json": "{}",
  });
  expect(zip(entriesOf(folder)).equals(archive)).toBe(true);
});
