import { useState } from "react";
import { useOperation } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { Choice } from "../view/fields.tsx";
import { QueryProblem } from "../view/problem.tsx";
import { DeliveryTable } from "./delivery-table.tsx";

const shownDeliveries = 100;
const pollMs = 10_000;

/** The webhooks of all accounts whose recipients do not accept them. */
export const FailingWebhooksScreen = () => {
  const [state, setState] = useState<keyof typeof texts.operator.delivery.states>("dead");
  const deliveries = useOperation(
    "listFailingDeliveries",
    { query: { state, limit: shownDeliveries } },
    { poll: () => pollMs },
  );
  return (
    <>
      <h1>{texts.operator.webhooks}</h1>
      <Choice
        label={texts.operator.state}
        value={state}
        options={texts.operator.delivery.states}
        onChange={(chosen) => setState(chosen ?? "dead")}
      />
      <QueryProblem query={deliveries} />
      {deliveries.data !== undefined && (
        <DeliveryTable deliveries={deliveries.data} empty={texts.operator.delivery.none} />
      )}
      <p className="hint">{texts.operator.delivery.remedy}</p>
    </>
  );
};
