import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { Guests } from "../../../local/client-registry.ts";
import { identityOf } from "../../../local/processes/process-identity.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-guests-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("nobody is there before anybody has come, nor is one's own self a guest", () => {
  const guests = new Guests(join(folder, "own"));
  expect(guests.areThere()).toBe(false);
  guests.join();
  expect(existsSync(join(folder, "own", `${process.pid}.json`))).toBe(true);
  expect(guests.areThere()).toBe(false);
  guests.leave();
  expect(existsSync(join(folder, "own", `${process.pid}.json`))).toBe(false);
});

test("another process counts while it lives; what a killed one left behind is cleared away", () => {
  const others = join(folder, "others");
  const guests = new Guests(others);
  guests.join();
  guests.leave();
  const parent = join(others, `${process.ppid}.json`);
  writeFileSync(parent, JSON.stringify(identityOf(process.ppid)));
  expect(guests.areThere()).toBe(true);
  writeFileSync(parent, JSON.stringify({ pid: process.ppid, startTime: "another" }));
  expect(guests.areThere()).toBe(false);
  expect(existsSync(parent)).toBe(false);
});
