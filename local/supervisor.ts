import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { TranscriberOption } from "../core/transcript/choose-engine.ts";
import { deploy } from "./deploy/deploy.ts";
import type { DeployedNames } from "./deploy/deployed-names.ts";
import { synthesize } from "./deploy/synthesize.ts";
import { resolveCommand } from "./docker-shim/commands.ts";
import { DockerShim } from "./docker-shim/docker-shim.ts";
import { startEmulator } from "./emulator/emulator.ts";
import { type EngineSettings, engineEnvironment } from "./emulator/environment.ts";
import { driveUnfinished } from "./emulator/reconcile.ts";
import { startIngest } from "./ingest-process.ts";
import { ensureLocalAccount } from "./local-account.ts";
import type { LocalPaths } from "./paths.ts";
import { ProcessRegistry } from "./processes/process-registry.ts";
import { RotatingLog } from "./processes/rotating-log.ts";
import { KeptAlive } from "./processes/supervised-process.ts";
import { Backend } from "./reverse-proxy/backend.ts";
import { FrontDoor } from "./reverse-proxy/reverse-proxy.ts";
import { StandIns } from "./service-emulators/service-emulators.ts";
import { startTranscribe } from "./service-emulators/transcribe/start.ts";
import type { TranscribeStandIn } from "./service-emulators/transcribe/transcribe.ts";
import { removeServiceFile, type ServiceFile, writeServiceFile } from "./service-file.ts";
import { ensureSetup } from "./setup/setup.ts";
import { StartError } from "./start-error.ts";
import type { Progress } from "./terminal/progress.ts";

export interface SupervisorOptions {
  paths: LocalPaths;
  port: number;
  strictEgress: boolean;
  webhookDelays: string | null;
  renderParallel: number | null;
  segmentSeconds: number | null;
  transcriber: TranscriberOption | null;
  progress: Progress;
}

/** Functions and containers get this long to end by themselves. */
const emulatorGraceMs = 10_000;
const containerGraceSeconds = 1;

/**
 * Runs everything that the product consists of on one machine, in the order in which each needs the one before it:
 * front door (takes the port), set-up and synthesis, the Docker shim, the emulator, the deploy, the account, the upload
 * process. Whatever ends by itself is started again; what was started is stopped by `stop`.
 */
export class Supervisor {
  /** Resolves when the service cannot go on by itself. */
  readonly failed: Promise<StartError>;
  private readonly options: SupervisorOptions;
  private readonly registry: ProcessRegistry;
  private readonly log: RotatingLog;
  private readonly frontDoor: FrontDoor;
  private readonly emulatorBackend = new Backend();
  private readonly ingestBackend = new Backend();
  private readonly fail: (error: StartError) => void;
  private environment: Record<string, string> = {};
  private readonly standIns: StandIns;
  private shim: DockerShim | null = null;
  private emulator: KeptAlive | null = null;
  private ingest: KeptAlive | null = null;
  private transcribe: TranscribeStandIn | null = null;
  private emulatorPort = 0;
  private names: DeployedNames | null = null;
  private stopping: Promise<void> | null = null;

  constructor(options: SupervisorOptions) {
    this.options = options;
    mkdirSync(options.paths.data, { recursive: true, mode: 0o700 });
    this.registry = new ProcessRegistry(options.paths.processesFile);
    this.log = new RotatingLog(join(options.paths.logs, "supervisor.log"));
    this.frontDoor = new FrontDoor({ emulator: this.emulatorBackend, ingest: this.ingestBackend });
    this.standIns = new StandIns(new RotatingLog(join(options.paths.logs, "stand-ins.log")));
    let fail: (error: StartError) => void = () => {};
    this.failed = new Promise((resolve) => {
      fail = resolve;
    });
    this.fail = fail;
  }

  /** Resolves when the service is ready. Throws StartError with the remedy; `stop` is to be called then too. */
  async start(): Promise<ServiceFile> {
    const { paths, port, progress } = this.options;
    const startedMs = Date.now();
    const lap = (what: string) => this.log.line(`${what} after ${Date.now() - startedMs} ms`);
    const owner = this.registry.owner();
    if (owner !== null) {
      throw new StartError(
        `Capstack already runs for ${paths.data} (process ${owner.pid}): stop it first, or use another --port and --data.`,
      );
    }
    const boundPort = await this.frontDoor.listen(port);
    await this.registry.takeOver();
    removeServiceFile(paths.serviceFile);
    rmSync(paths.scratch, { recursive: true, force: true });
    mkdirSync(paths.scratch, { recursive: true, mode: 0o700 });

    const [assemblyFolder] = await Promise.all([
      synthesize(paths, () => progress.say("Synthesizing the CDK app")),
      ensureSetup(paths, progress),
    ]);
    lap("set up and synthesized");
    const settings: EngineSettings = {
      ...this.options,
      publicUrl: `http://127.0.0.1:${boundPort}`,
      standIns: await this.standIns.start(),
    };
    this.environment = engineEnvironment(paths, settings);
    this.checkNotStopping();
    await this.startStandIns();
    await this.startShim();
    await this.startEmulator();
    lap("emulator ready");
    this.checkNotStopping();
    this.names = await deploy({
      assemblyFolder,
      deployedFile: paths.deployedFile,
      emulatorPort: this.emulatorPort,
      onStart: () => progress.say("Deploying the stack to the local AWS engine"),
    });
    lap("deployed");
    const account = await ensureLocalAccount(paths.accountFile, this.names.table, this.emulatorPort);
    this.checkNotStopping();
    await this.startIngest(this.names);
    this.frontDoor.serve(this.names);
    await this.driveUnfinished();
    const service = { baseUrl: settings.publicUrl, ...account, pid: process.pid };
    writeServiceFile(paths.serviceFile, service);
    lap(`process ${process.pid} ready at ${settings.publicUrl}`);
    return service;
  }

  /** Stops everything that was started; safe at any moment and more than once. */
  stop(): Promise<void> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  /** The second Ctrl-C: nothing is waited for. */
  kill(): void {
    removeServiceFile(this.options.paths.serviceFile);
    this.registry.killAll();
  }

  private checkNotStopping(): void {
    if (this.stopping !== null) throw new StartError("Stopped while starting.");
  }

  private async stopAll(): Promise<void> {
    const { paths } = this.options;
    if (this.registry.isTaken) removeServiceFile(paths.serviceFile);
    await this.frontDoor.close();
    await this.ingest?.stop();
    // Before the containers: it would take their end for a failure and start them again.
    await this.emulator?.stop();
    await this.transcribe?.close();
    await this.shim?.close();
    await this.standIns.stop();
    await this.registry.endAll();
    if (this.registry.isTaken) rmSync(paths.scratch, { recursive: true, force: true });
  }

  /** What functions and containers then find in their environment. */
  private async startStandIns(): Promise<void> {
    const { paths, transcriber } = this.options;
    if (transcriber === null || transcriber === "whisper") return;
    const { environment, registry } = this;
    const { standIn, port } = await startTranscribe({
      paths,
      environment,
      registry,
      emulatorPort: () => this.emulatorPort,
    });
    this.transcribe = standIn;
    this.environment = { ...environment, AWS_ENDPOINT_URL_TRANSCRIBE: `http://127.0.0.1:${port}` };
  }

  private async startShim(): Promise<void> {
    const { paths } = this.options;
    const parts = { root: paths.root, node: paths.pinnedNode, python: paths.venvPython };
    this.shim = new DockerShim({
      resolve: (name, command) => resolveCommand(name, command, parts),
      // Compiled code is kept for the next container, as an image keeps it.
      environment: { ...this.environment, NODE_COMPILE_CACHE: join(paths.scratch, "compiled") },
      cwd: paths.root,
      registry: this.registry,
      log: new RotatingLog(join(paths.logs, "containers.log")),
    });
    await this.shim.listen(paths.dockerSocket);
  }

  private async startEmulator(): Promise<void> {
    const { paths } = this.options;
    const log = new RotatingLog(join(paths.logs, "emulator.log"));
    this.emulator = new KeptAlive({
      name: "The local AWS engine",
      stopGraceMs: emulatorGraceMs,
      start: async () => {
        const { environment, registry } = this;
        const { child, port } = await startEmulator({ paths, environment, registry, log });
        this.emulatorPort = port;
        return child;
      },
      onDown: async ({ exitCode }) => {
        this.log.line(`emulator ended (${exitCode}), starting it again`);
        this.emulatorBackend.down();
        // The executions that wait for them are gone with the emulator: the reconciler starts their work anew.
        await this.shim?.stopContainers(containerGraceSeconds);
      },
      onUp: async () => {
        this.emulatorBackend.up(this.emulatorPort);
        if (this.names !== null) await this.driveUnfinished();
      },
      onGivenUp: this.fail,
    });
    await this.emulator.start();
  }

  private async startIngest(names: DeployedNames): Promise<void> {
    const { paths } = this.options;
    const log = new RotatingLog(join(paths.logs, "ingest.log"));
    let port = 0;
    this.ingest = new KeptAlive({
      name: "The upload process",
      stopGraceMs: 5000,
      start: async () => {
        const started = await startIngest({
          paths,
          environment: this.environment,
          emulatorPort: this.emulatorPort,
          family: names.ingestFamily,
          registry: this.registry,
          log,
        });
        port = started.port;
        return started.child;
      },
      onDown: ({ exitCode }) => {
        this.log.line(`upload process ended (${exitCode}), starting it again`);
        this.ingestBackend.down();
      },
      onUp: () => this.ingestBackend.up(port),
      onGivenUp: this.fail,
    });
    await this.ingest.start();
  }

  /** Tasks whose execution died with the emulator go on at once rather than at the reconciler's next minute. */
  private async driveUnfinished(): Promise<void> {
    if (this.names === null) return;
    try {
      await driveUnfinished(this.names.reconcileFunction, this.emulatorPort);
    } catch (error) {
      // The schedule calls the same function every minute, so nothing is lost: only later.
      this.log.line(`the reconciler could not be called: ${(error as Error).message}`);
    }
  }
}
