import { join } from "node:path";
import { S3Client } from "@aws-sdk/client-s3";
import { publishAwsEvent } from "../../emulator/emulator.ts";
import { localAccountId, region, testCredentials } from "../../emulator/environment.ts";
import type { LocalPaths } from "../../paths.ts";
import { persistedPort } from "../../processes/free-port.ts";
import type { ProcessRegistry } from "../../processes/process-registry.ts";
import { RotatingLog } from "../../processes/rotating-log.ts";
import { createPermissionCheck } from "../permissions.ts";
import { readServiceModel } from "../service-model.ts";
import { TranscribeEmulator } from "./transcribe.ts";
import { withTranscribeAudio } from "./transcribe-audio.ts";

export interface StartOptions {
  paths: LocalPaths;
  environment: Readonly<Record<string, string>>;
  registry: ProcessRegistry;
  /** The current port: it may change when the emulator restarts. */
  emulatorPort: () => number;
}

/** Starts the emulator of Amazon Transcribe on the port of the previous start, because deployed functions keep it in their environment. */
export async function startTranscribe(
  options: StartOptions,
): Promise<{ emulator: TranscribeEmulator; port: number }> {
  const { paths, environment, registry, emulatorPort } = options;
  const emulator = new TranscribeEmulator({
    model: withTranscribeAudio(readServiceModel(paths.venv, "transcribe")),
    accountId: localAccountId,
    checkPermissions: createPermissionCheck(emulatorPort),
    s3: new S3Client({
      endpoint: async () => ({
        protocol: "http:",
        hostname: "127.0.0.1",
        port: emulatorPort(),
        path: "/",
      }),
      forcePathStyle: true,
      region,
      credentials: testCredentials,
    }),
    publish: (event) => publishAwsEvent(event, emulatorPort()),
    registry,
    python: paths.venvPython,
    root: paths.root,
    scratch: paths.scratch,
    environment,
    log: new RotatingLog(join(paths.logs, "transcribe.log")),
  });
  const port = await emulator.listen(await persistedPort(paths.portsFile, "transcribe"));
  return { emulator, port };
}
