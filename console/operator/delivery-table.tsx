import { Link } from "wouter";
import type { ResponseOf } from "../../clients/typescript/src/client.ts";
import { formatDate } from "../format.ts";
import { texts } from "../texts/en.ts";
import { Table } from "../view/table.tsx";

type Delivery = ResponseOf<"getTaskHistory">["deliveries"][number];

const stateText = (state: string): string =>
  (texts.webhooks.states as Record<string, string>)[state] ?? state;

/** Webhooks with the last responses of their recipients. */
export const DeliveryTable = ({
  deliveries,
  empty,
}: {
  deliveries: readonly (Delivery & { accountId?: string })[];
  empty: string;
}) => {
  if (deliveries.length === 0) return <p>{empty}</p>;
  return (
    <Table label={texts.operator.webhooks} columns={Object.values(texts.operator.delivery.columns)}>
      {deliveries.map((delivery) => (
        <tr key={delivery.id}>
          <td className="moment">{formatDate(delivery.createdAt)}</td>
          <td>
            <Link href={`/operator/tasks/${delivery.taskId}`}>{`${delivery.kind}: ${delivery.event}`}</Link>
            {delivery.accountId !== undefined && (
              <>
                <br />
                <Link href={`/operator/accounts/${delivery.accountId}`}>
                  <code>{delivery.accountId}</code>
                </Link>
              </>
            )}
          </td>
          <td className="url">{delivery.recipient}</td>
          <td>
            {stateText(delivery.state)}
            <br />
            <span className="hint">
              {texts.webhooks.attempts(delivery.attempts)}
              {delivery.dueAt !== null && ` · ${texts.operator.delivery.next(formatDate(delivery.dueAt))}`}
            </span>
          </td>
          <td className="wide">
            {delivery.responseStatus ?? delivery.responseError}
            <br />
            <span className="hint">{delivery.responseBody?.slice(0, 200)}</span>
          </td>
        </tr>
      ))}
    </Table>
  );
};
