import { join } from "node:path";
import { S3Client } from "@aws-sdk/client-s3";
import { roleCredentials } from "../../emulator/emulator.ts";
import { localAccountId, region } from "../../emulator/environment.ts";
import { persistedPort } from "../../processes/free-port.ts";
import { RotatingLog } from "../../processes/rotating-log.ts";
import { readServiceModel } from "../service-model.ts";
import type { StartOptions } from "../transcribe/start.ts";
import { MediaConvertEmulator } from "./media-convert.ts";

/** Starts the emulator of AWS Elemental MediaConvert on the port of the previous start. */
export async function startMediaConvert({
  paths,
  environment,
  registry,
  emulatorPort,
}: StartOptions): Promise<{ emulator: MediaConvertEmulator; port: number }> {
  const s3As = async (roleArn: string): Promise<S3Client> => {
    const variables = await roleCredentials(roleArn, emulatorPort());
    return new S3Client({
      endpoint: `http://127.0.0.1:${emulatorPort()}`,
      forcePathStyle: true,
      region,
      credentials: {
        accessKeyId: variables.AWS_ACCESS_KEY_ID ?? "",
        secretAccessKey: variables.AWS_SECRET_ACCESS_KEY ?? "",
        sessionToken: variables.AWS_SESSION_TOKEN ?? "",
      },
    });
  };
  const emulator = new MediaConvertEmulator({
    model: readServiceModel(paths.venv, "mediaconvert"),
    accountId: localAccountId,
    s3As,
    registry,
    root: paths.root,
    scratch: paths.scratch,
    environment,
    log: new RotatingLog(join(paths.logs, "media-convert.log")),
  });
  return { emulator, port: await emulator.listen(await persistedPort(paths.portsFile, "mediaConvert")) };
}
