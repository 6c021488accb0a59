import { join } from "node:path";
import { S3Client } from "@aws-sdk/client-s3";
import { publishAwsEvent } from "../../emulator/emulator.ts";
import { region, testCredentials } from "../../emulator/environment.ts";
import type { LocalPaths } from "../../paths.ts";
import { rememberedPort } from "../../processes/free-port.ts";
import type { ProcessRegistry } from "../../processes/process-registry.ts";
import { RotatingLog } from "../../processes/rotating-log.ts";
import { readServiceModel } from "../service-model.ts";
import { TranscribeStandIn } from "./transcribe.ts";

/** The emulator's account for `test` credentials. */
const accountId = "000000000000";

export interface StartOptions {
  paths: LocalPaths;
  environment: Readonly<Record<string, string>>;
  registry: ProcessRegistry;
  /** As it is at the moment: the emulator may be started again. */
  emulatorPort: () => number;
}

/** Starts the stand-in of Amazon Transcribe; its port is remembered, since functions keep it in their environment. */
export async function startTranscribe(
  options: StartOptions,
): Promise<{ standIn: TranscribeStandIn; port: number }> {
  const { paths, environment, registry, emulatorPort } = options;
  const standIn = new TranscribeStandIn({
    model: readServiceModel(paths.venv, "transcribe"),
    accountId,
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
  const port = await standIn.listen(await rememberedPort(paths.portsFile, "transcribe"));
  return { standIn, port };
}
