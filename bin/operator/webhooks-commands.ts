import { NamedError } from "../../core/errors.ts";
import { type Delivery, deliveryStates } from "../../core/webhooks/delivery.ts";
import { recipientKey } from "../../core/webhooks/delivery-queue.ts";
import { replayDeliveries, rotateSecret, sendTest } from "../../core/webhooks/operate.ts";
import {
  accountOption,
  type Command,
  card,
  done,
  knownAccount,
  type OperatorDeps,
  type Option,
  required,
  table,
  text,
  type Values,
} from "./command.ts";

const states: readonly string[] = deliveryStates;
const defaultListed = 100;
const maxListed = 10_000;
const testPatienceMs = 20_000;
const pollMs = 200;
const defaultOverlapHours = 24;
const maxOverlapHours = 30 * 24;

const anyAccount: Option = { value: "ID", about: "of one account" };
const oneTask: Option = { value: "ID", about: "of one task" };

/** Query strings hold tokens of the receiver's. */
const shownRecipient = (recipient: string): string =>
  recipientKey(recipient) + (new URL(recipient).search === "" ? "" : "?…");

const shown = (delivery: Delivery) => {
  const { eventId, accountId, taskId, sequence, kind, event, state, tries, createdAt, attempts } = delivery;
  return {
    ...{ eventId, accountId, taskId, sequence, kind, event, state, tries, createdAt },
    dueAt: delivery.state === "waiting" ? delivery.dueAt : null,
    endedAt: delivery.state === "waiting" ? null : delivery.endedAt,
    recipient: shownRecipient(delivery.recipient),
    attempts,
  };
};

const rowOf = (delivery: Delivery) => {
  const { eventId, taskId, kind, event, state, tries, createdAt, recipient, attempts } = shown(delivery);
  const last = attempts.at(-1);
  return {
    createdAt,
    taskId,
    eventId,
    kind,
    event,
    state,
    tries,
    last: last?.status ?? last?.error ?? null,
    recipient,
  };
};

const attemptRows = (delivery: Delivery) =>
  delivery.attempts.map(({ at, durationMs, status, error, answer }) => ({
    eventId: delivery.eventId,
    at,
    durationMs,
    result: status ?? error,
    answer: answer.replace(/\s+/g, " ").slice(0, 60),
  }));

const limitOf = (values: Values): number => {
  const given = text(values, "limit");
  const limit = given === undefined ? defaultListed : Number(given);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxListed)
    throw new NamedError("ValidationFailed", `--limit must be a whole number from 1 to ${maxListed}`);
  return limit;
};

/** Deliveries of the task, the account or all accounts that the options name; newest first, a task's in order. */
const chosen = async (values: Values, deps: OperatorDeps, limit: number): Promise<Delivery[]> => {
  const taskId = text(values, "task");
  if (taskId !== undefined) {
    const found = await deps.deliveries.listOfTask(taskId);
    if (found.length > 0) return found;
    throw new NamedError("NotFound", `There are no webhooks of a task ${taskId}.`);
  }
  const ids =
    text(values, "account") === undefined
      ? (await deps.accounts.list()).map(({ id }) => id)
      : [(await knownAccount(values, deps)).id];
  const lists = await Promise.all(ids.map((id) => deps.deliveries.listOfAccount(id, limit)));
  return lists.flat().sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.sequence - a.sequence);
};

const firstTry = async (delivery: Delivery, deps: OperatorDeps): Promise<Delivery> => {
  const endMs = deps.now().getTime() + testPatienceMs;
  for (;;) {
    const [now = delivery] = await deps.deliveries.listOfTask(delivery.taskId);
    if (now.tries > 0 || deps.now().getTime() > endMs) return now;
    await deps.wait(pollMs);
  }
};

export const webhooksCommands: readonly Command[] = [
  {
    name: "webhooks list",
    about: "deliveries, newest first, with their tries; those of all accounts without --account or --task",
    options: {
      account: anyAccount,
      task: oneTask,
      state: {
        value: "STATE",
        about: `only ${states.join(", ")}; dead are those given up after the last try`,
      },
      limit: { value: "N", about: `at most so many; default ${defaultListed}` },
    },
    run: async (values, deps) => {
      const state = text(values, "state");
      if (state !== undefined && !states.includes(state))
        throw new NamedError("ValidationFailed", `--state must be one of ${states.join(", ")}`);
      const limit = limitOf(values);
      const all = await chosen(values, deps, state === undefined ? limit : maxListed);
      const found = all.filter((one) => state === undefined || one.state === state).slice(0, limit);
      const tries = text(values, "task") === undefined ? [] : ["", ...table(found.flatMap(attemptRows))];
      return done({ deliveries: found.map(shown) }, [...table(found.map(rowOf)), ...tries]);
    },
  },
  {
    name: "webhooks replay",
    about:
      "try dead deliveries of an account or a task again, with the same ids and bytes; or any with --event",
    options: {
      account: anyAccount,
      task: oneTask,
      event: { value: "EVENTID", about: "this one, also if it was delivered" },
    },
    run: async (values, deps) => {
      if (text(values, "account") === undefined && text(values, "task") === undefined)
        throw new NamedError("ValidationFailed", "--account or --task is required: say what to replay");
      const event = text(values, "event");
      const found = (await chosen(values, deps, maxListed)).filter((one) =>
        event === undefined ? one.state === "dead" : one.eventId === event,
      );
      if (event !== undefined && found.length === 0)
        throw new NamedError("NotFound", `There is no delivery ${event}: see webhooks list.`);
      const again = await replayDeliveries(found, deps);
      const plural = again.length === 1 ? "delivery" : "deliveries";
      return done({ replayed: again.map(({ eventId }) => eventId) }, [
        `${again.length} ${plural} will be tried again now.`,
      ]);
    },
  },
  {
    name: "webhooks test",
    about:
      "send a delivery with the event test to an address, signed with the account's secret, and show the answer",
    options: { account: accountOption, url: { value: "URL", about: "the recipient", required: true } },
    run: async (values, deps) => {
      const { id } = await knownAccount(values, deps);
      const sent = await sendTest(id, required(values, "url"), deps);
      const tried = await firstTry(sent, deps);
      const last = tried.attempts.at(-1);
      const lines = card({
        state: tried.state,
        result: last?.status ?? last?.error ?? "not tried yet: see webhooks list",
        durationMs: last?.durationMs ?? null,
        answer: last?.answer ?? null,
      });
      return done(shown(tried), lines, tried.state === "delivered" ? 0 : 1);
    },
  },
  {
    name: "webhooks rotate-secret",
    about: "a new webhook secret for an account, shown once; the old one signs too while the overlap lasts",
    options: {
      account: accountOption,
      overlap: {
        value: "HOURS",
        about: `default ${defaultOverlapHours}; 0 makes the old one worthless at once`,
      },
    },
    warning: (values) =>
      `Receivers of the account ${values.account} must know its new secret before the overlap ends.`,
    run: async (values, deps) => {
      const account = await knownAccount(values, deps);
      const hours = Number(text(values, "overlap") ?? defaultOverlapHours);
      if (!(hours >= 0 && hours <= maxOverlapHours))
        throw new NamedError("ValidationFailed", `--overlap must be hours from 0 to ${maxOverlapHours}`);
      const rotated = await rotateSecret(account, hours, deps);
      return done({ accountId: account.id, ...rotated }, [
        `Webhook secret  ${rotated.webhookSecret}`,
        `It is not shown again. The one before signs too until ${rotated.previousValidUntil}.`,
      ]);
    },
  },
];
