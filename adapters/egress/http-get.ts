import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { type EgressPolicy, isAllowedAddress } from "../../core/egress/source-url.ts";
import { EgressTimeout } from "./download-failure.ts";
import { createVettedLookup, notAllowed, type Resolve } from "./guarded-agent.ts";

export interface GetOptions {
  policy: EgressPolicy;
  resolve: Resolve;
  headers: Readonly<Record<string, string>>;
  connectSeconds: number;
  /** Longest wait for the headers once connected, preliminary responses (1xx) included. */
  headerSeconds: number;
  signal: AbortSignal;
}

/**
 * Sends one GET over a separate connection to an IP address that was checked just before. Uses Node's own client: undici
 * discards unread bytes when a server closes its connection after the response, which every server does in response to
 * `Connection: close`.
 *
 * @returns the response with its body unread; the caller reads or destroys it
 * @throws NamedError AddressNotAllowed; EgressTimeout; the errors of the resolver, the socket and TLS
 */
export const httpGet = (url: URL, options: GetOptions): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    // Literal IP addresses are never looked up.
    if (isIP(host) && !isAllowedAddress(host, options.policy)) {
      reject(notAllowed(host));
      return;
    }
    const settings: RequestOptions = {
      agent: false,
      lookup: createVettedLookup(options.policy, options.resolve) as NonNullable<RequestOptions["lookup"]>,
      headers: { ...options.headers, connection: "close" },
      signal: options.signal,
    };
    const request = url.protocol === "https:" ? httpsRequest(url, settings) : httpRequest(url, settings);
    let timer = setTimeout(
      () => request.destroy(new EgressTimeout("ConnectTimeout")),
      options.connectSeconds * 1000,
    );
    request.once("socket", (socket) =>
      socket.once("connect", () => {
        clearTimeout(timer);
        timer = setTimeout(
          () => request.destroy(new EgressTimeout("StallTimeout")),
          options.headerSeconds * 1000,
        );
      }),
    );
    request.once("response", (response) => {
      clearTimeout(timer);
      // An error after the last reader has finished must not end the process.
      response.on("error", () => {});
      resolve(response);
    });
    request.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    request.end();
  });
