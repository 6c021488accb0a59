import { type ResponseOf, routeOf } from "../../core/api/routes.ts";
import { toWireEntry } from "../../core/api/schemas/word-entry.ts";
import { replaceTranscript } from "../../core/tasks/transcript-access.ts";
import { accountIdOf, type RequestOf } from "../shared/api-request.ts";
import { apiHandler } from "../shared/api-stack.ts";
import { media, records } from "../shared/dependencies.ts";

export const run = async (
  request: RequestOf<"put-transcript">,
  deps: Parameters<typeof replaceTranscript>[2],
): Promise<ResponseOf<"put-transcript">> => {
  const { videoId, id: taskId } = request.path;
  const input = { transcript: request.body, ifMatch: request.headers["if-match"] };
  const stored = await replaceTranscript({ accountId: accountIdOf(request), videoId, taskId }, input, deps);
  return { status: 200, headers: { etag: stored.etag }, body: stored.transcript.map(toWireEntry) };
};

export const handler = apiHandler(
  routeOf("put-transcript"),
  (env) => ({ ...records(env), ...media(env) }),
  run,
);
