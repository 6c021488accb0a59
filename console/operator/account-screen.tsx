import type { ResponseOf } from "../../clients/typescript/src/client.ts";
import { useOperation } from "../api.tsx";
import { formatBytes, formatDate, formatDuration } from "../format.ts";
import { texts } from "../texts/en.ts";
import { Facts } from "../view/facts.tsx";
import { QueryProblem } from "../view/problem.tsx";
import { UsageTable } from "../view/usage-table.tsx";

type Account = ResponseOf<"getAccount">;

/** One account: its balance and tasks, the limits of its plan, and its usage. */
export const AccountScreen = ({ id }: { id: string }) => {
  const query = useOperation("getAccount", { path: { id } });
  if (query.data === undefined) return <QueryProblem query={query} />;
  const account = query.data;
  return (
    <>
      <h1>{account.name}</h1>
      {account.suspendedAt !== null && (
        <p className="problem">{texts.operator.suspended(formatDate(account.suspendedAt))}</p>
      )}
      <AccountFacts account={account} />
      <section>
        <h2>{texts.operator.account.limits}</h2>
        <Facts facts={limitFacts(account.limits)} />
      </section>
      <section>
        <h2>{texts.operator.account.usage}</h2>
        <UsageTable usage={account.usage} />
      </section>
    </>
  );
};

const AccountFacts = ({ account }: { account: Account }) => {
  const names = texts.operator.account;
  return (
    <Facts
      facts={[
        [names.id, <code key="id">{account.id}</code>],
        [names.plan, account.plan],
        [names.balance, texts.task.cost(account.balance)],
        [names.held, texts.task.cost(account.held)],
        [names.running, account.runningTasks],
        [names.queued, account.queuedTasks],
        [names.keys, account.activeKeys],
        [names.consent, account.dubConsentAt === null ? names.noConsent : formatDate(account.dubConsentAt)],
      ]}
    />
  );
};

const limitFacts = (limits: Account["limits"]) => {
  const names = texts.operator.limits;
  return [
    [names.maxConcurrentTasks, limits.maxConcurrentTasks],
    [names.requestsPerSecond, limits.requestsPerSecond],
    [names.burst, limits.burst],
    [names.maxVideoBytes, formatBytes(limits.maxVideoBytes)],
    [names.maxVideoSeconds, formatDuration(limits.maxVideoSeconds)],
    [names.fontLimit, limits.fontLimit],
  ] as const;
};
