import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { WordEntry } from "../../clients/typescript/src/client.ts";
import { useClient } from "../api.tsx";
import type { CaptionSettings, SourceFont } from "./caption-source.ts";
import { fontIdsOf, toSourceFont } from "./source-fonts.ts";

/** Signed URLs are valid for a day. */
const freshMs = 12 * 3_600_000;

/** The uploaded fonts of captions. A font that cannot be read is left out: the font of the template is shown in its place. */
export const useSourceFonts = (
  words: readonly WordEntry[],
  renderOptions: CaptionSettings["renderOptions"],
): readonly SourceFont[] => {
  const client = useClient();
  const ids = fontIdsOf(words, renderOptions);
  const fonts = useQueries({
    queries: ids.map((id) => ({
      queryKey: ["getFont", id],
      queryFn: () => client.call("getFont", { path: { id } }),
      staleTime: freshMs,
      retry: false,
    })),
    combine: (results) =>
      results.flatMap(({ data }) => (data === undefined ? [] : (toSourceFont(data) ?? []))),
  });
  const content = JSON.stringify(fonts);
  return useMemo(() => JSON.parse(content) as readonly SourceFont[], [content]);
};
