import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { pipeline } from "node:stream";
import { StartError } from "../start-error.ts";
import type { Backend } from "./backend.ts";
import { hasBody, passedOnHeaders, requestHeaders } from "./headers.ts";
import {
  isGatewayFault,
  isGatewayRefusal,
  isTooLargeForApi,
  refuseAccess,
  refuseFault,
  refuseTooLarge,
  refuseUnavailable,
} from "./refusals.ts";
import { type Destination, type RoutingFacts, route } from "./routing.ts";

/** How long a request waits for a backend that is being started again. */
const defaultPatienceMs = 10_000;
const retryPauseMs = 100;

export interface FrontDoorOptions {
  emulator: Backend;
  ingest: Backend;
  patienceMs?: number;
}

/**
 * The one stable address, as CloudFront is in the cloud: passes each request on to where it belongs and the answer back,
 * streaming both ways. A backend that is away for a moment is waited for as long as nothing of the request has been
 * lost.
 */
export class FrontDoor {
  private readonly server: http.Server;
  private readonly options: FrontDoorOptions;
  private facts: RoutingFacts | null = null;
  private readonly keepAlive = new http.Agent({ keepAlive: true, maxFreeSockets: 32 });
  // A request with a body gets a connection of its own: one that the backend closes just then would lose the body.
  private readonly oneEach = new http.Agent({ keepAlive: false });

  constructor(options: FrontDoorOptions) {
    this.options = options;
    this.server = http.createServer((request, response) => {
      void this.handle(request, response);
    });
    // Uploads may take hours; clients that pool connections keep them for a minute.
    this.server.requestTimeout = 0;
    this.server.keepAliveTimeout = 65_000;
  }

  /** Throws StartError when the port is taken. */
  listen(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once("error", (error: NodeJS.ErrnoException) => {
        reject(listenError(error, port));
      });
      this.server.listen(port, "127.0.0.1", () => {
        resolve((this.server.address() as { port: number }).port);
      });
    });
  }

  /** Before this is known, every request is answered 503. */
  serve(facts: RoutingFacts): void {
    this.facts = facts;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
    this.keepAlive.destroy();
    this.oneEach.destroy();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The client may go away at any time; what is under way for it then ends through `close`.
    request.on("error", () => {});
    response.on("error", () => {});
    if (this.facts === null) return refuseUnavailable(response);
    const destination = route(request.method ?? "GET", request.url ?? "/", this.facts);
    if (destination.backend === "none") return refuseAccess(response);
    if (destination.backend === "api" && isTooLargeForApi(request.headers))
      return refuseTooLarge(request, response);
    const backend = destination.backend === "ingest" ? this.options.ingest : this.options.emulator;
    const deadline = Date.now() + (this.options.patienceMs ?? defaultPatienceMs);
    while (!response.destroyed) {
      const port = await backend.portWithin(deadline - Date.now());
      if (port === null) return refuseUnavailable(response);
      const outcome = await this.attempt(request, response, destination, port);
      if (outcome !== "retry") return;
      if (Date.now() > deadline) return refuseUnavailable(response);
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
    }
  }

  /**
   * One try. "retry" when the backend broke off before it answered and nothing of the request has been used up: no
   * connection came about, or the request has no body and may be made twice.
   */
  private attempt(
    request: IncomingMessage,
    response: ServerResponse,
    destination: Exclude<Destination, { backend: "none" }>,
    port: number,
  ): Promise<"done" | "retry"> {
    const withBody = hasBody(request.headers);
    const isRepeatable = !withBody && request.method !== "POST" && request.method !== "PATCH";
    return new Promise((resolve) => {
      const upstream = http.request({
        host: "127.0.0.1",
        port,
        method: request.method,
        path: destination.path,
        headers: requestHeaders(request),
        setHost: false,
        agent: withBody ? this.oneEach : this.keepAlive,
      });
      let isConnected = false;
      let isAnswered = false;
      const abandon = () => upstream.destroy();
      const settle = (outcome: "done" | "retry") => {
        response.off("close", abandon);
        resolve(outcome);
        // A client that is still sending when the answer is there must be able to finish and read it.
        if (outcome === "done") request.unpipe(upstream).resume();
      };
      response.on("close", abandon);
      upstream.on("socket", (socket) => {
        whenConnected(socket, () => {
          isConnected = true;
          if (withBody) request.pipe(upstream);
          else upstream.end();
        });
      });
      upstream.on("response", (answer) => {
        isAnswered = true;
        // The gateway's own refusal of a body whose length nobody announced, or its word for a function without answer.
        const isRefusal = isGatewayRefusal(answer);
        if (destination.backend === "api" && (isRefusal || isGatewayFault(answer))) {
          answer.resume();
          (isRefusal ? refuseTooLarge : refuseFault)(request, response);
          return settle("done");
        }
        passBack(answer, response, () => settle("done"));
      });
      upstream.on("error", () => {
        // An answer that came before the end of the body stands; passBack sees whether it is whole.
        if (isAnswered) return;
        if (!response.destroyed && (!isConnected || isRepeatable)) return settle("retry");
        if (!response.destroyed) refuseUnavailable(response);
        settle("done");
      });
    });
  }
}

function whenConnected(socket: Socket, callback: () => void): void {
  if (socket.connecting) socket.once("connect", callback);
  else callback();
}

/** A backend that breaks off in the middle breaks the client's connection too: a cut answer must not look whole. */
function passBack(answer: IncomingMessage, response: ServerResponse, done: () => void): void {
  const headers = passedOnHeaders(answer.rawHeaders, answer.headers.connection);
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
  response.flushHeaders();
  pipeline(answer, response, () => done());
}

function listenError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === "EADDRINUSE") {
    return new StartError(`Port ${port} is in use: stop what uses it, or choose another with --port N.`);
  }
  if (error.code === "EACCES") {
    return new StartError(`Port ${port} may not be used by this user: choose one above 1023 with --port N.`);
  }
  return error;
}
