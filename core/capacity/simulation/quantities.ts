import { newAccountVcpus } from "../quotas.ts";

/** What a load uses of a stack and of its AWS account, with the quota of an account in us-east-1. */
export interface Quantity {
  about: string;
  /** Quota of a new account, or of every account where it is not raised with use. */
  quota: number;
  /** How the use grows with the number of tasks: use ~ tasks ^ exponent. */
  exponent: 1 | 2;
  /** What to do when the quota is reached. */
  remedy: string;
}

const raise = "request a higher quota";

/** Sources: Service Quotas and the throttling page of ECS; the last two are limits of a DynamoDB partition and item. */
export const quantities = {
  vcpus: {
    about: "Fargate vCPUs",
    quota: newAccountVcpus,
    exponent: 1,
    remedy: `${raise}, deploy with -c fargateVcpus`,
  },
  concurrentFunctions: {
    about: "concurrent Lambda executions",
    quota: 1000,
    exponent: 1,
    remedy: `${raise}; new accounts have 10`,
  },
  transcribeJobs: {
    about: "concurrent jobs of Amazon Transcribe",
    quota: 250,
    exponent: 1,
    remedy: `${raise} by a support case; without it jobs fall back to Whisper`,
  },
  runTasks: { about: "RunTask calls a second", quota: 20, exponent: 1, remedy: `${raise}; several stacks` },
  leaseWrites: {
    about: "write units a second of a shard of leases",
    quota: 1000,
    exponent: 2,
    remedy: "several stacks",
  },
  leaseBytes: { about: "bytes of a shard of leases", quota: 409_600, exponent: 1, remedy: "several stacks" },
  transitions: { about: "state transitions a second", quota: 5000, exponent: 1, remedy: raise },
  requests: { about: "API requests a second", quota: 10_000, exponent: 1, remedy: raise },
} as const satisfies Record<string, Quantity>;

export type QuantityName = keyof typeof quantities;
export const quantityNames = Object.keys(quantities) as QuantityName[];
export type Quantities = Readonly<Record<QuantityName, number>>;

export interface Breaking {
  name: QuantityName;
  /** Use in the busiest five minutes. */
  use: number;
  quota: number;
  /** Tasks a day at which the busiest five minutes reach the quota. */
  tasksPerDay: number;
}

/** Returns the quotas in the order in which a growing load reaches them. */
export const breakingOrder = (peaks: Quantities, tasksPerDay: number): Breaking[] =>
  quantityNames
    .map((name) => {
      const { quota, exponent } = quantities[name];
      const factor = (quota / Math.max(peaks[name], 1e-9)) ** (1 / exponent);
      return { name, use: peaks[name], quota, tasksPerDay: Math.floor(tasksPerDay * factor) };
    })
    .sort((one, other) => one.tasksPerDay - other.tasksPerDay);
