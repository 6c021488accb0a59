import type { Account } from "../../../../core/accounts/account.ts";
import { type Plan, standardPlan } from "../../../../core/accounts/plan.ts";
import type { CaptioningTask } from "../../../../core/tasks/captioning-task.ts";
import type { ClipTask } from "../../../../core/tasks/clip-task.ts";
import type { Video } from "../../../../core/videos/video.ts";
import type { ExecutionState } from "../../../../core/workflows/workflows.ts";
import { aClipTask, anAccount, aTask, aVideo, createdAt } from "../../../fakes/builders.ts";
import { createMemoryBucket, createMemoryTranscripts, memoryLinks } from "../../../fakes/media.ts";
import { createMemoryRecords } from "../../../fakes/records.ts";
import { cloudOffer } from "../../../fakes/translation.ts";
import { createMemoryWorkflows } from "../../../fakes/workflows.ts";

const minuteMs = 60_000;

/** All ports in memory, a clock that tests advance, and an account with credit. */
export const createWorkflowFixture = async (limits: Partial<Plan> = {}, fields: Partial<Account> = {}) => {
  let clock = Date.parse(createdAt);
  const now = (): Date => new Date(clock);
  const records = createMemoryRecords({ now });
  const memoryWorkflows = createMemoryWorkflows();
  const states = new Map<string, ExecutionState>();
  const failures: { token: string; name: string }[] = [];
  const workflows = {
    ...memoryWorkflows,
    stateOf: async (arn: string) => states.get(arn) ?? (await memoryWorkflows.stateOf(arn)),
    sendFailure: async (token: string, name: string) => {
      failures.push({ token, name });
      return true;
    },
  };
  const stoppedGroups: string[] = [];
  const runningLeases = new Set<string>();
  const account = anAccount({ id: "account", balanceMicroUsd: 1_000_000, ...fields });
  await records.accounts.create(account);
  await records.plans.put({ ...standardPlan, ...limits });

  return {
    ...records,
    workflows,
    /** The groups whose containers were stopped. */
    stoppedGroups,
    containers: {
      stop: async (groups: ReadonlySet<string>) => void stoppedGroups.push(...groups),
      listVariable: async () => runningLeases,
    },
    /** The leases of running containers. */
    runningLeases,
    maxVcpus: null as number | null,
    failures,
    now,
    translation: cloudOffer,
    bucket: createMemoryBucket(),
    links: memoryLinks,
    transcriber: "whisper" as const,
    shortTaskSeconds: 0,
    shortTaskFunctions: 3,
    brollLibraries: async () => [],
    segmentSettings: { parallel: 4, segmentSeconds: 180 },
    transcripts: createMemoryTranscripts(),
    passMinutes: (minutes: number) => {
      clock += minutes * minuteMs;
    },
    /** The execution has ended, but its task has not. */
    die: (arn: string | null, state: ExecutionState = "failed") => {
      states.set(arn ?? "", state);
    },
    addVideo: async (video: Parameters<typeof aVideo>[0] = {}): Promise<Video> => {
      const record = aVideo(video);
      await records.videos.create(record);
      return record;
    },
    addTask: async (task: Parameters<typeof aTask>[0] = {}): Promise<CaptioningTask> => {
      const record = aTask(task);
      await records.tasks.create(record);
      return record;
    },
    addClipTask: async (task: Parameters<typeof aClipTask>[0] = {}): Promise<ClipTask> => {
      const record = aClipTask(task);
      await records.clipTasks.create(record);
      return record;
    },
    clipTask: async (id: string): Promise<ClipTask> => {
      const found = await records.clipTasks.get(id);
      if (!found) throw new Error("no such task");
      return found;
    },
    task: async (id: string): Promise<CaptioningTask> => {
      const found = await records.tasks.get(id);
      if (!found) throw new Error("no such task");
      return found;
    },
    video: async (id: string): Promise<Video> => {
      const found = await records.videos.get(id);
      if (!found) throw new Error("no such video");
      return found;
    },
    balance: async (): Promise<{ balanceMicroUsd: number; heldMicroUsd: number }> => {
      const found = await records.accounts.get("account");
      if (!found) throw new Error("no account");
      return { balanceMicroUsd: found.balanceMicroUsd, heldMicroUsd: found.heldMicroUsd };
    },
  };
};
