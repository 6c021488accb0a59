import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** Status of a response, or a way to fail. */
export type Behavior = number | "hang" | "reset" | "slow";

export interface Post {
  at: number;
  body: string;
  headers: Record<string, string>;
  payload: {
    eventId: string;
    sequence: number;
    event: string;
    taskId: string;
    notificationFor: string;
    tool?: string;
    renderUrl?: string;
    transcriptUrl?: string;
    progress?: number;
    errorName?: string;
    metadata?: Record<string, string>;
    status: string;
  };
}

/** Starts a webhook receiver that responds to each path with its planned behaviors in order, then with 200. */
export const startReceiver = async () => {
  const posts = new Map<string, Post[]>();
  const plans = new Map<string, Behavior[]>();

  const act = async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const behavior = plans.get(path)?.shift() ?? 200;
    if (behavior === "reset") request.socket.resetAndDestroy();
    else if (behavior === "slow") await delay(3000).then(() => response.end("at last"));
    else if (behavior !== "hang")
      response.writeHead(behavior, { location: "/elsewhere" }).end(`status ${behavior}`);
  };

  const server = createServer((request, response) => {
    const at = Date.now();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      const body = Buffer.concat(chunks).toString("utf8");
      const headers = request.headers as Record<string, string>;
      posts.set(path, [...(posts.get(path) ?? []), { at, body, headers, payload: JSON.parse(body) }]);
      void act(path, request, response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    paths: () => [...posts.keys()],
    postsTo: (path: string): Post[] => posts.get(path) ?? [],
    plan: (path: string, behaviors: Behavior[]): void => {
      plans.set(path, behaviors);
    },
    /** Waits until the posts to a path match. Rejects once the receiver is closed, so that no test waits after its end. */
    until: async (path: string, isMatch: (posts: Post[]) => boolean): Promise<Post[]> => {
      while (server.listening) {
        const received = posts.get(path) ?? [];
        if (isMatch(received)) return received;
        await delay(50);
      }
      throw new Error(`The receiver was closed before the expected posts to ${path}`);
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};
