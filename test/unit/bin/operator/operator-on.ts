import type { OperatorDeps } from "../../../../bin/operator/command.ts";
import { parseOperatorArguments, runCommand } from "../../../../bin/operator/commands.ts";
import { createdAt } from "../../../fakes/builders.ts";
import type { Records } from "../../../fakes/records.ts";
import { createMemoryWakeUps } from "../../../fakes/webhooks.ts";

/** Returns the operator's command line on such records. New IDs are `id-1`, `id-2`, and hashes name what they hash. */
export const operatorOn = (records: Records) => {
  let ids = 0;
  return (line: string, confirm: (warning: string) => Promise<boolean> = async () => true) =>
    runCommand(
      parseOperatorArguments(line.split(" ")),
      {
        ...records,
        outbox: { listEvents: async () => [] },
        executionSteps: { list: async () => null },
        wakeUps: createMemoryWakeUps(),
        wait: async () => {},
        brolls: {} as OperatorDeps["brolls"],
        newId: () => {
          ids += 1;
          return `id-${ids}`;
        },
        now: () => new Date(createdAt),
        randomBytes: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
        sha256: (text) => `hash of ${text}`,
      },
      confirm,
    );
};
