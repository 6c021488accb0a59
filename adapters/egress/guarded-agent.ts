import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { isIP } from "node:net";
import { Agent, buildConnector } from "undici";
import { type EgressPolicy, isAllowedAddress } from "../../core/egress/source-url.ts";
import { NamedError } from "../../core/errors.ts";

/** Resolves a host name to all its IP addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export const resolveAll: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

export const notAllowed = (host: string): NamedError =>
  new NamedError("AddressNotAllowed", `${host} is not a public host, so the service cannot connect to it.`);

/**
 * The lookup function for `net.connect`, which connects only to the returned IP addresses. One forbidden IP address
 * of a name rejects the name with NamedError AddressNotAllowed.
 */
export const createVettedLookup =
  (policy: EgressPolicy, resolve: Resolve) =>
  (
    hostname: string,
    options: { all?: boolean | undefined },
    callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        const isVetted = first && addresses.every(({ address }) => isAllowedAddress(address, policy));
        if (!isVetted) callback(notAllowed(hostname), []);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };

export interface AgentTimes {
  connectSeconds: number;
  /** Idle timeout: before the headers, and between two chunks of the body. */
  idleSeconds: number;
}

/**
 * Connects only to IP addresses that were checked immediately before, not to a name that could resolve again; one forbidden
 * IP address of a name rejects the name. Each exchange uses a separate connection. Rejections reach the request as
 * NamedError AddressNotAllowed among its causes.
 */
export const createGuardedAgent = (
  { connectSeconds, idleSeconds }: AgentTimes,
  policy: EgressPolicy,
  resolve: Resolve = resolveAll,
): Agent => {
  const vettedLookup = createVettedLookup(policy, resolve);
  const connect = buildConnector({ lookup: vettedLookup as never, timeout: connectSeconds * 1000 });
  return new Agent({
    connect: (options, callback) => {
      // Literal IP addresses are never looked up.
      const host = options.hostname.replace(/^\[|\]$/g, "");
      if (isIP(host) && !isAllowedAddress(host, policy)) callback(notAllowed(host), null);
      else connect(options, callback);
    },
    headersTimeout: idleSeconds * 1000,
    bodyTimeout: idleSeconds * 1000,
    pipelining: 0,
  });
};
