import { toWireEntry } from "../../core/api/schemas/word-entry.ts";
import { replaceTranscript } from "../../core/tasks/transcript-access.ts";
import type { WordEntry } from "../../core/transcript/word-entry.ts";
import { type ApiRequest, type ApiResponse, accountIdOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { media, records } from "../shared/dependencies.ts";

interface Shape {
  path: { videoId: string; id: string };
  body: WordEntry[];
}

export const run = async (
  request: ApiRequest<Shape>,
  deps: Parameters<typeof replaceTranscript>[2],
): Promise<ApiResponse> => {
  const { videoId, id: taskId } = request.path;
  const input = { transcript: request.body, ifMatch: request.headers["if-match"] };
  const stored = await replaceTranscript({ accountId: accountIdOf(request), videoId, taskId }, input, deps);
  return { status: 200, headers: { etag: stored.etag }, body: stored.transcript.map(toWireEntry) };
};

export const handler = apiHandler("put-transcript", (env) => ({ ...records(env), ...media(env) }), run);
