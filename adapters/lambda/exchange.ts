import http from "node:http";

interface ReceivedResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

interface SentRequest {
  host: string;
  port: number;
  method: string;
  path: string;
  headers?: Record<string, string | number>;
  body?: Buffer;
}

/** Sends a request over a new connection. Has no time limits, because a function is suspended between invocations. */
export const exchange = ({ body, ...request }: SentRequest): Promise<ReceivedResponse> =>
  new Promise((resolve, reject) => {
    const outgoing = http.request({ ...request, agent: false }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
