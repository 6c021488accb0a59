import { accessSync, constants } from "node:fs";
import { run } from "./run.ts";

/** Whether packages can be installed without asking anyone: Debian or Ubuntu, as root. */
export function canUseApt(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  try {
    accessSync("/usr/bin/apt-get", constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs from the distribution's repositories. Returns null, or the last line of what went wrong. */
export async function aptInstall(packageName: string): Promise<string | null> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = () =>
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", packageName], { env });
  let result = await install();
  if (result.exitCode !== 0) {
    // A fresh image has no package lists, or lists that name versions long gone.
    await run("apt-get", ["update", "-qq"], { env });
    result = await install();
  }
  return result.exitCode === 0 ? null : (result.stderr.trim().split("\n").at(-1) ?? "apt-get failed");
}
