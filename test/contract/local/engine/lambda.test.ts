import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Engine, startEngine, temporaryFolder } from "./engine.ts";
import { createFunction, invoke, zip } from "./functions.ts";
import { waitFor } from "./wait-for.ts";

jest.setTimeout(60_000);

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(async () => {
  await engine.stop();
});

describe("A failed function", () => {
  test("returns name, message and stack of the error", async () => {
    await createFunction(
      engine,
      "thrower",
      `class NoSpeech extends Error { name = "NoSpeech" }
       export async function handler(event) { if (event.fail) throw new NoSpeech("nobody speaks"); return process.pid; }`,
    );
    const failed = await invoke(engine, "thrower", { fail: true });
    expect(failed.error).toBe("Unhandled");
    expect(failed.value).toMatchObject({ errorType: "NoSpeech", errorMessage: "nobody speaks" });
    expect(failed.value.trace[0]).toBe("NoSpeech: nobody speaks");
  });

  test("keeps its process for the next invocation", async () => {
    const first = await invoke(engine, "thrower");
    await invoke(engine, "thrower", { fail: true });
    expect((await invoke(engine, "thrower")).value).toBe(first.value);
  });

  test("returns Sandbox.Timedout after its timeout, and accepts the next invocation", async () => {
    await createFunction(
      engine,
      "sleeper",
      "export const handler = (event) => event.hang ? new Promise(() => setInterval(() => {}, 1e6)) : 'here';",
      { Timeout: 1 },
    );
    const { value } = await invoke(engine, "sleeper", { hang: true });
    expect(value.errorType).toBe("Sandbox.Timedout");
    expect(value.errorMessage).toMatch(/^RequestId: \S+ Error: Task timed out after 1\.00 seconds$/);
    expect((await invoke(engine, "sleeper")).value).toBe("here");
  });

  test("returns Runtime.ExitError when its process exits, and accepts the next invocation", async () => {
    await createFunction(
      engine,
      "dier",
      "export const handler = async (event) => { if (event.die) process.exit(3); return 'here'; };",
    );
    const { value } = await invoke(engine, "dier", { die: true });
    expect(value.errorType).toBe("Runtime.ExitError");
    expect(value.errorMessage).toMatch(/Runtime exited with error: exit status 3$/);
    expect((await invoke(engine, "dier")).value).toBe("here");
  });

  test("returns the error of a module that cannot be loaded", async () => {
    await createFunction(engine, "broken", "throw new RangeError('at the start'); export const handler = 1;");
    expect((await invoke(engine, "broken")).value).toMatchObject({
      errorType: "RangeError",
      errorMessage: "at the start",
    });
  });
});

describe("A prepared function", () => {
  const prepare = async (name: string): Promise<unknown> => {
    const body = JSON.stringify({ prepare: name });
    return (await fetch(`${engine.endpoint}/_capstack/functions`, { method: "POST", body })).json();
  };

  test("is loaded before its first call, which its process runs", async () => {
    await createFunction(
      engine,
      "prepared",
      "const loadedMs = Date.now(); export const handler = async () => ({ loadedMs, pid: process.pid });",
    );
    expect(await prepare("prepared")).toEqual({ isNew: true });
    const preparedMs = Date.now();
    const first = await invoke(engine, "prepared");
    expect(first.value.loadedMs).toBeLessThanOrEqual(preparedMs);
    expect(await prepare("prepared")).toEqual({ isNew: false });
    expect(await invoke(engine, "prepared")).toEqual(first);
  });

  test("starts once when a call arrives while it is loaded", async () => {
    const starts = join(temporaryFolder(), "starts");
    await createFunction(
      engine,
      "loading",
      `import { appendFileSync } from "node:fs";
       appendFileSync(${JSON.stringify(starts)}, "x");
       await new Promise((done) => setTimeout(done, 1500));
       export const handler = async () => 'here';`,
    );
    const prepared = prepare("loading");
    await waitFor(() => Promise.resolve(existsSync(starts)));
    expect(await invoke(engine, "loading")).toMatchObject({ value: "here" });
    await prepared;
    expect(readFileSync(starts, "utf8")).toBe("x");
  });

  test("reports at its call that it cannot be loaded", async () => {
    await createFunction(
      engine,
      "unloadable",
      "throw new RangeError('at the start'); export const handler = 1;",
    );
    expect(await prepare("unloadable")).toEqual({ isNew: false });
    expect((await invoke(engine, "unloadable")).value).toMatchObject({ errorType: "RangeError" });
  });

  test("may be unknown", async () => expect(await prepare("nobody")).toEqual({ isNew: false }));
});

describe("A function", () => {
  test("prints and returns large outputs without blocking", async () => {
    await createFunction(
      engine,
      "loud",
      `export const handler = async (event) => {
         for (let n = 0; n < 3000; n++) console.log("x".repeat(100));
         return { size: event.text.length, text: "y".repeat(3e6) };
       };`,
    );
    const { value } = await invoke(engine, "loud", { text: "z".repeat(2e6) });
    expect(value.size).toBe(2e6);
    expect(value.text).toHaveLength(3e6);
  });

  test("runs concurrent invocations in separate processes", async () => {
    await createFunction(
      engine,
      "parallel",
      "export const handler = async () => { await new Promise((r) => setTimeout(r, 400)); return process.pid; };",
    );
    const results = await Promise.all([1, 2, 3].map(() => invoke(engine, "parallel")));
    expect(new Set(results.map((result) => result.value)).size).toBe(3);
  });

  test("serves a hundred concurrent invocations with fewer processes", async () => {
    await createFunction(engine, "crowded", "export const handler = async () => process.pid;");
    const results = await Promise.all(Array.from({ length: 100 }, () => invoke(engine, "crowded")));
    expect(results.filter((result) => result.error !== undefined)).toEqual([]);
    expect(new Set(results.map((result) => result.value)).size).toBeLessThan(50);
  });

  test("may start longer than the init phase within its own timeout", async () => {
    await createFunction(
      engine,
      "slow-starter",
      "await new Promise((done) => setTimeout(done, 10_500)); export const handler = async () => 'here';",
      { Timeout: 29 },
    );
    expect(await invoke(engine, "slow-starter")).toMatchObject({ value: "here" });
  });

  test("is CommonJS or an ES module", async () => {
    const source = "exports.handler = async () => ({ require: typeof require });";
    await createFunction(engine, "common", "", { Code: { ZipFile: zip("index.cjs", source) } });
    expect(await invoke(engine, "common")).toMatchObject({ value: { require: "function" } });
  });

  test("has the engine's environment without its settings", async () => {
    await createFunction(engine, "seer", "export const handler = async () => process.env;", {
      Environment: { Variables: { OWN: "yes" } },
    });
    const { value } = await invoke(engine, "seer");
    expect(value).toMatchObject({
      OWN: "yes",
      AWS_ENDPOINT_URL: engine.endpoint,
      AWS_REGION: "us-east-1",
      AWS_LAMBDA_FUNCTION_NAME: "seer",
    });
    expect(value).not.toHaveProperty("STATE_DIR");
  });

  test("ends when the engine is killed", async () => {
    const { value: pid } = await invoke(engine, "thrower");
    engine = await engine.crashAndRestart();
    const hasEnded = async (): Promise<boolean> => {
      try {
        return execFileSync("ps", ["-o", "stat=", "-p", String(pid)])
          .toString()
          .startsWith("Z");
      } catch {
        return true;
      }
    };
    expect(await waitFor(hasEnded)).toBe(true);
  });
});
