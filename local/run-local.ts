import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { type CaptionRequest, defaultPort, type LocalArguments, usage } from "./arguments.ts";
import { ApiClient } from "./caption/api-client.ts";
import { captionFile, checkRequest } from "./caption/caption-file.ts";
import { recordConsent } from "./caption/record-consent.ts";
import { ClientRegistry } from "./client-registry.ts";
import { InterruptHandler, interruptedExitCode } from "./interrupt-handler.ts";
import { type LocalPaths, localPaths } from "./paths.ts";
import { freePort } from "./processes/free-port.ts";
import { ProcessRegistry } from "./processes/process-registry.ts";
import { findRunningService, removeServiceFile, type ServiceFile } from "./service-file.ts";
import { setUpApertium } from "./setup/apertium.ts";
import { ensurePythonTools } from "./setup/python-tools.ts";
import { ensureSetup } from "./setup/setup.ts";
import { setUpTranslation } from "./setup/translation-models.ts";
import { StartError } from "./start-error.ts";
import { Supervisor } from "./supervisor.ts";
import { Progress } from "./terminal/progress.ts";

/** State of one run of the command line. */
interface Run {
  given: LocalArguments;
  paths: LocalPaths;
  progress: Progress;
  interrupts: InterruptHandler;
}

/** Runs the command line and returns the exit code. Throws StartError. */
export async function runLocal(given: LocalArguments, root: string): Promise<number> {
  // A closed pipe (`npm start | head`) must not stop the service.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const run: Run = {
    given,
    paths: localPaths(root, given.data),
    progress: new Progress(),
    interrupts: new InterruptHandler(),
  };
  try {
    return await runAction(run);
  } finally {
    // An error message starts on a new line.
    run.progress.finish();
  }
}

async function runAction(run: Run): Promise<number> {
  switch (run.given.action) {
    case "help":
      run.progress.print(usage);
      return 0;
    case "setup":
      await ensureSetup(run.paths, run.progress);
      // Only here, because `npm start` needs no tools for development. Afterwards `npm run check` needs no network.
      await ensurePythonTools(run.paths.root, run.progress);
      run.progress.print("All requirements of Capstack are installed.");
      return 0;
    case "setupTranslation":
      await ensureSetup(run.paths, run.progress);
      await setUpTranslation(run.paths, run.progress, run.given.translationCodes);
      return 0;
    case "setupDub":
      await ensureSetup(run.paths, run.progress, { withDub: true });
      run.progress.print("The voice engine is installed. If the service is running, restart it.");
      return 0;
    case "setupApertium":
      await setUpApertium(run.progress);
      return 0;
    case "serve":
      return serve(run);
    case "caption":
      return caption(run);
  }
}

async function serve(run: Run): Promise<number> {
  const { given, progress } = run;
  return withService(run, given.port ?? defaultPort, async (service, ended) => {
    progress.print(`Capstack is ready at ${service.baseUrl}`);
    progress.print(`API key: ${service.apiKey}`);
    progress.print(`Console: ${service.baseUrl}/console#key=${service.apiKey}`);
    if (service.operatorKey !== undefined)
      progress.print(`Operator console: ${service.baseUrl}/console#key=${service.operatorKey}`);
    progress.print(`API reference: ${service.baseUrl}/docs`);
    progress.print("Press Ctrl-C to stop the service.");
    await ended;
  });
}

async function caption(run: Run): Promise<number> {
  const { given, paths, progress } = run;
  const request = given.caption;
  if (request === null) throw new StartError("A file to caption is required.");
  // Invalid options are reported before minutes of set-up.
  checkRequest(request);
  if (request.dub) await ensureSetup(paths, progress, { withDub: true });
  const clients = new ClientRegistry(paths.clients);
  const running = await joinRunningService(paths, clients, progress);
  if (running !== null) {
    try {
      if (request.dub) checkVoiceEngine(running);
      await captionWith(running, request, run);
    } finally {
      clients.unregister();
    }
    return 0;
  }
  const port = given.port ?? (await freePort(defaultPort));
  return withService(run, port, async (service) => {
    try {
      await captionWith(service, request, run);
    } finally {
      await waitForClients(paths, clients, progress);
    }
  });
}

/** A running service keeps the functions that it was started with. Throws StartError. */
function checkVoiceEngine({ hasVoiceEngine }: ServiceFile): void {
  if (hasVoiceEngine !== false) return;
  throw new StartError(
    "The service that is running was started without the voice engine, which is installed now. Restart the service (Ctrl-C, then npm start), and repeat this command.",
  );
}

async function captionWith(
  service: ServiceFile,
  request: CaptionRequest,
  { paths, progress }: Run,
): Promise<void> {
  if (request.dub) await recordConsent(paths, service.accountId);
  await captionFile(request, new ApiClient(service), progress);
}

/** Stops accepting other command lines, then waits for those that use the service. Ctrl-C interrupts it. */
async function waitForClients(paths: LocalPaths, clients: ClientRegistry, progress: Progress): Promise<void> {
  removeServiceFile(paths.serviceFile);
  while (clients.hasOthers()) {
    progress.update("Waiting", null, "another command is using this service; Ctrl-C stops both");
    await delay(500);
  }
}

/**
 * Registers with the running service of the data folder and returns it; null if none runs. Waits for a service that starts or
 * stops.
 */
async function joinRunningService(
  paths: LocalPaths,
  clients: ClientRegistry,
  progress: Progress,
): Promise<ServiceFile | null> {
  for (;;) {
    if (existsSync(paths.serviceFile)) {
      // Registered before the file is read: either the owner of the service sees the client, or the file no longer exists.
      clients.register();
      const service = await findRunningService(paths.serviceFile);
      if (service !== null) return service;
      clients.unregister();
    }
    const owner = new ProcessRegistry(paths.processesFile).owner();
    if (owner === null) return null;
    if (existsSync(paths.serviceFile)) {
      throw new StartError(
        `The service for the data folder ${paths.data} does not respond. Stop it (process ${owner.pid}) and start it again.`,
      );
    }
    progress.update("Waiting", null, "another service for this data folder is starting or stopping");
    await delay(500);
  }
}

/**
 * Starts the service, runs `work` and stops the service in any case; returns the exit code. `ended` resolves at the first
 * Ctrl-C and rejects when the service has failed.
 */
async function withService(
  { given, paths, progress, interrupts }: Run,
  port: number,
  work: (service: ServiceFile, ended: Promise<void>) => Promise<void>,
): Promise<number> {
  const supervisor = new Supervisor({ ...given, paths, port, progress });
  const interrupted = new Promise<void>((resolve) => {
    interrupts.arm(resolve, () => supervisor.kill());
  });
  const failed = supervisor.failed.then((error) => {
    throw error;
  });
  const ended = Promise.race([interrupted, failed]);
  let isDone = false;
  const done = supervisor.start().then(async (service) => {
    await work(service, ended);
    isDone = true;
  });
  try {
    await Promise.race([done, ended]);
  } finally {
    // The outcome of the slower one is ignored.
    done.catch(() => {});
    ended.catch(() => {});
    await supervisor.stop();
  }
  return isDone ? 0 : interruptedExitCode;
}
