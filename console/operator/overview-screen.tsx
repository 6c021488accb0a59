import { Link } from "wouter";
import { useOperation } from "../api.tsx";
import { formatAge } from "../format.ts";
import { texts } from "../texts/en.ts";
import { Facts } from "../view/facts.tsx";
import { QueryProblem } from "../view/problem.tsx";
import { Table } from "../view/table.tsx";

const pollMs = 10_000;
/** The service counts recent failures up to this number. */
const maxCounted = 100;

const countText = (count: number): string =>
  count >= maxCounted ? texts.operator.orMore(count) : String(count);

/** How much work the service has, and what has failed within a day. */
export const OverviewScreen = () => {
  const overview = useOperation("getOverview", {}, { poll: () => pollMs });
  const { state, count, oldest } = texts.operator;
  return (
    <>
      <h1>{texts.operator.overview}</h1>
      <p className="hint">{texts.operator.role}</p>
      <QueryProblem query={overview} />
      {overview.data !== undefined && (
        <>
          <Table label={texts.operator.tasks} columns={[state, count, oldest]}>
            {overview.data.tasks.map((each) => (
              <tr key={each.state}>
                <th scope="row">
                  <Link href={`/operator/tasks?state=${each.state}`}>
                    {texts.operator.states[each.state]}
                  </Link>
                </th>
                <td className="number">{each.count.toLocaleString()}</td>
                <td>
                  {each.oldestCreatedAt !== null && texts.operator.age(formatAge(each.oldestCreatedAt))}
                </td>
              </tr>
            ))}
          </Table>
          <h2>{texts.operator.failuresTitle}</h2>
          <Facts
            facts={[
              [
                texts.operator.failedTasks,
                <Link key="tasks" href="/operator/tasks?state=failed">
                  {countText(overview.data.failedTasks)}
                </Link>,
              ],
              [
                texts.operator.deadDeliveries,
                <Link key="webhooks" href="/operator/webhooks">
                  {countText(overview.data.deadDeliveries)}
                </Link>,
              ],
            ]}
          />
        </>
      )}
    </>
  );
};
