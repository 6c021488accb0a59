import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { ResponseOf } from "../../clients/typescript/src/client.ts";
import { sentenceOf, useClient, useOperation } from "../api.tsx";
import { formatDate } from "../format.ts";
import { texts } from "../texts/en.ts";
import { Choice } from "../view/fields.tsx";
import { Problem, QueryProblem } from "../view/problem.tsx";
import { Table } from "../view/table.tsx";

type Delivery = ResponseOf<"listDeliveries">[number];
type DeliveryState = keyof typeof texts.webhooks.states;

const shownDeliveries = 100;
const pollMs = 5_000;

/** The newest deliveries of webhooks, each of which can be delivered again. */
export const Deliveries = () => {
  const [state, setState] = useState<DeliveryState>();
  const deliveries = useOperation(
    "listDeliveries",
    { query: { limit: shownDeliveries, state } },
    { poll: () => pollMs },
  );
  const { columns } = texts.webhooks;
  return (
    <section>
      <h3>{texts.webhooks.deliveries}</h3>
      <Choice
        label={texts.webhooks.state}
        value={state}
        options={texts.webhooks.states}
        unset={texts.home.any}
        onChange={setState}
      />
      <QueryProblem query={deliveries} />
      {deliveries.data?.length === 0 && <p>{texts.webhooks.empty}</p>}
      {deliveries.data !== undefined && deliveries.data.length > 0 && (
        <Table label={texts.webhooks.deliveries} columns={Object.values(columns)}>
          {deliveries.data.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </Table>
      )}
    </section>
  );
};

const stateText = (state: string): string =>
  (texts.webhooks.states as Record<string, string>)[state] ?? state;

const DeliveryRow = ({ delivery }: { delivery: Delivery }) => {
  const { videoId, taskId, recipient, attempts, responseStatus, responseError, responseBody } = delivery;
  return (
    <tr>
      <td className="moment">{formatDate(delivery.createdAt)}</td>
      <td>
        <Link href={`/videos/${videoId}/tasks/${taskId}`}>{`${delivery.kind}: ${delivery.event}`}</Link>
      </td>
      <td className="url">{recipient}</td>
      <td>
        {stateText(delivery.state)}
        <br />
        <span className="hint">{texts.webhooks.attempts(attempts)}</span>
      </td>
      <td title={responseBody ?? undefined}>
        {responseStatus ?? responseError}
        {delivery.state !== "waiting" && <ReplayButton delivery={delivery} />}
      </td>
    </tr>
  );
};

const ReplayButton = ({ delivery: { id, event } }: { delivery: Delivery }) => {
  const client = useClient();
  const queries = useQueryClient();
  const replaying = useMutation({
    mutationFn: () => client.call("replayDelivery", { path: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["listDeliveries"] }),
  });
  return (
    <>
      <button
        type="button"
        className="quiet"
        disabled={replaying.isPending}
        aria-label={`${texts.webhooks.replay}: ${event}`}
        onClick={() => replaying.mutate()}
      >
        {texts.webhooks.replay}
      </button>
      <Problem sentence={replaying.error === null ? null : sentenceOf(replaying.error)} />
    </>
  );
};
