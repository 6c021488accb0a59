import { accessSync, constants } from "node:fs";
import { run } from "./run.ts";

/** dpkg requires programs of the sbin folders, which are not on every PATH. */
const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const aptGet = "/usr/bin/apt-get";

/** Whether packages can be installed without a password: as root on Debian or Ubuntu. */
export function canUseApt(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  try {
    accessSync(aptGet, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs a package of the distribution. Returns null, or the last line of the error output. */
export async function aptInstall(packageName: string): Promise<string | null> {
  const env = { ...process.env, PATH: systemPath, DEBIAN_FRONTEND: "noninteractive" };
  const install = () =>
    run(aptGet, ["install", "-y", "-qq", "--no-install-recommends", packageName], { env });
  let result = await install();
  if (result.exitCode !== 0) {
    // A fresh image has no package lists, or outdated ones.
    await run(aptGet, ["update", "-qq"], { env });
    result = await install();
  }
  return result.exitCode === 0 ? null : (result.stderr.trim().split("\n").at(-1) ?? "apt-get failed");
}
