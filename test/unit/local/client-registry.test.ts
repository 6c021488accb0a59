import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { ClientRegistry } from "../../../local/client-registry.ts";
import { identityOf } from "../../../local/processes/process-identity.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-clients-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("hasOthers ignores the registration of this process", () => {
  const registry = new ClientRegistry(join(folder, "own"));
  expect(registry.hasOthers()).toBe(false);
  registry.register();
  expect(existsSync(join(folder, "own", `${process.pid}.json`))).toBe(true);
  expect(registry.hasOthers()).toBe(false);
  registry.unregister();
  expect(existsSync(join(folder, "own", `${process.pid}.json`))).toBe(false);
});

test("hasOthers counts running processes and removes the files of killed ones", () => {
  const others = join(folder, "others");
  const registry = new ClientRegistry(others);
  registry.register();
  registry.unregister();
  const parent = join(others, `${process.ppid}.json`);
  writeFileSync(parent, JSON.stringify(identityOf(process.ppid)));
  expect(registry.hasOthers()).toBe(true);
  writeFileSync(parent, JSON.stringify({ pid: process.ppid, startTime: "another" }));
  expect(registry.hasOthers()).toBe(false);
  expect(existsSync(parent)).toBe(false);
});
