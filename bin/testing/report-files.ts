import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";

/** Environment variable with the folder of a test run's output; set by bin/testing/run-jest.ts. */
export const reportFolderVariable = "TEST_REPORT_FOLDER";

/** File descriptor on which the reporter prints to the terminal. */
export const reportDescriptor = 3;

const maxTailBytes = 64 * 1024;
const maxTailLines = 80;

export const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);

/** The last lines of what was appended to the file beyond `fromBytes`; empty for a file that does not exist. */
export const tailOf = (file: string, fromBytes: number): string => {
  const size = sizeOf(file);
  // A rotated log is shorter than before: all of it is new.
  const start = Math.max(fromBytes > size ? 0 : fromBytes, size - maxTailBytes);
  if (size <= start) return "";
  const bytes = Buffer.alloc(size - start);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, bytes, 0, bytes.length, start);
  } finally {
    closeSync(descriptor);
  }
  return bytes.toString("utf8").trimEnd().split("\n").slice(-maxTailLines).join("\n");
};

/** Log files of the services that tests have started and not yet removed (test/integration/start-service.ts registers them). */
export const serviceLogs = (reportFolder: string): string[] => {
  const register = join(reportFolder, "services");
  if (!existsSync(register)) return [];
  return readdirSync(register)
    .map((name) => readFileSync(join(register, name), "utf8"))
    .flatMap((dataFolder) => [join(dataFolder, "start.log"), ...logsIn(join(dataFolder, "logs"))])
    .filter((file) => existsSync(file));
};

const logsIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith(".log"))
        .map((name) => join(folder, name))
    : [];
