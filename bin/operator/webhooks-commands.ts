import { NamedError } from "../../core/errors.ts";
import { shownRecipient } from "../../core/webhooks/account-deliveries.ts";
import { type Delivery, deliveryStates } from "../../core/webhooks/delivery.ts";
import {
  defaultOverlapHours,
  maxOverlapHours,
  replayDeliveries,
  rotateSecret,
  sendTest,
} from "../../core/webhooks/operator-actions.ts";
import {
  accountOption,
  type Command,
  fieldList,
  type OperatorDeps,
  type Option,
  outcome,
  requireAccount,
  required,
  table,
  text,
  type Values,
} from "./command.ts";

const states: readonly string[] = deliveryStates;
const defaultListed = 100;
const maxListed = 10_000;
const testTimeoutMs = 20_000;
const pollMs = 200;

const anyAccount: Option = { value: "ID", about: "only deliveries of this account" };
const oneTask: Option = { value: "ID", about: "only deliveries of this task" };

const shown = (delivery: Delivery) => {
  const { eventId, accountId, taskId, sequence, kind, event, state, createdAt } = delivery;
  return {
    ...{ eventId, accountId, taskId, sequence, kind, event, state, createdAt },
    attemptCount: delivery.attemptCount,
    dueAt: delivery.state === "waiting" ? delivery.dueAt : null,
    endedAt: delivery.state === "waiting" ? null : delivery.endedAt,
    recipient: shownRecipient(delivery.recipient),
    attempts: delivery.attempts.map(({ responseBody, ...attempt }) => ({
      ...attempt,
      response: responseBody,
    })),
  };
};

const rowOf = (delivery: Delivery) => {
  const { eventId, taskId, kind, event, state, attemptCount, createdAt, recipient, attempts } =
    shown(delivery);
  const last = attempts.at(-1);
  return {
    createdAt,
    taskId,
    eventId,
    kind,
    event,
    state,
    attempts: attemptCount,
    last: last?.status ?? last?.error ?? null,
    recipient,
  };
};

const attemptRows = (delivery: Delivery) =>
  delivery.attempts.map(({ at, durationMs, status, error, responseBody }) => ({
    eventId: delivery.eventId,
    at,
    durationMs,
    result: status ?? error,
    response: responseBody.replace(/\s+/g, " ").slice(0, 60),
  }));

const limitOf = (values: Values): number => {
  const given = text(values, "limit");
  const limit = given === undefined ? defaultListed : Number(given);
  if (!Number.isInteger(limit) || limit < 1 || limit > maxListed)
    throw new NamedError("ValidationFailed", `--limit must be a whole number from 1 to ${maxListed}`);
  return limit;
};

/** Returns the deliveries of the given task, account or of all accounts: newest first, those of a task in order. */
const selectDeliveries = async (values: Values, deps: OperatorDeps, limit: number): Promise<Delivery[]> => {
  const taskId = text(values, "task");
  if (taskId !== undefined) {
    const found = await deps.deliveries.listOfTask(taskId);
    if (found.length > 0) return found;
    throw new NamedError("NotFound", `The task ${taskId} has no webhook deliveries.`);
  }
  const ids =
    text(values, "account") === undefined
      ? (await deps.accounts.list()).map(({ id }) => id)
      : [(await requireAccount(values, deps)).id];
  const lists = await Promise.all(ids.map((id) => deps.deliveries.listOfAccount(id, limit)));
  return lists.flat().sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.sequence - a.sequence);
};

const waitForFirstAttempt = async (delivery: Delivery, deps: OperatorDeps): Promise<Delivery> => {
  const endMs = deps.now().getTime() + testTimeoutMs;
  for (;;) {
    const [now = delivery] = await deps.deliveries.listOfTask(delivery.taskId);
    if (now.attemptCount > 0 || deps.now().getTime() > endMs) return now;
    await deps.wait(pollMs);
  }
};

export const webhooksCommands: readonly Command[] = [
  {
    name: "webhooks list",
    about:
      "list webhook deliveries and their attempts, newest first, for all accounts or with --account or --task",
    options: {
      account: anyAccount,
      task: oneTask,
      state: {
        value: "STATE",
        about: `one of ${states.join(", ")}; dead: all attempts failed`,
      },
      limit: { value: "N", about: `maximum number of deliveries; default: ${defaultListed}` },
    },
    run: async (values, deps) => {
      const state = text(values, "state");
      if (state !== undefined && !states.includes(state))
        throw new NamedError("ValidationFailed", `--state must be one of ${states.join(", ")}`);
      const limit = limitOf(values);
      const all = await selectDeliveries(values, deps, state === undefined ? limit : maxListed);
      const found = all.filter((one) => state === undefined || one.state === state).slice(0, limit);
      const attempts = text(values, "task") === undefined ? [] : ["", ...table(found.flatMap(attemptRows))];
      return outcome({ deliveries: found.map(shown) }, [...table(found.map(rowOf)), ...attempts]);
    },
  },
  {
    name: "webhooks replay",
    about:
      "send the dead deliveries of an account or a task again, with the same IDs and bodies, or any delivery with --event",
    options: {
      account: anyAccount,
      task: oneTask,
      event: { value: "EVENTID", about: "only this delivery, even if it succeeded" },
    },
    run: async (values, deps) => {
      if (text(values, "account") === undefined && text(values, "task") === undefined)
        throw new NamedError(
          "ValidationFailed",
          "--account or --task is required to select the deliveries to replay",
        );
      const event = text(values, "event");
      const found = (await selectDeliveries(values, deps, maxListed)).filter((one) =>
        event === undefined ? one.state === "dead" : one.eventId === event,
      );
      if (event !== undefined && found.length === 0)
        throw new NamedError("NotFound", `The delivery ${event} does not exist. See webhooks list.`);
      const again = await replayDeliveries(found, deps);
      const plural = again.length === 1 ? "delivery" : "deliveries";
      return outcome({ replayed: again.map(({ eventId }) => eventId) }, [
        `Replaying ${again.length} ${plural}.`,
      ]);
    },
  },
  {
    name: "webhooks test",
    about: "send a test event to a URL, signed with the secret of the account, and show the response",
    options: { account: accountOption, url: { value: "URL", about: "URL of the recipient", required: true } },
    run: async (values, deps) => {
      const { id } = await requireAccount(values, deps);
      const sent = await sendTest(id, required(values, "url"), deps);
      const attempted = await waitForFirstAttempt(sent, deps);
      const last = attempted.attempts.at(-1);
      const lines = fieldList({
        state: attempted.state,
        result: last?.status ?? last?.error ?? "no attempt yet: see webhooks list",
        durationMs: last?.durationMs ?? null,
        response: last?.responseBody ?? null,
      });
      return outcome(shown(attempted), lines, attempted.state === "delivered" ? 0 : 1);
    },
  },
  {
    name: "webhooks rotate-secret",
    about:
      "create a new webhook secret for an account (shown once); the old one remains valid until the overlap ends",
    options: {
      account: accountOption,
      overlap: {
        value: "HOURS",
        about: `hours during which both secrets are valid (default: ${defaultOverlapHours}); 0 invalidates the old one immediately`,
      },
    },
    warning: (values) =>
      `Recipients of the account ${values.account} must use its new secret before the overlap ends.`,
    run: async (values, deps) => {
      const account = await requireAccount(values, deps);
      const hours = Number(text(values, "overlap") ?? defaultOverlapHours);
      if (!(hours >= 0 && hours <= maxOverlapHours))
        throw new NamedError("ValidationFailed", `--overlap must be a number from 0 to ${maxOverlapHours}`);
      const rotated = await rotateSecret(account, hours, deps);
      return outcome({ accountId: account.id, ...rotated }, [
        `Webhook secret  ${rotated.webhookSecret}`,
        `The secret is not shown again. The previous one remains valid until ${rotated.previousValidUntil}.`,
      ]);
    },
  },
];
