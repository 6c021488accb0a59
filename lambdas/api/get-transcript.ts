import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { toWireEntry } from "../../core/api/schemas/word-entry.ts";
import { readTranscript } from "../../core/tasks/transcript-access.ts";
import { type SubtitleFormat, subtitleFile } from "../../core/transcript/subtitle-file.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { media, records } from "../shared/dependencies.ts";

const mediaTypes: Readonly<Record<SubtitleFormat, string>> = {
  srt: "application/x-subrip; charset=utf-8",
  vtt: "text/vtt; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

export const run = async (
  request: RequestOf<"get-transcript">,
  deps: Parameters<typeof readTranscript>[1],
): Promise<ResponseOf<"get-transcript">> => {
  const { videoId, id: taskId } = request.path;
  const { format = "json" } = request.query;
  const found = await readTranscript({ accountId: accountIdOf(request), videoId, taskId }, deps);
  const headers = { etag: found.etag };
  if (format === "json") return { status: 200, headers, body: found.transcript.map(toWireEntry) };
  const text = subtitleFile(found.transcript, found.language, format);
  return { status: 200, headers: { ...headers, "content-type": mediaTypes[format] }, text };
};

export const handler = apiHandler(
  routeOf("get-transcript"),
  (env) => ({ ...records(env), ...media(env) }),
  run,
);
