import { apertiumPackages, installedPairs } from "../service-emulators/apertium.ts";
import { StartError } from "../start-error.ts";
import type { Progress } from "../terminal/progress.ts";
import { aptInstall, canUseApt } from "./apt.ts";

/**
 * Installs Apertium with the supported language pairs, an optional program. Throws StartError with the command to run if this
 * user cannot install packages.
 */
export async function setUpApertium(progress: Progress): Promise<void> {
  if (!canUseApt()) {
    throw new StartError(
      `Apertium can only be installed by root on Debian or Ubuntu. Run: sudo apt-get install -y ${apertiumPackages.join(" ")}`,
    );
  }
  for (const [index, name] of apertiumPackages.entries()) {
    progress.update("Installing Apertium", index / apertiumPackages.length, name);
    const failure = await aptInstall(name);
    if (failure !== null) throw new StartError(`${name} could not be installed: ${failure}`);
  }
  progress.update("Installing Apertium", 1);
  progress.finish();
  const pairs = (await installedPairs()).map((pair) => pair.replace(">", " to "));
  progress.print(`Supported after the next start: ${pairs.join(", ")}.`);
}
