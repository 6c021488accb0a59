/**
 * The test command. `npm run check` (`--quick`) runs what needs neither Python nor the local engine: format, lint, types,
 * unit and stack tests. `npm test` then sets up the machine and runs the contract and integration tests as well;
 * `--optional` adds the tests of optional programs, `--only-optional` runs those alone. Other arguments go to Jest, such as
 * the path of a test. The last line is `N passed, N failed`; a failed step counts as one failure.
 */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { accessReportsVariable } from "../local/emulator/environment.ts";
import { reportAccess } from "./testing/access-report.ts";
import { type JestRun, runJest, type TestCounts } from "./testing/run-jest.ts";
import { runStep, staticChecks } from "./testing/steps.ts";
import { systemPath, testEnvironment } from "./testing/test-path.ts";

const root = resolve(import.meta.dirname, "..");
const modes = ["--quick", "--optional", "--only-optional"];
const given = process.argv.slice(2);
const jestArguments = given.filter((argument) => !modes.includes(argument));
const isOnlyOptional = given.includes("--only-optional");
const isOptional = given.includes("--optional") || isOnlyOptional;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(130));

const env = testEnvironment(root);
const outcomes: TestCounts[] = [];
const stepFailed = { passed: 0, failed: 1 };
const sum = (key: keyof TestCounts): number => outcomes.reduce((total, outcome) => total + outcome[key], 0);
const step = async (...args: Parameters<typeof runStep>): Promise<boolean> => {
  const isOk = await runStep(...args);
  if (!isOk) outcomes.push(stepFailed);
  return isOk;
};

const runQuick = async (): Promise<void> => {
  const checks = (async () => {
    for (const check of staticChecks) await step(check, root, env);
  })();
  const quick = ["unit", "architecture", "stack"];
  outcomes.push(await runJest({ root, env, projects: quick, isParallel: true, jestArguments }));
  await checks;
};

const reportFolder = join(root, ".local", "access");
const withReports = { ...env, [accessReportsVariable]: join(reportFolder, "engines") };

/** Runs the tests of projects one after the other. */
const runInOrder = async (run: Pick<JestRun, "projects" | "env">): Promise<void> => {
  outcomes.push(await runJest({ root, isParallel: false, jestArguments, ...run }));
};

/**
 * Fails the run for a call that a policy denies, for a request that AWS would reject and, when all tests have passed, for a
 * grant that nothing has used.
 */
const checkAccess = (): void => {
  const isWhole = jestArguments.length === 0 && sum("failed") === 0;
  if (!reportAccess(join(reportFolder, "engines"), join(reportFolder, "report.txt"), isWhole))
    outcomes.push(stepFailed);
};

const setUp = { name: "set-up", command: "node", args: ["bin/local.ts", "--setup-only"] };
const setUpTranslation = { name: "Apertium", command: "node", args: ["bin/local.ts", "--setup-apertium"] };
const setUpDub = { name: "voice engine", command: "node", args: ["bin/local.ts", "--setup-dub"] };
const installChromium = { name: "Chromium", command: "node", args: ["bin/testing/install-chromium.ts"] };

if (!isOnlyOptional) await runQuick();
if (!given.includes("--quick") && (await step(setUp, root, env))) {
  if (!isOnlyOptional) {
    rmSync(reportFolder, { recursive: true, force: true });
    // Two processes, because most of these tests wait for one program after the other. Both take about the same time.
    await Promise.all([
      runInOrder({ projects: ["contract"], env }),
      runInOrder({ projects: ["integration"], env: withReports }),
    ]);
    checkAccess();
  }
  // The programs are installed into the system, so their tests see all of it.
  const open = { ...env, PATH: `${env.PATH}:${systemPath()}` };
  const installed = isOptional ? [setUpTranslation, setUpDub, installChromium] : [];
  let isInstalled = isOptional;
  for (const one of installed) isInstalled &&= await step(one, root, open);
  if (isInstalled) {
    const optional = ["optional"];
    outcomes.push(await runJest({ root, env: open, projects: optional, isParallel: false, jestArguments }));
  }
}

console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") === 0 ? 0 : 1);
