import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

interface TableProps {
  /** Name for screen readers. */
  label: string;
  /** Heads of the columns. */
  columns: readonly string[];
  /** Rows, each a `tr`. */
  children: ReactNode;
}

/** A table with a row of heads, which scrolls sideways on narrow screens, also by keyboard. */
export const Table = ({ label, columns, children }: TableProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const focusable = { role: "region", tabIndex: 0, "aria-label": label };
  return (
    <div ref={frame} className="table" {...(useIsScrollable(frame) ? focusable : {})}>
      <table aria-label={label}>
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
};

const useIsScrollable = (frame: RefObject<HTMLDivElement | null>): boolean => {
  const [isScrollable, setScrollable] = useState(false);
  useEffect(() => {
    const { current } = frame;
    const content = current?.firstElementChild;
    if (!current || !content) return;
    const observer = new ResizeObserver(() => setScrollable(current.scrollWidth > current.clientWidth));
    observer.observe(current);
    observer.observe(content);
    return () => observer.disconnect();
  }, [frame]);
  return isScrollable;
};
