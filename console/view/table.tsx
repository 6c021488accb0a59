import type { ReactNode } from "react";

interface TableProps {
  /** Heads of the columns. */
  columns: readonly string[];
  /** Rows, each a `tr`. */
  children: ReactNode;
}

/** A table with a row of heads, which scrolls sideways on narrow screens. */
export const Table = ({ columns, children }: TableProps) => (
  <div className="table">
    <table>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
