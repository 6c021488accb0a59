/** Returns the task that a URL of the editor names; null for other screens. */
export const editedTask = (pathname: string): { videoId: string; taskId: string } | null => {
  const [, videoId, taskId] = /^\/console\/videos\/([^/]+)\/tasks\/([^/]+)\/?$/.exec(pathname) ?? [];
  return videoId === undefined || taskId === undefined
    ? null
    : { videoId: decodeURIComponent(videoId), taskId: decodeURIComponent(taskId) };
};
