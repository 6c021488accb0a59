import { sha256 } from "../../adapters/node-secrets.ts";
import type { Account, AccountStore, ApiKey, KeyUses } from "../../core/accounts/account.ts";
import type { OperatorAdmissionDeps } from "../../core/accounts/admit-operator.ts";
import type { RequestAdmissionDeps } from "../../core/accounts/admit-request.ts";
import type { OperatorKey, OperatorKeyStore } from "../../core/accounts/operator-key.ts";
import type { PlanStore } from "../../core/accounts/plan.ts";
import { createRequestLimiter, type RequestBuckets } from "../../core/accounts/request-limit.ts";
import type { IdempotencyStore } from "../../core/api/idempotency.ts";
import type { Ledger, LedgerEntry } from "../../core/billing/ledger.ts";
import type { CapacityStore } from "../../core/capacity/capacity.ts";
import { NamedError } from "../../core/errors.ts";
import { type StatusEvent, videoStatusEvent } from "../../core/events/status-event.ts";
import type { FontStore } from "../../core/fonts/font.ts";
import type { Cursors } from "../../core/storage/part.ts";
import { WriteConflict } from "../../core/storage/write-conflict.ts";
import type { TaskIndex } from "../../core/tasks/task-index.ts";
import type { TaskSlots } from "../../core/tasks/task-slots.ts";
import type { AllTasks, CaptioningTaskStore, ClipTaskStore } from "../../core/tasks/task-store.ts";
import type { Deletion, Deletions } from "../../core/videos/deletion.ts";
import { type Video, videoTransitions } from "../../core/videos/video.ts";
import type { VideoStore } from "../../core/videos/video-store.ts";
import type { DeliveryQueues, DeliveryStore } from "../../core/webhooks/delivery-store.ts";
import { createMemoryFonts } from "./fonts.ts";
import { createMemoryCursors, partOf } from "./parts.ts";
import {
  createMemoryBuckets,
  createMemoryCapacity,
  createMemoryIdempotency,
  createMemoryKeyUses,
  createMemoryPlans,
  createMemorySlots,
} from "./small-records.ts";
import { copy, createMemoryTasks, guarded } from "./tasks.ts";
import { createMemoryDeliveries, createMemoryDeliveryQueues } from "./webhooks.ts";

/** All ports that the table implements, in memory; the contract suite runs on both. */
export interface Records {
  accounts: AccountStore;
  operatorKeys: OperatorKeyStore;
  plans: PlanStore;
  keyUses: KeyUses;
  buckets: RequestBuckets;
  ledger: Ledger;
  videos: VideoStore;
  tasks: CaptioningTaskStore;
  clipTasks: ClipTaskStore;
  allTasks: AllTasks;
  taskIndex: TaskIndex;
  cursors: Cursors;
  capacity: CapacityStore;
  deletions: Deletions;
  slots: TaskSlots;
  deliveries: DeliveryStore;
  deliveryQueues: DeliveryQueues;
  fonts: FontStore;
  idempotency: IdempotencyStore;
}

export const createMemoryRecords = ({ now }: { now: () => Date }): Records & { events: StatusEvent[] } => {
  const accounts = new Map<string, Account>();
  const keys = new Map<string, ApiKey>();
  const entries = new Map<string, LedgerEntry>();
  const videos = new Map<string, Video>();
  const deletions = new Map<string, Deletion>();
  const events: StatusEvent[] = [];

  const isAlive = (record: { expiresAt: string } | undefined): boolean =>
    record !== undefined && record.expiresAt > now().toISOString();

  const entryKey = ({ accountId, id }: LedgerEntry): string => `${accountId} ${id}`;
  const moveMoney = (moved: readonly LedgerEntry[]): void => {
    const [first] = moved;
    if (first === undefined) return;
    if (moved.some((entry) => entries.has(entryKey(entry)))) throw new WriteConflict("The entry exists");
    const account = accounts.get(first.accountId);
    const amount = moved.reduce((sum, entry) => sum + entry.amountMicroUsd, 0);
    const held = moved.reduce((sum, entry) => sum + entry.heldMicroUsd, 0);
    if (account === undefined || account.balanceMicroUsd < Math.max(0, -amount)) {
      throw new NamedError("InsufficientCredits", "The account's balance does not cover this.");
    }
    account.balanceMicroUsd += amount;
    account.heldMicroUsd += held;
    for (const entry of moved) entries.set(entryKey(entry), copy(entry));
  };

  return {
    events,

    accounts: {
      create: async (account) => {
        if (accounts.has(account.id)) throw new WriteConflict("The account exists");
        accounts.set(account.id, copy(account));
      },
      get: async (id) => copy(accounts.get(id) ?? null),
      list: async () => [...accounts.values()].map(copy),
      listNewest: async (limit, cursor) => {
        const ids = [...accounts.keys()].sort().reverse();
        const next = ids.filter((id) => cursor === null || id < cursor);
        const shown = next.slice(0, limit);
        return {
          items: copy(shown.flatMap((id) => accounts.get(id) ?? [])),
          cursor: next.length > limit ? (shown.at(-1) ?? null) : null,
        };
      },
      // Without versions that had no list, it is always complete.
      completeList: async () => {},
      addKey: async (key) => {
        if (keys.has(key.sha256)) throw new WriteConflict("The key exists");
        keys.set(key.sha256, copy(key));
      },
      listKeys: async (accountId) =>
        [...keys.values()].filter((key) => key.accountId === accountId).map(copy),
      revokeKey: async (accountId, keyId, revokedAt) => {
        const key = [...keys.values()].find((one) => one.id === keyId && one.accountId === accountId);
        if (key === undefined) return false;
        key.revokedAt ??= revokedAt;
        return true;
      },
      findByKey: async (sha256) => {
        const key = keys.get(sha256);
        const account = key?.revokedAt === null ? accounts.get(key.accountId) : undefined;
        return key === undefined || account === undefined ? null : { account: copy(account), keyId: key.id };
      },
      change: async (id, fields) => {
        const account = accounts.get(id);
        if (account !== undefined) Object.assign(account, fields);
        return account !== undefined;
      },
    },

    operatorKeys: createMemoryOperatorKeys(),

    ledger: {
      credit: async (entry) => {
        if (entries.has(entryKey(entry))) return false;
        moveMoney([entry]);
        return true;
      },
      list: async (accountId) =>
        [...entries.values()].filter((entry) => entry.accountId === accountId).map(copy),
      listOfTasks: async (accountId, _from, until) =>
        [...entries.values()]
          .filter((entry) => entry.accountId === accountId && entry.taskId !== null)
          .filter(({ createdAt }) => createdAt < until.toISOString())
          .map(copy),
    },

    videos: {
      create: async (video) => {
        if (videos.has(video.id)) throw new WriteConflict("The video exists");
        videos.set(video.id, copy(video));
        events.push(videoStatusEvent(null, video, crypto.randomUUID()));
      },
      get: async (id) => (isAlive(videos.get(id)) ? copy(videos.get(id) as Video) : null),
      list: async (accountId, page, limit) => {
        const own = [...videos.values()].filter((video) => video.accountId === accountId && isAlive(video));
        const newestFirst = own.sort((a, b) => (a.id < b.id ? 1 : -1));
        return { items: copy(newestFirst.slice((page - 1) * limit, page * limit)), totalCount: own.length };
      },
      update: async (from, to) => {
        if (from.status !== to.status && !videoTransitions[from.status].includes(to.status)) {
          throw new Error(`A video cannot change from ${from.status} to ${to.status}`);
        }
        const { expiresAt } = guarded(videos.get(to.id), from, ["status", "sequence", "attempt"]);
        videos.set(to.id, { ...copy(to), expiresAt });
        if (from.status !== to.status) events.push(videoStatusEvent(from, to, crypto.randomUUID()));
      },
      extendExpiry: async (id, expiresAt) => {
        const video = videos.get(id);
        if (video !== undefined && video.expiresAt < expiresAt) video.expiresAt = expiresAt;
      },
      delete: async (video, deletedAt) => {
        guarded(videos.get(video.id), video, ["status", "sequence", "attempt"]);
        videos.delete(video.id);
        const { id: videoId, accountId, attempt } = video;
        const dueAt = new Date(deletedAt.getTime() + 60_000).toISOString();
        deletions.set(videoId, { videoId, accountId, attempt, deletedAt: deletedAt.toISOString(), dueAt });
      },
      listExpired: async (limit) =>
        [...videos.values()]
          .filter((video) => !isAlive(video) && (video.status === "uploaded" || video.status === "aborted"))
          .slice(0, limit)
          .map(copy),
      listUnfinished: async (limit, cursor) =>
        copy(
          partOf(
            [...videos.values()].filter(({ status }) => status === "todo" || status === "inProgress"),
            limit,
            cursor,
          ),
        ),
    },

    ...createMemoryTasks({ now, events, moveMoney }),

    plans: createMemoryPlans(),
    keyUses: createMemoryKeyUses(now),
    buckets: createMemoryBuckets(now),
    cursors: createMemoryCursors(),
    capacity: createMemoryCapacity(),
    deletions: {
      list: async (before, limit) =>
        [...deletions.values()]
          .filter(({ dueAt }) => dueAt < before.toISOString())
          .sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1))
          .slice(0, limit)
          .map(copy),
      postpone: async ({ videoId }, dueAt) => {
        const deletion = deletions.get(videoId);
        if (deletion !== undefined) deletion.dueAt = dueAt.toISOString();
      },
      complete: async ({ videoId }) => {
        deletions.delete(videoId);
      },
    },

    slots: createMemorySlots(),
    deliveries: createMemoryDeliveries(),
    deliveryQueues: createMemoryDeliveryQueues({ now }),
    fonts: createMemoryFonts(),
    idempotency: createMemoryIdempotency(now),
  };
};

const createMemoryOperatorKeys = (): OperatorKeyStore => {
  const keys = new Map<string, OperatorKey>();
  return {
    add: async (key) => {
      keys.set(key.sha256, copy(key));
    },
    list: async () => [...keys.values()].map(copy),
    revoke: async (keyId, revokedAt) => {
      const key = [...keys.values()].find(({ id }) => id === keyId);
      if (key !== undefined) key.revokedAt ??= revokedAt;
      return key !== undefined;
    },
    findId: async (hash) => {
      const key = keys.get(hash);
      return key?.revokedAt === null ? key.id : null;
    },
  };
};

/** The dependencies of the admission of operators, on such records. */
export const operatorAdmissionOn = (records: Records, now: () => Date): OperatorAdmissionDeps => ({
  ...records,
  limitRequests: createRequestLimiter({ buckets: records.buckets, now }),
  sha256,
});

/** The dependencies of admission, on such records. */
export const admissionOn = (records: Records, now: () => Date): RequestAdmissionDeps => ({
  ...records,
  limitRequests: createRequestLimiter({ buckets: records.buckets, now }),
  sha256,
});
