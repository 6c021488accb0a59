import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ResponseOf } from "../../clients/typescript/src/client.ts";
import { sentenceOf, useClient, useOperation } from "../api.tsx";
import { formatDate } from "../format.ts";
import { texts } from "../texts/en.ts";
import { FileButton } from "../view/file-button.tsx";
import { Problem, QueryProblem } from "../view/problem.tsx";
import { ScreenTitle } from "../view/screen-title.tsx";

export const FontsScreen = () => {
  const fonts = useOperation("listFonts", { query: { limit: 100 } });
  return (
    <>
      <ScreenTitle title={texts.fonts.title} />
      <FontUpload />
      <QueryProblem query={fonts} />
      {fonts.data?.totalCount === 0 && <p>{texts.fonts.empty}</p>}
      <ul className="cards">
        {fonts.data?.data.map((font) => (
          <FontCard key={font.id} font={font} />
        ))}
      </ul>
    </>
  );
};

const FontUpload = () => {
  const client = useClient();
  const queries = useQueryClient();
  const uploading = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append("file", file);
      return client.call("createFont", { body });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["listFonts"] }),
  });
  const remaining = uploading.data?.remainingFontLimit;
  return (
    <>
      <FileButton
        label={texts.fonts.upload}
        accept=".ttf,.otf,.woff,.woff2"
        onFile={(file) => uploading.mutate(file)}
      />
      <p className="hint">
        {texts.fonts.hint} {remaining !== undefined && texts.fonts.remaining(remaining)}
      </p>
      <Problem sentence={uploading.error === null ? null : sentenceOf(uploading.error)} />
    </>
  );
};

const FontCard = ({ font }: { font: ResponseOf<"listFonts">["data"][number] }) => {
  const client = useClient();
  const queries = useQueryClient();
  const { id, fontFamily, fontStyle, filename, createdAt } = font;
  const removing = useMutation({
    mutationFn: () => client.call("deleteFont", { path: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["listFonts"] }),
  });
  return (
    <li className="card">
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
        onClick={() => confirm(texts.fonts.confirmRemove(fontFamily)) && removing.mutate()}
      >
        {texts.common.remove}
      </button>
      <Problem sentence={removing.error === null ? null : sentenceOf(removing.error)} />
    </li>
  );
};
