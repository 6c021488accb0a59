import { createHash } from "node:crypto";
import { saveEmulatorState } from "../emulator/emulator.ts";
import { localAccountId, region } from "../emulator/environment.ts";
import { readJsonFile, writeJsonFile } from "../json-file.ts";
import { type Assembly, readAssembly } from "./assembly.ts";
import { putBootstrapVersion } from "./bootstrap-version.ts";
import { type DeployedNames, deployedNames } from "./deployed-names.ts";
import { publishFiles, publishTemplate } from "./publish-files.ts";
import { cloudFormation, deployStack, isDeployed, stackOutputs } from "./stack.ts";

const parameters = { Engine: "local" };

/** Returns a hash of everything that a deployment depends on: the same fingerprint makes the same stack. */
export function deployFingerprint(assembly: Assembly, given: Readonly<Record<string, string>>): string {
  const hash = createHash("sha256").update(assembly.stackName).update("\0").update(assembly.templateText);
  const sorted = Object.entries(given).sort(([left], [right]) => (left < right ? -1 : 1));
  return hash.update("\0").update(JSON.stringify(sorted)).digest("hex");
}

/** Deploys the synthesized template to the emulator, unless it is deployed already, and returns the names in the stack. */
export async function deploy(options: {
  assemblyFolder: string;
  deployedFile: string;
  emulatorPort: number;
  onStart: () => void;
}): Promise<DeployedNames> {
  const { assemblyFolder, deployedFile, emulatorPort } = options;
  const assembly = readAssembly(assemblyFolder, localAccountId, region);
  const fingerprint = deployFingerprint(assembly, parameters);
  const client = cloudFormation(emulatorPort);
  const last = readJsonFile<{ fingerprint: string }>(deployedFile)?.fingerprint;
  if (last !== fingerprint || !(await isDeployed(client, assembly.stackName))) {
    options.onStart();
    await putBootstrapVersion(assembly.templateText, emulatorPort);
    await publishFiles(assembly.files, emulatorPort);
    const templateUrl = await publishTemplate(assembly, emulatorPort);
    await deployStack(client, { name: assembly.stackName, templateUrl, parameters });
    await saveEmulatorState(emulatorPort);
    writeJsonFile(deployedFile, { fingerprint });
  }
  const names = deployedNames(assembly.stackName, await stackOutputs(client, assembly.stackName));
  client.destroy();
  return names;
}
