/**
 * `npm test`: sets up what the tests need on a fresh machine, then runs every test. `npm run check` (--quick) runs the
 * part that needs neither Python nor the local engine: format, lint, types, unit and stack tests.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ensurePackagesOrExit } from "./ensure-packages.mjs";

const root = resolve(import.meta.dirname, "..");
const quick = process.argv.includes("--quick");
const passedOn = process.argv.slice(2).filter((argument) => argument !== "--quick");

await ensurePackagesOrExit(root);

const binaries = join(root, "node_modules", ".bin");
const env = {
  ...process.env,
  PATH: `${binaries}:${process.env.PATH ?? ""}`,
  NODE_OPTIONS: "--experimental-vm-modules --disable-warning=ExperimentalWarning",
};

/** Runs a command with our own terminal; returns whether it succeeded. */
const run = (name, command, args, options = {}) => {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...env, NODE_OPTIONS: "" },
    ...options,
  });
  console.log(
    `── ${name}: ${status === 0 ? "ok" : "FAILED"} in ${((Date.now() - started) / 1000).toFixed(1)} s`,
  );
  return status === 0;
};

const steps = [() => run("format and lint", "biome", ["ci", "."]), () => run("types", "tsc", ["-p", "."])];
if (!quick) steps.push(() => run("set-up", "node", ["bin/local.ts", "--setup-only"]));
const prepared = steps.map((step) => step()).every(Boolean);

const reports = mkdtempSync(join(tmpdir(), "capstack-tests-"));
const report = join(reports, "jest.json");
const projects = quick
  ? ["unit", "architecture", "stack"]
  : ["unit", "architecture", "stack", "contract", "integration"];
run(
  "tests",
  "jest",
  [
    "--selectProjects",
    ...projects,
    "--json",
    "--outputFile",
    report,
    ...(quick ? [] : ["--runInBand"]),
    ...passedOn,
  ],
  { env },
);
const { numPassedTests, numFailedTests, numFailedTestSuites, numRuntimeErrorTestSuites } = JSON.parse(
  readFileSync(report, "utf8"),
);
rmSync(reports, { recursive: true });

// A suite that cannot even be loaded, or a failed check, counts as one failure each: the last line tells the truth.
const failed = numFailedTests + numRuntimeErrorTestSuites + (prepared ? 0 : 1);
console.log(`${numPassedTests} passed, ${failed} failed`);
process.exit(failed === 0 && numFailedTestSuites === 0 ? 0 : 1);
