import { expect, test } from "@jest/globals";
import { runChaos, usualRates } from "../chaos/campaign.ts";

test("tasks end, money is right and no webhook is lost while calls and functions fail and workers are killed", async () => {
  const { tasks, problems, injected } = await runChaos({
    seed: 7,
    seconds: 12,
    concurrency: 2,
    rates: usualRates,
    killSeconds: 4,
    uploadServerKillSeconds: 10,
    engineKillSeconds: null,
    // Needs Linux.
    fullDiskSeconds: null,
    // Delays tasks by longer than a test waits; capacity.test.ts covers it.
    shortageSeconds: null,
    // A clock that is two minutes ahead delays webhooks until then, and lost events are published a minute later. The wait ends when
    // everything is right, mostly after a few seconds.
    settleSeconds: 200,
    keepsData: false,
    log: () => {},
  });
  expect(problems).toEqual([]);
  expect(tasks.length).toBeGreaterThan(1);
  // How many depends on the speed of the machine.
  expect(Object.keys(injected).length).toBeGreaterThan(0);
});
