import type { Delivery, WaitingDelivery } from "./delivery.ts";

/** Identifies one delivery. */
export interface DeliveryKey {
  taskId: string;
  sequence: number;
}

/** A waiting delivery as an entry of its queue. */
export interface DueDelivery extends DeliveryKey, Pick<Delivery, "event"> {
  recipient: string;
  dueAt: string;
  attemptCount: number;
}

/** A waiting delivery as the sweep lists it. */
export interface WaitingEntry {
  queue: string;
  dueAt: string;
  createdAt: string;
}

/**
 * Deliveries as rows, strongly consistent except for `listOfAccount`, `listWaiting`, `listDead` and `listRetrying`. A waiting delivery has an entry in
 * the queue of its recipient (delivery-queue.ts), ordered by the time when it is due.
 */
export interface DeliveryStore {
  /** Stores a delivery with the body of all its attempts. Does nothing when the delivery exists. */
  add(delivery: WaitingDelivery, body: string): Promise<void>;
  /** Returns a task's deliveries in order of `sequence`. */
  listOfTask(taskId: string): Promise<Delivery[]>;
  /** Returns an account's deliveries, newest first. */
  listOfAccount(accountId: string, limit: number): Promise<Delivery[]>;
  /** Returns the body; throws when the delivery does not exist. */
  readBody(key: DeliveryKey): Promise<string>;
  /** Replaces the row if its revision is that of `from`, else throws WriteConflict; updates the queue's entry. */
  update(from: Delivery, to: Delivery): Promise<void>;
  /** Returns the entries of a queue that are due at `until`, ordered by time; `after` is the last entry of an earlier page. */
  listDue(queue: string, until: Date, limit: number, after?: DueDelivery): Promise<DueDelivery[]>;
  /** Removes an entry whose delivery has been deleted: rows expire one by one. */
  removeEntry(queue: string, entry: DueDelivery): Promise<void>;
  /** Returns the waiting deliveries of all queues, ordered by the time when they are due. */
  listWaiting(limit: number): Promise<WaitingEntry[]>;
  /** Returns deliveries of all accounts whose attempts all failed, newest end first. */
  listDead(limit: number): Promise<Delivery[]>;
  /** Returns deliveries of all accounts that wait for an attempt after a failed one, ordered by the time when they are due. */
  listRetrying(limit: number): Promise<Delivery[]>;
}

/**
 * Leases of delivery queues: one worker holds a queue at a time. A worker that finds the queue leased increments its request
 * count; the holder cannot release the queue before it has seen that request.
 */
export interface DeliveryQueues {
  /** Counts a request and leases the queue. Returns null when another worker holds it, else the number of requests so far. */
  acquire(queue: string, holder: string, until: Date): Promise<number | null>;
  /** Extends the lease; returns false when it has been lost. */
  renew(queue: string, holder: string, until: Date): Promise<boolean>;
  /**
   * Ends the lease. Returns null when it has ended or was lost; else the lease continues, and the result is the number of
   * requests, some of which came after `requests`.
   */
  release(queue: string, holder: string, requests: number): Promise<number | null>;
}

/** Wake-ups of a queue's worker. They may be lost or duplicated: the rows are the truth, and the sweep wakes again. */
export interface WakeUps {
  /** `delaySeconds`: 0 to 900. */
  wake(queue: string, delaySeconds?: number): Promise<void>;
}

export const maxWakeUpDelaySeconds = 900;
