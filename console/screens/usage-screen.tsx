import { useState } from "react";
import { useOperation } from "../api.tsx";
import { formatDuration } from "../format.ts";
import { texts } from "../texts/en.ts";
import { Choice } from "../view/fields.tsx";
import { QueryProblem } from "../view/problem.tsx";
import { Table } from "../view/table.tsx";

export const UsageScreen = () => (
  <>
    <h1>{texts.usage.title}</h1>
    <Balance />
    <UsageTable />
  </>
);

const Balance = () => {
  const balance = useOperation("getBalance", {});
  return (
    <>
      <QueryProblem query={balance} />
      {balance.data !== undefined && (
        <dl className="facts">
          <dt>{texts.usage.balance}</dt>
          <dd>{texts.task.cost(balance.data.balance)}</dd>
          <dt>{texts.usage.held}</dt>
          <dd>{texts.task.cost(balance.data.held)}</dd>
        </dl>
      )}
    </>
  );
};

const yearDays = 365;
const dayMs = 86_400_000;

const UsageTable = () => {
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
      {usage.data?.length === 0 && <p>{texts.usage.empty}</p>}
      {usage.data !== undefined && usage.data.length > 0 && (
        <Table columns={Object.values(texts.usage.columns)}>
          {usage.data.toReversed().map(({ period: name, tasks, seconds, amount }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{tasks}</td>
              <td>{formatDuration(seconds)}</td>
              <td>{texts.task.cost(amount)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
};
