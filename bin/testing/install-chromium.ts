/** Installs Chromium for the optional test of playback, with the package manager. Reports the reason if it cannot. */
import { aptInstall, canUseApt } from "../../local/setup/apt.ts";
import { findOnPath } from "../../local/setup/find-on-path.ts";

if (findOnPath("chromium") === null) {
  const failure = canUseApt() ? await aptInstall("chromium") : "run: sudo apt-get install -y chromium";
  if (failure !== null) {
    console.error(`Chromium could not be installed: ${failure}`);
    process.exit(1);
  }
}
