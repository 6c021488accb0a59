import { writeSync } from "node:fs";
import { join, relative } from "node:path";
import type { Config, Reporter, Test, TestCaseResult, TestContext, TestResult } from "@jest/reporters";
import { reportDescriptor, reportFolderVariable, serviceLogs, sizeOf, tailOf } from "./report-files.ts";

const print = (text: string): void => {
  writeSync(reportDescriptor, `${text}\n`);
};

/** Prints a line for each suite. For a failed one also its failures, its console, its raw output and the logs of its services. */
export default class JestReporter implements Reporter {
  private readonly folder = process.env[reportFolderVariable] ?? "";
  private readonly output = join(this.folder, "output.log");
  /** Sizes of files when a suite, or a test, started. */
  private readonly outputStarts = new Map<string, number>();
  private logStarts = new Map<string, number>();
  private readonly rootDir: string;
  private failedLogs: string[] = [];

  constructor({ rootDir }: Config.GlobalConfig) {
    this.rootDir = rootDir;
  }

  onTestFileStart({ path }: Test): void {
    this.outputStarts.set(path, sizeOf(this.output));
  }

  onTestCaseStart(): void {
    this.logStarts = new Map(serviceLogs(this.folder).map((file) => [file, sizeOf(file)]));
  }

  onTestCaseResult(_test: Test, { status, fullName }: TestCaseResult): void {
    if (status !== "failed") return;
    for (const file of serviceLogs(this.folder)) {
      const text = tailOf(file, this.logStarts.get(file) ?? 0);
      if (text !== "") this.failedLogs.push(`── ${file} during "${fullName}"\n${text}`);
    }
  }

  onTestFileResult({ path, context }: Test, result: TestResult): void {
    const { numFailingTests, testExecError, perfStats, failureMessage, console: entries } = result;
    const isFailed = numFailingTests > 0 || testExecError !== undefined;
    const seconds = ((perfStats.end - perfStats.start) / 1000).toFixed(1);
    const project = context.config.displayName?.name ?? "";
    print(`${isFailed ? "FAIL" : "PASS"} ${project} ${relative(this.rootDir, path)} (${seconds} s)`);
    if (isFailed) {
      print(failureMessage ?? "");
      for (const { type, message } of entries ?? []) print(`console.${type}: ${message}`);
      const raw = tailOf(this.output, this.outputStarts.get(path) ?? 0);
      if (raw !== "") print(`── output\n${raw}`);
      for (const log of this.failedLogs) print(log);
    }
    this.failedLogs = [];
  }

  onRunComplete(_contexts: Set<TestContext>): void {}

  getLastError(): undefined {}
}
