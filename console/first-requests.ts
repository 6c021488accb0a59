import { editedTask } from "./editor/edited-task.ts";
import { readKey } from "./session.ts";

/**
 * The first script of the page, which is small: if the page opens with the editor, it sends the requests of the editor. The service works on
 * them while the other script is loaded and evaluated.
 */
const sendFirstRequests = (): void => {
  const task = editedTask(location.pathname);
  const apiKey = task === null ? null : readKey();
  // The other script may have been faster.
  if (task === null || apiKey === null || globalThis.firstResponses !== undefined) return;
  const path = `/videos/${encodeURIComponent(task.videoId)}/task/${encodeURIComponent(task.taskId)}`;
  const send = (at: string): [string, Promise<Response>] => {
    const response = fetch(at, { headers: { "x-api-key": apiKey }, cache: "no-store" });
    // A failure is handled where the response is used.
    response.catch(() => {});
    return [at, response];
  };
  globalThis.firstResponses = new Map([`${path}/transcript`, path].map(send));
};

sendFirstRequests();
