import { QueryClient } from "@tanstack/react-query";
import { createClient, operationQuery } from "./api.tsx";
import { editedTask } from "./editor/edited-task.ts";
import { beginTranscriptWithPage } from "./editor/transcript-api.ts";
import { readKey } from "./session.ts";

export const queryClient = new QueryClient({
  defaultOptions: {
    // Retries requests that failed in the network, not those that the API rejected.
    queries: {
      retry: (count, error) => error instanceof TypeError && count < 5,
      staleTime: 1_000,
    },
  },
});

/**
 * Sends the requests of the editor if the page opens with it. The rest of the script is evaluated and the first screen is
 * drawn while the service works on them.
 */
export const sendFirstRequests = (): void => {
  const task = editedTask(location.pathname);
  const apiKey = task === null ? null : readKey();
  if (task === null || apiKey === null) return;
  const { videoId, taskId } = task;
  const request = { path: { videoId, id: taskId } };
  void queryClient.prefetchQuery(operationQuery(createClient(apiKey), "getTask", request));
  beginTranscriptWithPage({ apiKey, videoId, taskId });
};
