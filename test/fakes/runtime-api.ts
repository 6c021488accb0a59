import http from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeRuntimeApi {
  /** Host and port. */
  address: string;
  /** What the runtime answered to each invocation, as path below the invocations and body. */
  answers: [path: string, body: unknown][];
  close(): Promise<void>;
}

/** Serves events to a Lambda runtime one at a time, then ends the connection. `seconds`: the time limit of each invocation. */
export const startRuntimeApi = async (events: readonly unknown[], seconds = 60): Promise<FakeRuntimeApi> => {
  const answers: [string, unknown][] = [];
  let index = 0;
  const server = http.createServer(async (request, response) => {
    if (request.method === "GET") {
      if (index >= events.length) return response.destroy();
      response.setHeader("lambda-runtime-aws-request-id", `i-${index}`);
      response.setHeader("lambda-runtime-deadline-ms", String(Date.now() + seconds * 1000));
      response.end(JSON.stringify(events[index]));
      index += 1;
      return;
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const path = String(request.url).replace("/2018-06-01/runtime/invocation/", "");
    answers.push([path, JSON.parse(Buffer.concat(pieces).toString())]);
    response.writeHead(202).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
