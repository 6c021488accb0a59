import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { texts } from "../texts/en.ts";
import { QueryProblem } from "./problem.tsx";

interface PagedProps<T> {
  query: UseInfiniteQueryResult<{ pages: readonly { data: readonly T[] }[] }>;
  /** Shown in place of no entries. */
  empty: string;
  children: (entries: readonly T[]) => ReactNode;
}

/** The pages of a list that have been read, and the button that reads the next one. */
export const Paged = <T,>({ query, empty, children }: PagedProps<T>) => {
  const entries = query.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <QueryProblem query={query} />
      {query.isSuccess && !query.hasNextPage && entries.length === 0 && <p>{empty}</p>}
      {entries.length > 0 && children(entries)}
      {query.hasNextPage && (
        <button type="button" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {texts.home.more}
        </button>
      )}
    </>
  );
};
