import type { Delivery, WaitingDelivery } from "./delivery.ts";

/** Names one delivery. */
export interface DeliveryKey {
  taskId: string;
  sequence: number;
}

/** A waiting delivery as its lane lists it. */
export interface DueTry extends DeliveryKey, Pick<Delivery, "event"> {
  recipient: string;
  dueAt: string;
  tries: number;
}

/** A waiting delivery as the sweep sees it. */
export interface WaitingTry {
  lane: string;
  dueAt: string;
  createdAt: string;
}

/**
 * Deliveries as rows, strongly consistent except for `listOfAccount` and `listWaiting`. A waiting one stands in the lane
 * of its recipient (lane.ts) under the time when it is due.
 */
export interface DeliveryStore {
  /** Writes a delivery with the bytes of all its tries; one that is there already stays as it is. */
  add(delivery: WaitingDelivery, body: string): Promise<void>;
  /** In order of `sequence`. */
  listOfTask(taskId: string): Promise<Delivery[]>;
  /** Newest first. */
  listOfAccount(accountId: string, limit: number): Promise<Delivery[]>;
  /** The bytes; throws when there is no such delivery. */
  body(key: DeliveryKey): Promise<string>;
  /** Replaces the row if its revision still is that of `from`, else throws StaleWrite; moves it in its lane. */
  update(from: Delivery, to: Delivery): Promise<void>;
  /** What is due in a lane at or before `until`, by time; `after` is the last entry of an earlier page. */
  listDue(lane: string, until: Date, limit: number, after?: DueTry): Promise<DueTry[]>;
  /** Takes out of a lane an entry whose delivery is gone: rows expire one by one. */
  forget(lane: string, entry: DueTry): Promise<void>;
  /** All lanes' waiting deliveries, by the time when they are due. */
  listWaiting(limit: number): Promise<WaitingTry[]>;
}

/**
 * Who works in a lane. A call that finds the lane taken is not lost: whoever has it cannot leave before having looked
 * once more.
 */
export interface Lanes {
  /** Calls for work in the lane and takes it if it is free; null when another has it, else the count of calls so far. */
  enter(lane: string, holder: string, until: Date): Promise<number | null>;
  /** Keeps it for longer; false when it has been lost. */
  keep(lane: string, holder: string, until: Date): Promise<boolean>;
  /** Leaves it; null when it was left (or lost), else the count of calls, some of which came since `calls`. */
  leave(lane: string, holder: string, calls: number): Promise<number | null>;
}

/** Wake-ups may be lost or doubled: the rows say what is to be done, and the sweep wakes again. */
export interface WakeUps {
  /** `delaySeconds`: 0 to 900. */
  wake(lane: string, delaySeconds?: number): Promise<void>;
}

export const maxWakeUpDelaySeconds = 900;
