import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { zip, zipEntriesIn } from "../../../../local/deploy/zip.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstack-deploy-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Extracts an archive through its central directory. */
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

test("zip archives every file under its relative name, reproducibly", () => {
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "index.mjs"), "export {};".repeat(100));
  writeFileSync(join(folder, "sub", "ünïcode.json"), "{}");
  writeFileSync(join(folder, "empty"), "");
  const archive = zip(zipEntriesIn(folder));
  expect(unzip(archive)).toEqual({
    empty: "",
    "index.mjs": "export {};".repeat(100),
    "sub/ünïcode.json": "{}",
  });
  expect(zip(zipEntriesIn(folder)).equals(archive)).toBe(true);
});
