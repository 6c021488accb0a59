import { useState } from "react";
import { useOperation } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { Facts } from "../view/facts.tsx";
import { Choice } from "../view/fields.tsx";
import { QueryProblem } from "../view/problem.tsx";
import { UsageTable } from "../view/usage-table.tsx";

export const UsageScreen = () => (
  <>
    <h1>{texts.usage.title}</h1>
    <Balance />
    <UsageByPeriod />
  </>
);

const Balance = () => {
  const balance = useOperation("getBalance", {});
  return (
    <>
      <QueryProblem query={balance} />
      {balance.data !== undefined && (
        <Facts
          facts={[
            [texts.usage.balance, texts.task.cost(balance.data.balance)],
            [texts.usage.held, texts.task.cost(balance.data.held)],
          ]}
        />
      )}
    </>
  );
};

const yearDays = 365;
const dayMs = 86_400_000;

const UsageByPeriod = () => {
  const [period, setPeriod] = useState<keyof typeof texts.usage.periods>("day");
  const [yearAgo] = useState(() => new Date(Date.now() - yearDays * dayMs).toISOString().slice(0, 10));
  const usage = useOperation("getUsage", {
    query: { period, ...(period === "month" ? { since: yearAgo } : {}) },
  });
  return (
    <section>
      <Choice
        label={texts.usage.period}
        value={period}
        options={texts.usage.periods}
        onChange={(chosen) => setPeriod(chosen ?? "day")}
      />
      <QueryProblem query={usage} />
      {usage.data !== undefined && <UsageTable usage={usage.data} />}
    </section>
  );
};
