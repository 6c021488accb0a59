import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { defaultPort, helpText, type LocalArguments } from "./arguments.ts";
import { ApiClient } from "./caption/api-client.ts";
import { captionFile, checkPaths } from "./caption/caption-file.ts";
import { CtrlC, interruptedExitCode } from "./ctrl-c.ts";
import { type LocalPaths, localPaths } from "./paths.ts";
import { freePort } from "./processes/free-port.ts";
import { ProcessRegistry } from "./processes/process-registry.ts";
import { findRunningService, type ServiceFile } from "./service-file.ts";
import { ensureSetup } from "./setup/setup.ts";
import { StartError } from "./start-error.ts";
import { Supervisor } from "./supervisor.ts";
import { Progress } from "./terminal/progress.ts";

/** One run of the command line. */
interface Run {
  given: LocalArguments;
  paths: LocalPaths;
  progress: Progress;
  ctrlC: CtrlC;
}

/** Does what the arguments ask for; returns the exit code. Throws StartError. */
export async function runLocal(given: LocalArguments, root: string): Promise<number> {
  // A reader that has gone away (`npm start | head`) is no reason to stop the service.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const run: Run = {
    given,
    paths: localPaths(root, given.data),
    progress: new Progress(),
    ctrlC: new CtrlC(),
  };
  try {
    return await act(run);
  } finally {
    // An error's sentence begins on a line of its own.
    run.progress.finish();
  }
}

async function act(run: Run): Promise<number> {
  switch (run.given.action) {
    case "help":
      run.progress.say(helpText);
      return 0;
    case "setup":
      await ensureSetup(run.paths, run.progress);
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
    progress.say(`Capstack is ready at ${service.baseUrl}`);
    progress.say(`API key: ${service.apiKey}`);
    progress.say(`Documentation: ${service.baseUrl}/docs`);
    progress.say("Ctrl-C stops it.");
    await ended;
  });
}

async function caption(run: Run): Promise<number> {
  const { given, paths, progress } = run;
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
  return withService(run, port, (service) => captionFile(request, new ApiClient(service), progress));
}

/** The service of this data folder if one runs; waits for one that is just starting. */
async function awaitRunningService(paths: LocalPaths, progress: Progress): Promise<ServiceFile | null> {
  for (;;) {
    const service = await findRunningService(paths.serviceFile);
    if (service !== null) return service;
    const owner = new ProcessRegistry(paths.processesFile).owner();
    if (owner === null) return null;
    if (existsSync(paths.serviceFile)) {
      throw new StartError(
        `The service of ${paths.data} does not answer: stop it (process ${owner.pid}) and start again.`,
      );
    }
    progress.show("Waiting", null, "the service of this data folder is starting");
    await delay(500);
  }
}

/**
 * Starts the service, does the work with it and stops it again, whatever happens; returns the exit code. `ended` resolves
 * at the first Ctrl-C and rejects when the service cannot go on.
 */
async function withService(
  { given, paths, progress, ctrlC }: Run,
  port: number,
  work: (service: ServiceFile, ended: Promise<void>) => Promise<void>,
): Promise<number> {
  const supervisor = new Supervisor({ paths, port, strictEgress: given.strictEgress, progress });
  const interrupted = new Promise<void>((resolve) => {
    ctrlC.arm(resolve, () => supervisor.kill());
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
    // Whichever of the two comes later is of no interest any more.
    done.catch(() => {});
    ended.catch(() => {});
    await supervisor.stop();
  }
  return isDone ? 0 : interruptedExitCode;
}
