declare global {
  /** Responses to the requests of `first-requests.ts`, by path: that script and the one of the page share nothing else. */
  var firstResponses: Map<string, Promise<Response>> | undefined;
}

/** Fetches, or returns the response to a read that was sent while the script of the page was loaded. Each is returned once. */
export const fetchOrTake: typeof fetch = (input, init) => {
  // The base only makes a path a URL.
  const { pathname, search } = new URL(String(input), "http://console");
  const path = pathname + search;
  globalThis.firstResponses ??= new Map();
  const sent = (init?.method ?? "GET") === "GET" ? globalThis.firstResponses.get(path) : undefined;
  globalThis.firstResponses.delete(path);
  return sent ?? fetch(input, init);
};
