import { setTimeout as delay } from "node:timers/promises";
import { defaultPort, helpText, type LocalArguments } from "./arguments.ts";
import { ApiClient } from "./caption/api-client.ts";
import { captionFile, checkPaths } from "./caption/caption-file.ts";
import { type LocalPaths, localPaths } from "./paths.ts";
import { freePort } from "./processes/free-port.ts";
import { ProcessRegistry } from "./processes/process-registry.ts";
import { findRunningService, type ServiceFile } from "./service-file.ts";
import { ensureSetup } from "./setup/setup.ts";
import { StartError } from "./start-error.ts";
import { Supervisor } from "./supervisor.ts";
import { Progress } from "./terminal/progress.ts";

/** Terminals and npm each pass one Ctrl-C on: what comes at once is the same one. */
const sameCtrlCMs = 1000;
/** 128 + SIGINT. */
const interruptedExitCode = 130;

/** Does what the arguments ask for; returns the exit code. Throws StartError. */
export async function runLocal(given: LocalArguments, root: string): Promise<number> {
  const paths = localPaths(root, given.data);
  const progress = new Progress();
  switch (given.action) {
    case "help":
      progress.say(helpText);
      return 0;
    case "setup":
      await ensureSetup(paths, progress);
      return 0;
    case "serve":
      return serve(given, paths, progress);
    case "caption":
      return caption(given, paths, progress);
  }
}

async function serve(given: LocalArguments, paths: LocalPaths, progress: Progress): Promise<number> {
  const port = given.port ?? defaultPort;
  return withService({ ...given, port }, paths, progress, async (service, ended) => {
    progress.say(`Capstack is ready at ${service.baseUrl}`);
    progress.say(`API key: ${service.apiKey}`);
    progress.say(`Documentation: ${service.baseUrl}/docs`);
    progress.say("Ctrl-C stops it.");
    await ended;
  });
}

async function caption(given: LocalArguments, paths: LocalPaths, progress: Progress): Promise<number> {
  const request = given.caption;
  if (request === null) throw new StartError("Give a file to caption.");
  // Before minutes of set-up, what can be known at once.
  checkPaths(request);
  const running = await awaitRunningService(paths, progress);
  if (running !== null) {
    await captionFile(request, new ApiClient(running), progress);
    return 0;
  }
  const port = given.port ?? (await freePort(defaultPort));
  return withService({ ...given, port }, paths, progress, (service) =>
    captionFile(request, new ApiClient(service), progress),
  );
}

/** The service of this data folder if one runs; waits for one that is just starting. */
async function awaitRunningService(paths: LocalPaths, progress: Progress): Promise<ServiceFile | null> {
  for (;;) {
    const service = await findRunningService(paths.serviceFile);
    if (service !== null) return service;
    if (new ProcessRegistry(paths.processesFile).owner() === null) return null;
    progress.show("Waiting", null, "the service of this data folder is starting");
    await delay(500);
  }
}

/**
 * Starts the service, does the work with it and stops it again, whatever happens. `ended` resolves at the first Ctrl-C
 * and rejects when the service cannot go on.
 */
async function withService(
  given: LocalArguments & { port: number },
  paths: LocalPaths,
  progress: Progress,
  work: (service: ServiceFile, ended: Promise<void>) => Promise<void>,
): Promise<number> {
  const { port, strictEgress } = given;
  const supervisor = new Supervisor({ paths, port, strictEgress, progress });
  const interrupted = interruption(() => supervisor.kill());
  const ended = Promise.race([
    interrupted,
    supervisor.failed.then((error) => {
      throw error;
    }),
  ]);
  let isDone = false;
  const done = supervisor.start().then(async (service) => {
    await work(service, ended);
    isDone = true;
  });
  try {
    await Promise.race([done, ended]);
  } finally {
    done.catch(() => {});
    ended.catch(() => {});
    await supervisor.stop();
  }
  return isDone ? 0 : interruptedExitCode;
}

/** Resolves at the first SIGINT, SIGTERM or SIGHUP, or when the starter of this process is gone; a second one forces. */
function interruption(force: () => void): Promise<void> {
  return new Promise((resolve) => {
    let firstMs: number | null = null;
    const interrupt = () => {
      if (firstMs === null) {
        firstMs = Date.now();
        resolve();
      } else if (Date.now() - firstMs > sameCtrlCMs) {
        force();
        process.exit(interruptedExitCode);
      }
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt);
    process.on("disconnect", interrupt);
  });
}
