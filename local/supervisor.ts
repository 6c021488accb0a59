import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ClipCutterOption } from "../core/clips/clip-cutter.ts";
import type { TranscriberOption } from "../core/transcript/choose-engine.ts";
import { buildConsole } from "./console/build-console.ts";
import { bundledRenderer } from "./deploy/bundled-renderer.ts";
import { deploy } from "./deploy/deploy.ts";
import type { DeployedNames } from "./deploy/deployed-names.ts";
import { synthesize } from "./deploy/synthesize.ts";
import { type CommandPaths, imageCommands, resolveCommand } from "./docker-shim/commands.ts";
import { DockerShim } from "./docker-shim/docker-shim.ts";
import { startEmulator } from "./emulator/emulator.ts";
import { type EngineSettings, emulatorEnvironment } from "./emulator/environment.ts";
import { invokeReconciler } from "./emulator/invoke-reconciler.ts";
import { PreparedFunctions } from "./emulator/prepared-functions.ts";
import { startIngest } from "./ingest-process.ts";
import { ensureLinkKey } from "./link-key.ts";
import { ensureLocalAccount } from "./local-account.ts";
import type { LocalPaths } from "./paths.ts";
import { ProcessRegistry } from "./processes/process-registry.ts";
import { RotatingLog } from "./processes/rotating-log.ts";
import { SupervisedProcess } from "./processes/supervised-process.ts";
import { Backend } from "./reverse-proxy/backend.ts";
import { ReverseProxy } from "./reverse-proxy/reverse-proxy.ts";
import { JobEmulators } from "./service-emulators/job-emulators.ts";
import { ServiceEmulators } from "./service-emulators/service-emulators.ts";
import { removeServiceFile, type ServiceFile, writeServiceFile } from "./service-file.ts";
import { isDubSetUp } from "./setup/dub.ts";
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
  clipCutter: ClipCutterOption | null;
  shortTasks: boolean;
  progress: Progress;
}

/** Grace periods between SIGTERM and SIGKILL. */
const emulatorGraceMs = 10_000;
const containerGraceSeconds = 1;

/**
 * Runs the whole product on one machine. The parts start in the order of their dependencies: the reverse proxy (binds the
 * port), set-up and synthesis, the Docker shim, the emulator, the deployment, the account, the ingest process. A process that
 * exits unexpectedly is restarted; `stop` stops everything.
 */
export class Supervisor {
  /** Resolves when a process of the service has failed too often. */
  readonly failed: Promise<StartError>;
  private readonly options: SupervisorOptions;
  private readonly registry: ProcessRegistry;
  private readonly log: RotatingLog;
  private readonly reverseProxy: ReverseProxy;
  private readonly emulatorBackend = new Backend();
  private readonly ingestBackend = new Backend();
  private readonly fail: (error: StartError) => void;
  private environment: Record<string, string> = {};
  private readonly serviceEmulators: ServiceEmulators;
  private shim: DockerShim | null = null;
  private emulator: SupervisedProcess | null = null;
  private ingest: SupervisedProcess | null = null;
  private readonly jobEmulators = new JobEmulators();
  private readonly functions = new PreparedFunctions(
    () => this.emulatorPort,
    () => this.shim?.isBusy ?? false,
  );
  private emulatorPort = 0;
  private readonly createdMs = Date.now();
  private names: DeployedNames | null = null;
  private stopping: Promise<void> | null = null;

  constructor(options: SupervisorOptions) {
    this.options = options;
    mkdirSync(options.paths.data, { recursive: true, mode: 0o700 });
    this.registry = new ProcessRegistry(options.paths.processesFile);
    this.log = new RotatingLog(join(options.paths.logs, "supervisor.log"));
    this.reverseProxy = new ReverseProxy({ emulator: this.emulatorBackend, ingest: this.ingestBackend });
    this.serviceEmulators = new ServiceEmulators(
      new RotatingLog(join(options.paths.logs, "service-emulators.log")),
      options.paths,
    );
    let fail: (error: StartError) => void = () => {};
    this.failed = new Promise((resolve) => {
      fail = resolve;
    });
    this.fail = fail;
  }

  /** Resolves when the service is ready. Throws StartError; call `stop` in that case too. */
  async start(): Promise<ServiceFile> {
    const { paths } = this.options;
    const publicUrl = `http://127.0.0.1:${await this.claimDataFolder()}`;
    const { assemblyFolder, consoleFolder, rendererFolder } = await this.prepare();
    this.logElapsed("set up and synthesized");
    const { publicKey: linkPublicKey, privateKey: linkKey } = ensureLinkKey(paths.linkKeyFile);
    const hasVoiceEngine = isDubSetUp(paths);
    await this.startEngine(rendererFolder, {
      ...this.options,
      publicUrl,
      linkKey,
      hasDub: hasVoiceEngine,
      serviceEmulators: await this.serviceEmulators.start(() => this.emulatorPort),
    });
    this.logElapsed("emulator ready");
    this.throwIfStopping();
    this.names = await this.deployStack(assemblyFolder);
    this.logElapsed("deployed");
    const account = await ensureLocalAccount(paths.accountFile, this.names.table, this.emulatorPort);
    this.throwIfStopping();
    await this.startIngest(this.names);
    this.reverseProxy.setTargets({ ...this.names, consoleFolder, publicUrl, linkPublicKey });
    await this.reconcile();
    const service = { baseUrl: publicUrl, ...account, hasVoiceEngine, pid: process.pid };
    writeServiceFile(paths.serviceFile, service);
    this.shim?.prepare();
    this.functions.start();
    this.logElapsed(`process ${process.pid} ready at ${publicUrl}`);
    return service;
  }

  /** Stops everything that was started. May be called at any time and more than once. */
  stop(): Promise<void> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  /** Kills everything without a grace period, at the second Ctrl-C. */
  kill(): void {
    removeServiceFile(this.options.paths.serviceFile);
    this.registry.killAll();
  }

  private logElapsed(step: string): void {
    this.log.line(`${step} after ${Date.now() - this.createdMs} ms`);
  }

  /** Makes this process the owner of the data folder, binds the port and removes files of an earlier run. */
  private async claimDataFolder(): Promise<number> {
    const { paths, port } = this.options;
    const owner = this.registry.owner();
    if (owner !== null) {
      throw new StartError(
        `Capstack is already running for the data folder ${paths.data} (process ${owner.pid}). Stop it first, or use another --port and --data.`,
      );
    }
    const boundPort = await this.reverseProxy.listen(port);
    await this.registry.acquire();
    removeServiceFile(paths.serviceFile);
    rmSync(paths.scratch, { recursive: true, force: true });
    mkdirSync(paths.scratch, { recursive: true, mode: 0o700 });
    return boundPort;
  }

  private async prepare(): Promise<Record<"assemblyFolder" | "consoleFolder" | "rendererFolder", string>> {
    const { paths, progress, clipCutter, shortTasks } = this.options;
    const [assemblyFolder, consoleFolder, rendererFolder] = await Promise.all([
      synthesize(paths, () => progress.print("Synthesizing the CDK app"), {
        ...(clipCutter === null ? {} : { clipCutter }),
        ...(shortTasks ? { shortTasks: "true" } : {}),
      }),
      buildConsole(paths),
      bundledRenderer(paths.root),
      ensureSetup(paths, progress),
    ]);
    return { assemblyFolder, consoleFolder, rendererFolder };
  }

  private async startEngine(rendererFolder: string, settings: EngineSettings): Promise<void> {
    this.environment = emulatorEnvironment(this.options.paths, settings);
    this.throwIfStopping();
    const { environment, registry } = this;
    const { paths } = this.options;
    const urls = await this.jobEmulators.start(
      { paths, environment, registry, emulatorPort: () => this.emulatorPort },
      this.options,
    );
    this.environment = { ...environment, ...urls };
    const { root, pinnedNode: node, venvPython: python } = this.options.paths;
    const commandPaths = { root, renderer: rendererFolder, node, python };
    await this.startShim(commandPaths);
    await this.startEmulator({ ...this.environment, ...imageCommands(commandPaths) });
  }

  private deployStack(assemblyFolder: string): Promise<DeployedNames> {
    return deploy({
      assemblyFolder,
      deployedFile: this.options.paths.deployedFile,
      emulatorPort: this.emulatorPort,
      onStart: () => this.options.progress.print("Deploying the stack to the local AWS engine"),
    });
  }

  private throwIfStopping(): void {
    if (this.stopping !== null) throw new StartError("The service was stopped while it was starting.");
  }

  private async stopAll(): Promise<void> {
    const { paths } = this.options;
    if (this.registry.isAcquired) removeServiceFile(paths.serviceFile);
    await this.reverseProxy.close();
    await this.ingest?.stop();
    this.functions.close();
    // Before the containers: the emulator would treat their exit as a failure and restart them.
    await this.emulator?.stop();
    await this.jobEmulators.close();
    await this.shim?.close();
    await this.serviceEmulators.stop();
    await this.registry.endAll();
    if (this.registry.isAcquired) rmSync(paths.scratch, { recursive: true, force: true });
  }

  private async startShim(commandPaths: CommandPaths): Promise<void> {
    const { paths } = this.options;
    this.shim = new DockerShim({
      resolve: (name, command) => resolveCommand(name, command, commandPaths),
      // Containers share the compile cache, which an image contains.
      environment: { ...this.environment, NODE_COMPILE_CACHE: join(paths.scratch, "compiled") },
      waiting: ["speech", "render"],
      cwd: paths.root,
      registry: this.registry,
      log: new RotatingLog(join(paths.logs, "containers.log")),
    });
    await this.shim.listen(paths.dockerSocket);
  }

  private async startEmulator(environment: Readonly<Record<string, string>>): Promise<void> {
    const { paths } = this.options;
    const log = new RotatingLog(join(paths.logs, "emulator.log"));
    this.emulator = new SupervisedProcess({
      name: "The local AWS engine",
      stopGraceMs: emulatorGraceMs,
      start: async () => {
        const { registry } = this;
        const { child, port } = await startEmulator({ paths, environment, registry, log });
        this.emulatorPort = port;
        return child;
      },
      onExit: async ({ exitCode }) => {
        this.log.line(`emulator exited with code ${exitCode}, restarting it`);
        this.emulatorBackend.clearPort();
        // The executions that wait for them ended with the emulator; the reconciler starts new ones.
        await this.shim?.stopContainers(containerGraceSeconds);
      },
      onReady: async () => {
        this.emulatorBackend.setPort(this.emulatorPort);
        if (this.names !== null) await this.reconcile().then(() => this.functions.start());
      },
      onFailure: this.fail,
    });
    await this.emulator.start();
  }

  private async startIngest(names: DeployedNames): Promise<void> {
    const { paths } = this.options;
    const log = new RotatingLog(join(paths.logs, "ingest.log"));
    let port = 0;
    this.ingest = new SupervisedProcess({
      name: "The ingest process",
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
      onExit: ({ exitCode }) => {
        this.log.line(`ingest process exited with code ${exitCode}, restarting it`);
        this.ingestBackend.clearPort();
      },
      onReady: () => this.ingestBackend.setPort(port),
      onFailure: this.fail,
    });
    await this.ingest.start();
  }

  /** Continues tasks whose execution ended with the emulator now, not at the reconciler's next schedule. */
  private async reconcile(): Promise<void> {
    if (this.names === null) return;
    try {
      await invokeReconciler(this.names.reconcileFunction, this.emulatorPort);
    } catch (error) {
      // The schedule invokes the same function every minute.
      this.log.line(`the reconciler could not be invoked: ${(error as Error).message}`);
    }
  }
}
