import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LocalPaths } from "../paths.ts";
import { run } from "../setup/run.ts";
import { StartError } from "../start-error.ts";
import { sourceHash } from "./source-hash.ts";

/** Number of assemblies to keep, so that switching back to earlier sources needs no synthesis. */
const keptAssemblies = 3;

/**
 * Returns the folder with the cloud assembly of the current sources, synthesizing it if it does not exist. The app is run with
 * the variables that the CDK command line sets, but without it, which saves a third of the time.
 */
export async function synthesize(paths: LocalPaths, onStart: () => void): Promise<string> {
  const folder = join(paths.assemblies, sourceHash(paths.root).slice(0, 24));
  if (existsSync(join(folder, "manifest.json"))) return folder;
  onStart();
  mkdirSync(paths.assemblies, { recursive: true });
  const temporary = `${folder}.${process.pid}`;
  rmSync(temporary, { recursive: true, force: true });
  const { context = {} } = JSON.parse(readFileSync(join(paths.root, "cdk.json"), "utf8")) as {
    context?: object;
  };
  const { exitCode, stderr } = await run(paths.pinnedNode, [join(paths.root, "bin", "app.ts")], {
    cwd: paths.root,
    env: {
      ...process.env,
      PATH: `${dirname(paths.pinnedNode)}:${join(paths.root, "node_modules", ".bin")}:${process.env.PATH ?? ""}`,
      CDK_OUTDIR: temporary,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, "aws:cdk:enable-path-metadata": true }),
    },
  });
  if (exitCode !== 0) {
    rmSync(temporary, { recursive: true, force: true });
    if (/ENOSPC/.test(stderr)) throw new StartError("The disk is full. Free some space and start again.");
    throw new StartError(`The CDK app could not be synthesized:\n${stderr.trim().slice(-2000)}`);
  }
  publish(temporary, folder);
  removeOld(paths.assemblies, folder);
  return folder;
}

/** Renames the folder into place, unless another instance of this clone has created the same one in the meantime. */
function publish(temporary: string, folder: string): void {
  try {
    renameSync(temporary, folder);
  } catch (error) {
    if (!existsSync(join(folder, "manifest.json"))) throw error;
    rmSync(temporary, { recursive: true, force: true });
  }
}

function removeOld(assemblies: string, newest: string): void {
  const others = readdirSync(assemblies)
    .map((name) => join(assemblies, name))
    .filter((folder) => folder !== newest)
    .sort((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs);
  for (const folder of others.slice(keptAssemblies - 1)) rmSync(folder, { recursive: true, force: true });
}
