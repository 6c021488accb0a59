import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sentenceOf, useClient, useOperation } from "../api.tsx";
import { formatDate } from "../format.ts";
import { texts } from "../texts/en.ts";
import { Problem, QueryProblem } from "../view/problem.tsx";
import { Secret } from "../view/secret.tsx";

/** Replaces the secret that signs webhooks. */
export const WebhookSecret = () => {
  const client = useClient();
  const queries = useQueryClient();
  const settings = useOperation("getWebhook", {});
  const rotating = useMutation({
    mutationFn: () => client.call("rotateWebhookSecret", {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["getWebhook"] }),
  });
  const overlapEnd = settings.data?.previousSecretExpiresAt ?? null;
  return (
    <>
      <p className="hint">{texts.webhooks.hint}</p>
      <button
        type="button"
        disabled={rotating.isPending}
        onClick={() => confirm(texts.webhooks.confirmRotate) && rotating.mutate()}
      >
        {texts.webhooks.rotate}
      </button>
      {rotating.data?.secret !== undefined && (
        <Secret label={texts.webhooks.secretShownOnce} value={rotating.data.secret} />
      )}
      {overlapEnd !== null && <p>{texts.webhooks.overlap(formatDate(overlapEnd))}</p>}
      <Problem sentence={rotating.error === null ? null : sentenceOf(rotating.error)} />
      <QueryProblem query={settings} />
    </>
  );
};
