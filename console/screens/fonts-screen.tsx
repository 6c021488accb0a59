import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sentenceOf, useClient, useOperation } from "../api.tsx";
import { formatDate } from "../format.ts";
import { texts } from "../texts/en.ts";
import { Problem, QueryProblem } from "../view/problem.tsx";

export const FontsScreen = () => {
  const client = useClient();
  const queries = useQueryClient();
  const fonts = useOperation("listFonts", { query: { limit: 100 } });
  const [remaining, setRemaining] = useState<number | null>(null);
  const refresh = () => queries.invalidateQueries({ queryKey: ["listFonts"] });
  const uploading = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append("file", file);
      return client.call("createFont", { body });
    },
    onSuccess: ({ remainingFontLimit }) => {
      setRemaining(remainingFontLimit ?? null);
      return refresh();
    },
  });
  const removing = useMutation({
    mutationFn: (id: string) => client.call("deleteFont", { path: { id } }),
    onSuccess: refresh,
  });
  const problem = uploading.error ?? removing.error;
  return (
    <>
      <h1>{texts.fonts.title}</h1>
      <label className="button">
        {texts.fonts.upload}
        <input
          className="hidden-input"
          type="file"
          accept=".ttf,.otf,.woff,.woff2"
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file !== undefined) uploading.mutate(file);
            target.value = "";
          }}
        />
      </label>
      <p className="hint">
        {texts.fonts.hint} {remaining !== null && texts.fonts.remaining(remaining)}
      </p>
      <Problem sentence={problem === null ? null : sentenceOf(problem)} />
      <QueryProblem query={fonts} />
      {fonts.data?.totalCount === 0 && <p>{texts.fonts.empty}</p>}
      <ul className="cards">
        {fonts.data?.data.map(({ id, fontFamily, fontStyle, filename, createdAt }) => (
          <li key={id} className="card">
            <h2>
              {fontFamily} {fontStyle}
            </h2>
            <p className="hint">
              {filename} · {formatDate(createdAt)}
            </p>
            <button
              type="button"
              className="quiet"
              aria-label={`${texts.common.remove}: ${fontFamily}`}
              onClick={() => confirm(texts.fonts.confirmRemove(fontFamily)) && removing.mutate(id)}
            >
              {texts.common.remove}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
};
