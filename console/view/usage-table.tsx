import type { ResponseOf } from "../../clients/typescript/src/client.ts";
import { formatDuration } from "../format.ts";
import { texts } from "../texts/en.ts";
import { Table } from "./table.tsx";

/** Completed tasks with their charges by period, newest first. */
export const UsageTable = ({ usage }: { usage: ResponseOf<"getUsage"> }) => {
  if (usage.length === 0) return <p>{texts.usage.empty}</p>;
  return (
    <Table label={texts.usage.title} columns={Object.values(texts.usage.columns)}>
      {usage.toReversed().map(({ period, tasks, seconds, amount }) => (
        <tr key={period}>
          <th scope="row">{period}</th>
          <td className="number">{tasks}</td>
          <td className="number">{formatDuration(seconds)}</td>
          <td className="number">{texts.task.cost(amount)}</td>
        </tr>
      ))}
    </Table>
  );
};
