import { sentenceOf } from "../api.tsx";
import { texts } from "../texts/en.ts";

/** A sentence that screen readers announce at once; nothing without a sentence. */
export const Problem = ({ sentence }: { sentence: string | null }) => (
  <div role="alert" className={sentence === null ? undefined : "problem"}>
    {sentence}
  </div>
);

interface QueryState {
  error: unknown;
  isPending: boolean;
  refetch: () => unknown;
}

/** What a screen shows while its data is loaded, or if it cannot be. */
export const QueryProblem = ({ query }: { query: QueryState }) => {
  if (query.error !== null) {
    return (
      <div role="alert" className="problem">
        {sentenceOf(query.error)}{" "}
        <button type="button" onClick={() => query.refetch()}>
          {texts.errors.retry}
        </button>
      </div>
    );
  }
  return query.isPending ? <p aria-busy="true">{texts.common.loading}…</p> : null;
};
