import { run } from "../../local/setup/run.ts";

/** A command that must succeed, beside the tests. */
export interface Step {
  name: string;
  command: string;
  args: readonly string[];
}

/** Each checker reads the types of all packages again: four take half more CPU time, which the tests beside them need. */
const oneChecker = ["--checkers", "1"];

/** Checks of the source that run beside the unit tests. */
export const staticChecks: readonly Step[] = [
  { name: "format and lint", command: "biome", args: ["ci", "--colors=off", "."] },
  // What was checked before is kept, so that later runs check only what changed.
  {
    name: "types",
    command: "tsc",
    args: ["-p", ".", ...oneChecker, "--incremental", "--tsBuildInfoFile", ".local/types.tsbuildinfo"],
  },
  {
    name: "types of the console",
    command: "tsc",
    args: [
      ...["-p", "console", ...oneChecker],
      ...["--incremental", "--tsBuildInfoFile", ".local/console-types.tsbuildinfo"],
    ],
  },
  { name: "Python", command: "node", args: ["bin/check-python.ts"] },
];

/** Runs the command in the project's folder and prints one line; its output only if it fails. Returns whether it succeeded. */
export const runStep = async (
  { name, command, args }: Step,
  root: string,
  env: NodeJS.ProcessEnv,
): Promise<boolean> => {
  const startedMs = Date.now();
  const { exitCode, stdout, stderr } = await run(command, args, { cwd: root, env });
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  if (exitCode === 0) {
    console.log(`PASS ${name} (${seconds} s)`);
    return true;
  }
  console.log(`FAIL ${name} (${seconds} s, exit code ${exitCode})\n${stdout}${stderr}`);
  return false;
};
