import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { isIP } from "node:net";
import { Agent, buildConnector } from "undici";
import { type EgressPolicy, isAllowedAddress } from "../../core/egress/source-url.ts";
import { NamedError } from "../../core/errors.ts";

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export const resolveAll: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

export const notAllowed = (host: string): NamedError =>
  new NamedError("AddressNotAllowed", `${host} is not a public host: it is not reachable from the service.`);

/**
 * What `net.connect` calls for names: the addresses that it gets are those that it connects to. One forbidden address
 * among a name's several refuses it, with NamedError AddressNotAllowed.
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
  /** Longest silence: before the headers, and between two pieces of the body. */
  idleSeconds: number;
}

/**
 * Opens connections only to addresses that were checked just before, not to a name that could resolve anew; one forbidden
 * address among a name's several refuses it. Each exchange has a connection of its own. Refusals reach the request as
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
      // Literal addresses are never looked up.
      const host = options.hostname.replace(/^\[|\]$/g, "");
      if (isIP(host) && !isAllowedAddress(host, policy)) callback(notAllowed(host), null);
      else connect(options, callback);
    },
    headersTimeout: idleSeconds * 1000,
    bodyTimeout: idleSeconds * 1000,
    pipelining: 0,
  });
};
