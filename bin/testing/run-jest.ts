import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { reportDescriptor, reportFolderVariable, tailOf } from "./report-files.ts";

/** Counts of tests; a suite that cannot be loaded is one failure. */
export interface TestCounts {
  passed: number;
  failed: number;
}

export interface JestRun {
  root: string;
  env: NodeJS.ProcessEnv;
  projects: readonly string[];
  isParallel: boolean;
  jestArguments: readonly string[];
}

const minWorkers = 2;

/**
 * Runs projects of jest.config.mjs. Only the reporter (bin/testing/jest-reporter.ts) prints: whatever tests, the product and
 * child processes write goes to a file, of which the reporter shows the part that belongs to a failed suite.
 */
export const runJest = async ({
  root,
  env,
  projects,
  isParallel,
  jestArguments,
}: JestRun): Promise<TestCounts> => {
  const folder = mkdtempSync(join(tmpdir(), "capstack-tests-"));
  const [report, output] = [join(folder, "jest.json"), join(folder, "output.log")];
  const workers = String(Math.max(minWorkers, availableParallelism()));
  const args = [
    ...["--selectProjects", ...projects, "--reporters", "<rootDir>/bin/testing/jest-reporter.ts"],
    ...["--json", "--outputFile", report, "--passWithNoTests"],
    ...(isParallel ? ["--maxWorkers", workers] : ["--runInBand"]),
    ...jestArguments,
  ];
  const log = openSync(output, "a");
  const child = spawn("jest", args, {
    cwd: root,
    env: {
      ...env,
      NODE_OPTIONS: "--experimental-vm-modules --disable-warning=ExperimentalWarning",
      [reportFolderVariable]: folder,
    },
    stdio: ["ignore", log, log, "pipe"],
  });
  closeSync(log);
  (child.stdio[reportDescriptor] as Readable).pipe(process.stdout, { end: false });
  process.once("exit", () => child.kill());
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  try {
    return outcomeOf(report, output, exitCode);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const outcomeOf = (report: string, output: string, exitCode: number | null): TestCounts => {
  if (!existsSync(report)) {
    console.log(`FAIL Jest (exit code ${exitCode})\n${tailOf(output, 0)}`);
    return { passed: 0, failed: 1 };
  }
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
    readFileSync(report, "utf8"),
  ) as {
    numPassedTests: number;
    numFailedTests: number;
    numRuntimeErrorTestSuites: number;
  };
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return { passed: numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
};
