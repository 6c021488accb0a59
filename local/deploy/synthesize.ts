import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LocalPaths } from "../paths.ts";
import { run } from "../setup/run.ts";
import { StartError } from "../start-error.ts";
import { ensureBuilt } from "./built-folder.ts";
import { sourceHash } from "./source-hash.ts";

/**
 * Returns the folder with the cloud assembly of the current sources, synthesizing it if it does not exist. The app is run with
 * the variables that the CDK command line sets, but without it, which saves a third of the time.
 *
 * @param options settings of the operator, as with `-c`, which take precedence over cdk.json
 */
export function synthesize(
  paths: LocalPaths,
  onStart: () => void,
  options: Readonly<Record<string, string>> = {},
): Promise<string> {
  const suffix = Object.entries(options).map(([name, value]) => `-${name}-${value}`);
  const folder = join(paths.assemblies, `${sourceHash(paths.root).slice(0, 24)}${suffix.join("")}`);
  return ensureBuilt(folder, "manifest.json", async (temporary) => {
    onStart();
    const { context = {} } = JSON.parse(readFileSync(join(paths.root, "cdk.json"), "utf8")) as {
      context?: object;
    };
    const { exitCode, stderr } = await run(paths.pinnedNode, [join(paths.root, "bin", "app.ts")], {
      cwd: paths.root,
      env: {
        ...process.env,
        PATH: `${dirname(paths.pinnedNode)}:${join(paths.root, "node_modules", ".bin")}:${process.env.PATH ?? ""}`,
        CDK_OUTDIR: temporary,
        // The stack tests validate the template.
        CDK_VALIDATION: "false",
        CDK_CONTEXT_JSON: JSON.stringify({ ...context, ...options, "aws:cdk:enable-path-metadata": true }),
      },
    });
    if (exitCode === 0) return;
    if (/ENOSPC/.test(stderr)) throw new StartError("The disk is full. Free some space and start again.");
    throw new StartError(`The CDK app could not be synthesized:\n${stderr.trim().slice(-2000)}`);
  });
}
