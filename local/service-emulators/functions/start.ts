import { join } from "node:path";
import { bundledFile } from "../../../containers/render/bundled-file.ts";
import type { DeployedNames } from "../../deploy/deployed-names.ts";
import { roleCredentials } from "../../emulator/emulator.ts";
import { localAccountId, region } from "../../emulator/environment.ts";
import type { LocalPaths } from "../../paths.ts";
import { startChild } from "../../processes/child.ts";
import { persistedPort } from "../../processes/free-port.ts";
import type { ProcessRegistry } from "../../processes/process-registry.ts";
import { RotatingLog } from "../../processes/rotating-log.ts";
import { createPermissionCheck } from "../permissions.ts";
import { createLambdaEmulator } from "./lambda.ts";
import { type FunctionProcess, FunctionRuntime } from "./runtime.ts";

export interface FrameFunctionOptions {
  paths: LocalPaths;
  environment: Readonly<Record<string, string>>;
  registry: ProcessRegistry;
  emulatorPort: () => number;
  /** Folder of the bundled renderer. */
  renderer: string;
  /** Null before the deployment. */
  deployed: () => Pick<DeployedNames, "mediaBucket" | "frameFunction" | "frameRoleArn"> | null;
}

/** As in lib/frame-function.ts. */
const timeoutMs = 26_000;
const idleMs = 120_000;

/** Starts the emulator of the function that draws frames, on the port of the previous start. */
export async function startFrameFunction(
  options: FrameFunctionOptions,
): Promise<{ url: string; close: () => Promise<void> }> {
  const log = new RotatingLog(join(options.paths.logs, "frames.log"));
  const runtime = new FunctionRuntime({
    start: (runtimeApi) => startRenderer(options, runtimeApi, log),
    timeoutMs,
    idleMs,
  });
  await runtime.listen();
  const server = createLambdaEmulator({
    functionArn: () =>
      `arn:aws:lambda:${region}:${localAccountId}:function:${options.deployed()?.frameFunction ?? ""}`,
    runtime,
    checkPermissions: createPermissionCheck(options.emulatorPort),
    log,
  });
  const port = await server.listen(await persistedPort(options.paths.portsFile, "lambda"));
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      await server.close();
      await runtime.close();
    },
  };
}

const startRenderer = async (
  { paths, environment, registry, emulatorPort, renderer, deployed }: FrameFunctionOptions,
  runtimeApi: string,
  log: RotatingLog,
): Promise<FunctionProcess> => {
  const names = deployed();
  if (names === null) throw new Error("the stack is not deployed yet");
  const child = await startChild({
    name: "frames",
    command: paths.pinnedNode,
    args: [bundledFile(renderer, "main"), "frames"],
    cwd: paths.root,
    env: {
      ...environment,
      ...(await roleCredentials(names.frameRoleArn, emulatorPort())),
      AWS_ENDPOINT_URL: `http://127.0.0.1:${emulatorPort()}`,
      AWS_LAMBDA_RUNTIME_API: runtimeApi,
      BUCKET_NAME: names.mediaBucket,
      NODE_COMPILE_CACHE: join(paths.scratch, "compiled"),
    },
    registry,
    log,
  });
  return { exited: child.exited, kill: () => void child.stop(0) };
};
