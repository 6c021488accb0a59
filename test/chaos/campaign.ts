import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Random, seededRandom } from "../../core/seeded-random.ts";
import { freePort } from "../../local/processes/free-port.ts";
import { admin, newAccount } from "../integration/operator.ts";
import { descendants, emulatorCommand, rendererCommand } from "../integration/processes.ts";
import { startReceiver } from "../integration/receiver.ts";
import { type RunningService, startService } from "../integration/start-service.ts";
import { type EndedTask, moneyProblems, openTasks, type Statement, webhookProblems } from "./invariants.ts";
import { PatientClient } from "./patient-client.ts";
import { reconcileNow } from "./reconciler.ts";
import { runScenario, sharedMedia, type World } from "./scenarios.ts";

export interface ChaosOptions {
  seed: number;
  /** New tasks are created for this time. */
  seconds: number;
  /** Tasks at the same time. */
  concurrency: number;
  /** Probabilities by fault (local/engine/faults/plan.py). */
  rates: Readonly<Record<string, number>>;
  /** Mean seconds between kills of a worker; null: none. */
  killSeconds: number | null;
  /** Mean seconds between kills of the upload server; null: none. Six in a minute end the service. */
  uploadServerKillSeconds: number | null;
  /** Mean seconds between kills of the AWS engine; null: none. */
  engineKillSeconds: number | null;
  /** Mean seconds between workers whose disk is full for some seconds; null: none. */
  fullDiskSeconds: number | null;
  /** Mean seconds between shortages of vCPUs; null: none. */
  shortageSeconds: number | null;
  /** Seconds after the last fault in which every task must end. */
  settleSeconds: number;
  /** Keeps the data folder. */
  keepsData: boolean;
  log: (line: string) => void;
}

export interface ChaosReport {
  tasks: EndedTask[];
  /** Sentences. Empty: every invariant holds. */
  problems: string[];
  /** Number of injected faults by kind and place. */
  injected: Record<string, number>;
  kills: number;
  fullDisks: number;
  /** Calls of RunTask that were rejected for lack of vCPUs. */
  withoutCapacity: number;
  dataDir: string;
}

/** Faults of an ordinary bad day; each call site meets some of them in minutes. */
export const usualRates = {
  throttled: 0.02,
  failed: 0.01,
  unanswered: 0.01,
  outage: 0.002,
  repeated: 0.1,
  late: 0.1,
  crashed: 0.03,
  skewed: 0.1,
  lost: 0.01,
} as const;

const reconcileMs = 5000;

const uploadServerCommand = /containers\/ingest\/main/;
const writers = new RegExp(`${rendererCommand.source}|${uploadServerCommand.source}`);

const engineOf = ({ dataDir }: Pick<RunningService, "dataDir">): number => {
  const ports = JSON.parse(readFileSync(join(dataDir, "ports.json"), "utf8")) as { emulator: number };
  return ports.emulator;
};

/** Sets what the engine does to the product. */
const setEngine = async (
  service: RunningService,
  what: "faults" | "limits",
  body: object,
): Promise<Record<string, number>> => {
  const init = { method: "POST", body: JSON.stringify(body) };
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${engineOf(service)}/_capstack/${what}`, init).catch(
      () => null,
    );
    if (response?.ok) return (await response.json()) as Record<string, number>;
    if (service.process.exitCode !== null)
      throw new Error(`The service ended:\n${readFileSync(service.log, "utf8")}`);
    // The engine was killed and starts again.
    await delay(200);
  }
};

const setFaults = (service: RunningService, rates: ChaosOptions["rates"], seed: number) =>
  setEngine(service, "faults", { rates, seed });

/** During a shortage RunTask has vCPUs for one renderer. */
const shortage = { fargateVcpus: 4, milliseconds: 8000 };

/** Lets the account run out of vCPUs at random times until `endsAt`. Returns how many calls of RunTask were rejected. */
const shortenCapacity = async (
  service: RunningService,
  meanSeconds: number | null,
  { random, endsAt }: { random: Random; endsAt: number },
): Promise<number> => {
  let rejected = 0;
  while (meanSeconds !== null && Date.now() < endsAt) {
    await delay(Math.min(random.next() * 2000 * meanSeconds, Math.max(0, endsAt - Date.now())));
    await setEngine(service, "limits", { fargateVcpus: shortage.fargateVcpus });
    await delay(shortage.milliseconds);
    rejected += (await setEngine(service, "limits", { fargateVcpus: null })).rejected ?? 0;
  }
  return rejected;
};

const kill = (pid: number): void => void process.kill(pid, "SIGKILL");

/** While its disk is full, a process and those that it starts fail to write files beyond this size. */
const fullDisk = { bytes: 4096, milliseconds: 5000 };

/** Fills the disk of a process for seconds. The limit on file sizes stands for it; `prlimit` exists on Linux only. */
const fillDisk = (pid: number): void => {
  const limit = (soft: string): void =>
    void execFileSync("prlimit", ["--pid", String(pid), `--fsize=${soft}:unlimited`], { stdio: "ignore" });
  limit(String(fullDisk.bytes));
  setTimeout(() => {
    try {
      limit("unlimited");
    } catch {
      // It has ended.
    }
  }, fullDisk.milliseconds).unref();
};

/** Disturbs matching processes of the service at random times until `endsAt`. Returns how many. */
const disturbSometimes = async (
  service: RunningService,
  command: RegExp,
  meanSeconds: number | null,
  {
    random,
    endsAt,
    disturbProcess,
    afterwards,
  }: {
    random: Random;
    endsAt: number;
    disturbProcess: (pid: number) => void;
    afterwards: () => Promise<void>;
  },
): Promise<number> => {
  let disturbed = 0;
  while (meanSeconds !== null && Date.now() < endsAt) {
    await delay(Math.min(random.next() * 2000 * meanSeconds, Math.max(0, endsAt - Date.now())));
    const found = descendants(service.process.pid ?? 0).filter((one) => command.test(one.command));
    if (Date.now() >= endsAt || found.length === 0) continue;
    try {
      disturbProcess(random.pick(found).pid);
      disturbed += 1;
    } catch {
      // It ended by itself.
    }
    await afterwards();
  }
  return disturbed;
};

/** Returns the promise of all, whose failure is thrown where it is awaited, so that the service is stopped first. */
const settled = (work: readonly Promise<void>[]): Promise<unknown> => {
  const all = Promise.all(work);
  all.catch(() => {});
  return all;
};

/** Starts a service, disturbs it while clients use it, lets it settle, and checks the invariants. */
export const runChaos = async (options: ChaosOptions): Promise<ChaosReport> => {
  const dataDir = mkdtempSync(join(tmpdir(), "capstack-chaos-"));
  const service = await startService(dataDir, await freePort(), ["--webhook-delays", "1,1,1,1,1,1,1,1"]);
  const receiver = await startReceiver();
  try {
    return await disturb(options, service, receiver);
  } finally {
    await receiver.close();
    await service.stop();
    if (!options.keepsData) rmSync(dataDir, { recursive: true, force: true });
  }
};

const disturb = async (
  options: ChaosOptions,
  service: RunningService,
  receiver: Awaited<ReturnType<typeof startReceiver>>,
): Promise<ChaosReport> => {
  const { seed, rates, concurrency, seconds, settleSeconds, log } = options;
  const { dataDir } = service;
  const { accountId, client: plain } = newAccount("Chaos", "", dataDir);
  admin(`credits add --account ${accountId} --amount 1000 --reference chaos`, dataDir);
  const client = new PatientClient(plain);
  const random = seededRandom(seed);
  const endsAt = Date.now() + 1000 * seconds;
  const settledAt = endsAt + 1000 * settleSeconds;
  const world: World = {
    client,
    random,
    ...(await sharedMedia(client)),
    receiver: receiver.origin,
    isOver: () => Date.now() > settledAt,
  };
  const isQuiet = (): boolean => Date.now() > endsAt;
  const again = async (): Promise<void> => void (await setFaults(service, rates, seed + 1));
  await setFaults(service, rates, seed);
  const tasks: EndedTask[] = [];
  const clients = settled(
    Array.from({ length: concurrency }, async (_, member) => {
      for (let round = 0; !isQuiet(); round += 1) {
        const path = `/chaos-${member}-${round}`;
        if (random.next() < 0.3) receiver.plan(path, [random.pick([500, 503, "reset" as const])]);
        const task = await runScenario(world, path);
        log(`${task.taskId} ${task.end}`);
        tasks.push(task);
      }
    }),
  );
  const disturbance = { random, endsAt, disturbProcess: kill, afterwards: again };
  const filling = { ...disturbance, disturbProcess: fillDisk, afterwards: async () => {} };
  const [killedWorkers, killedUploadServers, killedEngines, fullDisks, withoutCapacity] = await Promise.all([
    disturbSometimes(service, rendererCommand, options.killSeconds, disturbance),
    disturbSometimes(service, uploadServerCommand, options.uploadServerKillSeconds, disturbance),
    disturbSometimes(service, emulatorCommand, options.engineKillSeconds, disturbance),
    disturbSometimes(service, writers, options.fullDiskSeconds, filling),
    shortenCapacity(service, options.shortageSeconds, disturbance),
  ]);
  await delay(Math.max(0, endsAt - Date.now()));
  const injected = await setFaults(service, {}, seed);
  await reconciling(service, clients);
  let problems: string[] = [];
  const check = async (): Promise<void> => {
    problems = await problemsOf(tasks, accountId, { dataDir, postsTo: receiver.postsTo, settledAt });
  };
  await reconciling(service, check());
  const kills = killedWorkers + killedUploadServers + killedEngines;
  return { tasks, problems, injected, kills, fullDisks, withoutCapacity, dataDir };
};

/** Reconciles every few seconds instead of every minute until the work is done, so that a run ends sooner. */
const reconciling = async (service: RunningService, work: Promise<unknown>): Promise<void> => {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await reconcileNow(engineOf(service));
    await Promise.race([done, delay(reconcileMs)]);
  }
  await done;
};

/** Webhooks and charges may follow the end of a task: checked until they are right, or until the time is over. */
const problemsOf = async (
  tasks: readonly EndedTask[],
  accountId: string,
  {
    dataDir,
    postsTo,
    settledAt,
  }: { dataDir: string; postsTo: Parameters<typeof webhookProblems>[1]; settledAt: number },
): Promise<string[]> => {
  for (;;) {
    const statement = admin<Statement>(`credits statement --account ${accountId}`, dataDir);
    const verified = admin<{ problems: unknown[] }>("ledger verify", dataDir);
    const problems = [
      ...openTasks(tasks),
      ...moneyProblems(tasks, statement),
      ...verified.problems.map((problem) => `Ledger: ${JSON.stringify(problem)}`),
      ...webhookProblems(tasks, postsTo),
    ];
    if (problems.length === 0 || Date.now() > settledAt) return problems;
    await delay(1000);
  }
};
