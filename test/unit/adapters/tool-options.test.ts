import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, test } from "@jest/globals";

const root = resolve(import.meta.dirname, "../../..");
const run = (tool: string, ...args: string[]) =>
  spawnSync(process.execPath, [`${tool}.ts`, ...args], {
    cwd: root,
    encoding: "utf8",
    // Several processes that import the same modules.
    env: { ...process.env, NODE_OPTIONS: "", NODE_COMPILE_CACHE: join(root, ".local", "compiled-tools") },
  });

test.each(["bench", "gallery", "previews"].map((tool) => `containers/render/${tool}`))(
  "%s prints its usage",
  (tool) => {
    const { status, stdout, stderr } = run(tool, "--help");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^ {2}npm run \w+/m);
  },
);

test.each([
  [
    "containers/render/bench",
    ["--part", "none"],
    "The part none does not exist. Use one of pairs, pauses, filter, transparent, large, length, segments.\n",
  ],
  ["containers/render/bench", ["--pairs", "0"], "--pairs 0 is not valid. Use a whole number, at least 1.\n"],
  ["containers/render/gallery", ["--look", "Pop"], "Unknown option '--look'. See --help.\n"],
  [
    "containers/render/gallery",
    ["--template", "Pop,None"],
    expect.stringMatching(/^The template None does not exist. Use one of Pop, .*\.\n$/),
  ],
  ["local/bench/latency", [], "--source is missing: give a video with speech. See --help.\n"],
  [
    "containers/render/previews",
    ["none"],
    expect.stringMatching(/^The template none does not exist. Use one of .*pop.*\.\n$/),
  ],
])("%s rejects %j with one sentence", (tool, args, sentence) => {
  const { status, stderr } = run(tool, ...args);
  expect({ status, stderr }).toEqual({ status: 2, stderr: sentence });
});
