import { apertiumPackages, installedPairs } from "../service-emulators/apertium.ts";
import { StartError } from "../start-error.ts";
import type { Progress } from "../terminal/progress.ts";
import { aptInstall, canUseApt } from "./apt.ts";

/**
 * Installs Apertium with its good pairs, which nothing needs unless it is wanted. Throws StartError with the command
 * where packages cannot be installed from here.
 */
export async function setUpTranslation(progress: Progress): Promise<void> {
  if (!canUseApt()) {
    throw new StartError(
      `Apertium is installed by the administrator of Debian or Ubuntu: sudo apt-get install -y ${apertiumPackages.join(" ")}`,
    );
  }
  for (const [index, name] of apertiumPackages.entries()) {
    progress.show("Installing Apertium", index / apertiumPackages.length, name);
    const problem = await aptInstall(name);
    if (problem !== null) throw new StartError(`${name} could not be installed: ${problem}`);
  }
  progress.show("Installing Apertium", 1);
  progress.finish();
  const pairs = (await installedPairs()).map((pair) => pair.replace(">", " to "));
  progress.say(`Translated from the next start on: ${pairs.join(", ")}.`);
}
