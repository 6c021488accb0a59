import { useOperation } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { QueryProblem } from "../view/problem.tsx";

export const UsageScreen = () => {
  const balance = useOperation("getBalance", {});
  return (
    <>
      <h1>{texts.usage.title}</h1>
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
