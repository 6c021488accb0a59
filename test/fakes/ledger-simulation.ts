import fc from "fast-check";
import { runIdempotently } from "../../core/api/idempotency.ts";
import { creditEntry } from "../../core/billing/ledger.ts";
import { addCredit } from "../../core/billing/statement.ts";
import { verifyLedger } from "../../core/billing/verify-ledger.ts";
import { dubSupportOf } from "../../core/dub/dub-support.ts";
import { isNamedError } from "../../core/errors.ts";
import { WriteConflict } from "../../core/storage/write-conflict.ts";
import { approveTranscript } from "../../core/tasks/approve-transcript.ts";
import type { CaptioningTask } from "../../core/tasks/captioning-task.ts";
import { changeTask } from "../../core/tasks/change-task.ts";
import { createCaptioningTask } from "../../core/tasks/create-captioning-task.ts";
import { unfinishedGroups } from "../../core/tasks/task.ts";
import { templates } from "../../core/templates/catalog.ts";
import { awaitApproval } from "../../core/workflows/captioning/await-approval.ts";
import { completeCaptioningTask } from "../../core/workflows/captioning/complete-captioning-task.ts";
import { prepareCaptioningTask } from "../../core/workflows/captioning/prepare-captioning-task.ts";
import { failTask } from "../../core/workflows/fail-task.ts";
import { admitTasks } from "../../core/workflows/maintenance/admit-tasks.ts";
import { reconcileTask } from "../../core/workflows/maintenance/reconcile-task.ts";
import { anAccount, aVideo, someMedia } from "./builders.ts";
import { createMemoryBucket, createMemoryTranscripts } from "./media.ts";
import type { Records } from "./records.ts";
import { cloudOffer } from "./translation.ts";
import { createMemoryWorkflows } from "./workflows.ts";

/** Requests of this many Idempotency-Keys, each of which stands for one task. */
const keys = 5;
const videoSeconds = [0.5, 61.2, 600];
/** `next` is the step for the task's status; the others come at any time. */
const kind = fc.oneof(
  { weight: 6, arbitrary: fc.constant("next" as const) },
  { weight: 3, arbitrary: fc.constant("create" as const) },
  { weight: 3, arbitrary: fc.constantFrom("prepare", "wait", "approve", "complete", "fail") },
  { weight: 3, arbitrary: fc.constantFrom("reconcile", "credit", "arrive", "hours") },
);
const nextKind = {
  pending: "prepare",
  transcribing: "wait",
  transcriptionCompleted: "approve",
  rendering: "complete",
};

/** The concurrent operations of each round; any may be repeated or late. */
export const someRounds = fc.array(
  fc.array(
    fc.record({
      kind,
      task: fc.nat({ max: keys - 1 }),
      amount: fc.constantFrom(3, 50_000, 2_000_000),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  { minLength: 1, maxLength: 20, size: "max" },
);
export type Round = typeof someRounds extends fc.Arbitrary<infer Rounds> ? Rounds : never;

/**
 * Runs the rounds with the product's use cases on `records`, and returns the inconsistencies of the money
 * afterwards as sentences; none when all sums match. `advance` moves the clock of the records.
 */
export const simulateTasks = async (
  rounds: Round,
  records: Records,
  { now, advance }: { now: () => Date; advance: (milliseconds: number) => void },
): Promise<string[]> => {
  const account = anAccount();
  await records.accounts.create(account);
  const videos = videoSeconds.map((durationSeconds, index) =>
    aVideo({
      accountId: account.id,
      ...(index === 0 ? { status: "inProgress" as const } : { media: someMedia({ durationSeconds }) }),
    }),
  );
  for (const video of videos) await records.videos.create(video);
  // Enough for only some of the tasks.
  await records.ledger.credit(
    creditEntry(
      { accountId: account.id, amountMicroUsd: 1_150_000, note: null },
      { newId: () => "opening", now },
    ),
  );
  const workflows = createMemoryWorkflows();
  const deps = {
    ...records,
    workflows,
    now,
    templates,
    translation: cloudOffer,
    dub: dubSupportOf("none"),
    egress: "strict" as const,
    newId: () => crypto.randomUUID(),
    wait: () => new Promise<void>((resolve) => setImmediate(resolve)),
    bucket: createMemoryBucket(),
    transcripts: createMemoryTranscripts(),
    onSendFailure: () => {},
    hasBrollLibrary: async () => false,
    admitTasks: (accountId: string, videoId?: string): Promise<void> =>
      admitTasks(accountId, { ...records, workflows, now }, videoId),
  };
  const taskIds = new Map<number, Set<string>>();

  const create = async (index: number): Promise<void> => {
    const body = { templateId: templates[0]?.id ?? "", autoApprove: index % 2 === 0 };
    const videoId = videos[index % videos.length]?.id ?? "";
    const request = { accountId: account.id, key: `key ${index}`, fingerprint: `body ${index}` };
    const result = await runIdempotently(
      request,
      async (taskId) => {
        const input = { accountId: account.id, videoId, ttl: "1d" as const, body, taskId };
        return { status: 201, body: await createCaptioningTask(input, deps) };
      },
      deps,
    );
    const { taskId } = result.body as { taskId: string };
    taskIds.set(index, (taskIds.get(index) ?? new Set()).add(taskId));
  };

  const onTask = async (kind: string, task: CaptioningTask): Promise<unknown> => {
    const taskId = task.id;
    if (kind === "prepare") {
      const input = { taskId, executionArn: task.executionArn ?? `arn:${taskId}` };
      return prepareCaptioningTask(input, { ...deps, transcriber: "whisper", shortTaskSeconds: 0 });
    }
    if (kind === "next") {
      const isOver = task.status === "completed" || task.status === "failed";
      if (isOver) return;
      const step = nextKind[task.status];
      return onTask(step === "wait" && task.request.autoApprove ? "approve" : step, task);
    }
    if (kind === "wait") return awaitApproval({ taskId, taskToken: "token" }, deps);
    if (kind === "approve") {
      return task.request.autoApprove
        ? changeTask(taskId, records.tasks, (current) =>
            current.status === "transcribing"
              ? { ...current, status: "rendering", sequence: current.sequence + 1 }
              : null,
          )
        : approveTranscript({ accountId: account.id, videoId: task.videoId, taskId }, deps);
    }
    if (kind === "complete") {
      const result = {
        outputKey: "o.mp4",
        durationSeconds: 1,
        frames: 30,
        width: 16,
        height: 16,
        segments: 0,
      };
      return completeCaptioningTask({ taskId, result }, deps);
    }
    return failTask(taskId, { name: "RenderFailed", message: "It broke." }, deps);
  };

  const act = async ({ kind, task: index, amount }: Round[number][number]): Promise<unknown> => {
    if (kind === "create") return create(index);
    if (kind === "hours") return advance(amount % 2 === 0 ? 3_600_000 : 20 * 3_600_000);
    if (kind === "credit") {
      const credit = { accountId: account.id, amountMicroUsd: index === 0 ? -amount : amount, note: null };
      return addCredit({ ...credit, reference: index < 3 ? null : `invoice ${index} ${amount}` }, deps);
    }
    if (kind === "arrive") {
      const video = await records.videos.get(videos[0]?.id ?? "");
      if (video?.status !== "inProgress") return;
      const media = someMedia({ durationSeconds: videoSeconds[0] ?? 1 });
      const arrived = { ...video, status: "uploaded" as const, media, sequence: video.sequence + 1 };
      await records.videos.update(video, arrived);
      return deps.admitTasks(account.id, video.id);
    }
    if (kind === "reconcile") {
      for (const group of unfinishedGroups) {
        const { items } = await records.allTasks.listUnfinished(group, 100, null);
        for (const task of items) await reconcileTask(task, deps);
      }
      return deps.admitTasks(account.id);
    }
    const [taskId = ""] = [...(taskIds.get(index) ?? [])].slice(-1);
    const task = await records.tasks.get(taskId);
    return task === null ? undefined : onTask(kind, task);
  };

  for (const round of rounds) {
    for (const result of await Promise.allSettled(round.map(act))) {
      if (result.status === "fulfilled") continue;
      const isRejection = isNamedError(result.reason) || result.reason instanceof WriteConflict;
      if (!isRejection) throw result.reason;
    }
  }
  return problemsAfter(account.id, taskIds, records);
};

const problemsAfter = async (
  accountId: string,
  taskIds: ReadonlyMap<number, ReadonlySet<string>>,
  records: Records,
): Promise<string[]> => {
  const account = await records.accounts.get(accountId);
  if (account === null) return ["The account is gone."];
  const entries = await records.ledger.list(accountId);
  const problems = verifyLedger(account, entries);
  for (const taskId of [...taskIds.values()].flatMap((ids) => [...ids])) {
    const task = await records.tasks.get(taskId);
    const own = entries.filter((entry) => entry.taskId === taskId);
    const spent = -own.reduce((sum, entry) => sum + entry.amountMicroUsd, 0);
    const held = own.reduce((sum, entry) => sum + entry.heldMicroUsd, 0);
    const cost = task?.costMicroUsd ?? 0;
    const expected = { completed: [cost, 0], failed: [0, 0] }[task?.status as "completed" | "failed"] ?? [
      cost,
      cost,
    ];
    // Only the entries show the result of an expired task; verifyLedger has checked them.
    if (task !== null && (spent !== expected[0] || held !== expected[1])) {
      problems.push(`task ${taskId} is ${task.status} at ${cost}, but spent ${spent} and holds ${held}`);
    }
  }
  return problems;
};
