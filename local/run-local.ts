import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { defaultPort, helpText, type LocalArguments } from "./arguments.ts";
import { ApiClient } from "./caption/api-client.ts";
import { captionFile, checkRequest } from "./caption/caption-file.ts";
import { CtrlC, interruptedExitCode } from "./interrupt-handler.ts";
import { Guests } from "./client-registry.ts";
import { type LocalPaths, localPaths } from "./paths.ts";
import { freePort } from "./processes/free-port.ts";
import { ProcessRegistry } from "./processes/process-registry.ts";
import { findRunningService, removeServiceFile, type ServiceFile } from "./service-file.ts";
import { ensurePythonTools } from "./setup/python-tools.ts";
import { ensureSetup } from "./setup/setup.ts";
import { setUpTranslation } from "./setup/translation.ts";
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
      // Only here, because `npm start` needs no tools for development. Afterwards `npm run check` needs no network.
      await ensurePythonTools(run.paths.root, run.progress);
      run.progress.say("Everything that Capstack needs is installed.");
      return 0;
    case "setupTranslation":
      await setUpTranslation(run.progress);
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
  checkRequest(request);
  const guests = new Guests(paths.guests);
  const running = await awaitRunningService(paths, guests, progress);
  if (running !== null) {
    try {
      await captionFile(request, new ApiClient(running), progress);
    } finally {
      guests.leave();
    }
    return 0;
  }
  const port = given.port ?? (await freePort(defaultPort));
  return withService(run, port, async (service) => {
    try {
      await captionFile(request, new ApiClient(service), progress);
    } finally {
      await outlastGuests(paths, guests, progress);
    }
  });
}

/** Lets nobody else come, then waits until those who are there have their films. Ctrl-C breaks it off. */
async function outlastGuests(paths: LocalPaths, guests: Guests, progress: Progress): Promise<void> {
  removeServiceFile(paths.serviceFile);
  while (guests.areThere()) {
    progress.show("Waiting", null, "another film is being captioned with this service; Ctrl-C stops both");
    await delay(500);
  }
}

/** The service of this data folder if one runs, joined as a guest; waits for one that is just starting or stopping. */
async function awaitRunningService(
  paths: LocalPaths,
  guests: Guests,
  progress: Progress,
): Promise<ServiceFile | null> {
  for (;;) {
    if (existsSync(paths.serviceFile)) {
      // Before the file is read: then either the service's owner sees the guest, or the guest finds the file gone.
      guests.join();
      const service = await findRunningService(paths.serviceFile);
      if (service !== null) return service;
      guests.leave();
    }
    const owner = new ProcessRegistry(paths.processesFile).owner();
    if (owner === null) return null;
    if (existsSync(paths.serviceFile)) {
      throw new StartError(
        `The service of ${paths.data} does not answer: stop it (process ${owner.pid}) and start again.`,
      );
    }
    progress.show("Waiting", null, "another Capstack of this data folder is starting or stopping");
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
  const supervisor = new Supervisor({ ...given, paths, port, progress });
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
