import { Link } from "wouter";
import { usePages } from "../api.tsx";
import { formatDate } from "../format.ts";
import { texts } from "../texts/en.ts";
import { Paged } from "../view/paged.tsx";
import { Table } from "../view/table.tsx";

const pollMs = 30_000;

/** All accounts with their balances. */
export const AccountsScreen = () => {
  const query = usePages("listAccounts", {}, pollMs);
  return (
    <>
      <h1>{texts.operator.accounts}</h1>
      <Paged query={query} empty={texts.operator.noAccounts}>
        {(accounts) => (
          <Table label={texts.operator.accounts} columns={Object.values(texts.operator.accountColumns)}>
            {accounts.map(({ id, name, plan, balance, held, createdAt, suspendedAt }) => (
              <tr key={id}>
                <th scope="row">
                  <Link href={`/operator/accounts/${id}`}>{name}</Link>
                  {suspendedAt !== null && (
                    <p className="problem">{texts.operator.suspended(formatDate(suspendedAt))}</p>
                  )}
                </th>
                <td>{plan}</td>
                <td className="number">{texts.task.cost(balance)}</td>
                <td className="number">{texts.task.cost(held)}</td>
                <td className="moment">{formatDate(createdAt)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Paged>
    </>
  );
};
