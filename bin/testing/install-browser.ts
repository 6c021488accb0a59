/** Installs Chromium, in which the console and the outputs are tested. Only as root on Debian or Ubuntu. */
import { aptInstall, canUseApt } from "../../local/setup/apt.ts";
import { findOnPath } from "../../local/setup/find-on-path.ts";
import { systemPath } from "./test-path.ts";

const packageName = "chromium";
if (findOnPath(packageName, systemPath()) === null) {
  const failure = canUseApt() ? await aptInstall(packageName) : `Run: sudo apt-get install -y ${packageName}`;
  if (failure !== null) {
    console.error(`Chromium could not be installed: ${failure}`);
    process.exitCode = 1;
  }
}
