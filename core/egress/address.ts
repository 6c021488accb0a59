import ipaddr from "ipaddr.js";
import { NamedError } from "../errors.ts";

/** strict: global unicast only · loopback: the caller's own machine too (one-machine use). */
export type EgressPolicy = "strict" | "loopback";

/**
 * Networks that IANA's special-purpose registries mark as not globally reachable and that ipaddr.js files under
 * unicast, and IPv6 forms that embed an IPv4 address which a translator on the way would reach.
 */
const alsoForbidden = [
  "192.0.0.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "::/96",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
  "5f00::/16",
  "fec0::/10",
].map((range) => ipaddr.parseCIDR(range));

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]) =>
  address.kind() === network.kind() && address.match(network, bits);

/**
 * Whether the service may connect to an address (text form, without brackets or zone). IPv4 inside IPv6
 * (::ffff:127.0.0.1) is judged as the IPv4 that it is. What does not parse is not allowed.
 */
export const isAllowedAddress = (text: string, policy: EgressPolicy): boolean => {
  if (!ipaddr.isValid(text)) return false;
  const parsed = ipaddr.process(text);
  if (parsed.range() === "loopback") return policy === "loopback";
  return parsed.range() === "unicast" && !alsoForbidden.some((network) => isIn(parsed, network));
};

/**
 * Checks an address that a client gave, before anything is resolved or connected: http or https, no credentials, and
 * not a literal address that is not allowed. `field` is its path in the request. Names are checked when resolved
 * (adapters/egress.ts). Throws ValidationFailed or AddressNotAllowed.
 */
export const parseSourceUrl = (text: string, policy: EgressPolicy, field = "url"): URL => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new NamedError("ValidationFailed", [`${field} must be an absolute http or https address`]);
  }
  if (url.username !== "" || url.password !== "") {
    throw new NamedError("AddressNotAllowed", `${field} must not hold a user name or password`);
  }
  // The URL parser has already turned 0x7f.1, 2130706433 and the like into dotted IPv4.
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isLiteral = ipaddr.isValid(host);
  const isLocalName = host === "localhost" || host.endsWith(".localhost");
  if ((isLiteral && !isAllowedAddress(host, policy)) || (isLocalName && policy !== "loopback")) {
    throw new NamedError(
      "AddressNotAllowed",
      `${field} must be a public address: ${host} is not reachable from the service`,
    );
  }
  return url;
};
