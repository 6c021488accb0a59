import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "../../clients/typescript/src/client.ts";
import { sentenceOf, useApiKey, useClient, useOperation } from "../api.tsx";
import { formatDate } from "../format.ts";
import { forgetKey } from "../session.ts";
import { texts } from "../texts/en.ts";
import { Problem, QueryProblem } from "../view/problem.tsx";
import { Secret } from "../view/secret.tsx";
import { Table } from "../view/table.tsx";

type ApiKey = ResponseOf<"listKeys">[number];

/** Lists, creates and revokes the keys of the account. */
export const Keys = () => {
  const client = useClient();
  const queries = useQueryClient();
  const keys = useOperation("listKeys", {});
  const creating = useMutation({
    mutationFn: () => client.call("createKey", {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["listKeys"] }),
  });
  const { columns } = texts.apiKeys;
  return (
    <section>
      <h2>{texts.apiKeys.title}</h2>
      <button type="button" disabled={creating.isPending} onClick={() => creating.mutate()}>
        {texts.apiKeys.create}
      </button>
      {creating.data?.apiKey !== undefined && (
        <Secret label={texts.apiKeys.shownOnce} value={creating.data.apiKey} />
      )}
      <Problem sentence={creating.error === null ? null : sentenceOf(creating.error)} />
      <QueryProblem query={keys} />
      <Table
        label={texts.apiKeys.title}
        columns={[columns.prefix, columns.created, columns.lastUsed, columns.state]}
      >
        {keys.data?.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </Table>
    </section>
  );
};

const KeyRow = ({ apiKey }: { apiKey: ApiKey }) => {
  const { prefix, createdAt, lastUsedAt, revokedAt } = apiKey;
  const isOwn = useApiKey().startsWith(prefix);
  return (
    <tr>
      <td>
        <code>{prefix}…</code> {isOwn && <span className="hint">{texts.apiKeys.own}</span>}
      </td>
      <td className="moment">{formatDate(createdAt)}</td>
      <td>{lastUsedAt === null ? texts.apiKeys.never : formatDate(lastUsedAt)}</td>
      <td>
        {revokedAt === null ? (
          <>
            {texts.apiKeys.active} <RevokeButton apiKey={apiKey} isOwn={isOwn} />
          </>
        ) : (
          texts.apiKeys.revoked(formatDate(revokedAt))
        )}
      </td>
    </tr>
  );
};

const RevokeButton = ({ apiKey: { id, prefix }, isOwn }: { apiKey: ApiKey; isOwn: boolean }) => {
  const client = useClient();
  const queries = useQueryClient();
  const revoking = useMutation({
    mutationFn: () => client.call("revokeKey", { path: { id } }),
    onSuccess: async () => {
      if (!isOwn) return queries.invalidateQueries({ queryKey: ["listKeys"] });
      forgetKey();
      location.reload();
    },
  });
  const question = isOwn ? texts.apiKeys.confirmOwn : texts.apiKeys.confirmRevoke(prefix);
  return (
    <>
      <button
        type="button"
        className="quiet"
        disabled={revoking.isPending}
        aria-label={`${texts.apiKeys.revoke}: ${prefix}`}
        onClick={() => confirm(question) && revoking.mutate()}
      >
        {texts.apiKeys.revoke}
      </button>
      <Problem sentence={revoking.error === null ? null : sentenceOf(revoking.error)} />
    </>
  );
};
