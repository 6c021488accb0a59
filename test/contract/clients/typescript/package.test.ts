import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";

const root = resolve(import.meta.dirname, "../../../..");
const source = join(root, "clients/typescript");
const folder = mkdtempSync(join(tmpdir(), "capstack-client-"));
const env = { ...process.env, NODE_OPTIONS: "" };

/** Passes `undefined` for optional fields of every kind of option, as a program with its own optional values does. */
const program = `
import { CapstackClient, CapstackError, type PollOptions, type Task, type TaskRequest } from "@capstack/client";
const client = new CapstackClient({ baseUrl: "http://localhost", apiKey: "k", fetch: undefined });
export const caption = async (language: string | undefined, signal: AbortSignal | undefined): Promise<string> => {
  const { videoId } = await client.uploadFile(new Blob(["x"]), { filename: "a.mp4", ttl: undefined, signal });
  const body: TaskRequest = { templateId: "t", language, notification: undefined, exportSettings: { fps: undefined } };
  const id = await client.createTask(videoId, body, { idempotencyKey: language, signal });
  const options: PollOptions<Task> = { signal, deadlineMs: undefined };
  const task = await client.waitForTask(videoId, id, { ...options, until: undefined });
  const words = await client.transcript(videoId, id);
  await client.call("putTranscript", { path: { videoId, id }, body: words });
  return task.downloadUrl ?? "";
};
export const isMissing = (error: unknown): boolean => error instanceof CapstackError && error.statusCode === 404;
`;

beforeAll(() => {
  const installed = join(folder, "node_modules/@capstack/client");
  mkdirSync(installed, { recursive: true });
  cpSync(join(source, "package.json"), join(installed, "package.json"));
  execFileSync(process.execPath, [join(source, "build.mjs"), join(installed, "dist")], { env });
  mkdirSync(join(folder, "node_modules/@types"));
  symlinkSync(join(root, "node_modules/@types/node"), join(folder, "node_modules/@types/node"));
  for (const extension of ["ts", "mts", "cts"]) writeFileSync(join(folder, `program.${extension}`), program);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the compiler's messages. */
const compile = (files: readonly string[], module: string): string => {
  const strict = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--skipLibCheck", "false"];
  const target = ["--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--types", "node"];
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, ...strict, ...target, "--module", module, ...files], {
    cwd: folder,
    env,
    encoding: "utf8",
  });
  return stdout;
};

describe("the package of the client", () => {
  test.each([
    ["node16", ["program.ts", "program.mts", "program.cts"]],
    ["commonjs", ["program.ts"]],
    ["esnext", ["program.ts"]],
  ])("type-checks with module %s in %j", (module, files) => {
    expect(compile(files, module)).toBe("");
  });

  test("reports a type error in a program, so that the checks above can fail", () => {
    writeFileSync(join(folder, "wrong.cts"), `${program}\nconst wrong: number = isMissing(null);\n`);
    expect(compile(["wrong.cts"], "node16")).toContain("error TS2322");
  });

  test.each([
    ["require.cjs", 'const client = require("@capstack/client");'],
    ["import.mjs", 'import * as client from "@capstack/client";'],
  ])("loads in %s", (file, statement) => {
    writeFileSync(
      join(folder, file),
      `${statement}\nconsole.log(typeof client.CapstackClient, typeof client.CapstackError);`,
    );
    const output = execFileSync(process.execPath, [file], { cwd: folder, env, encoding: "utf8" });
    expect(output).toBe("function function\n");
  });
});
