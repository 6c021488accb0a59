import ipaddr from "ipaddr.js";
import { NamedError } from "../errors.ts";

/** strict: global unicast only · loopback: the caller's own machine too (one-machine use). */
export type EgressPolicy = "strict" | "loopback";

/** Networks that IANA's registries mark as not globally reachable and that ipaddr.js files under unicast. */
const alsoForbidden = [
  "192.0.0.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
].map((range) => ipaddr.parseCIDR(range));

/**
 * All of IPv6 that is given out. Outside lie the forms that embed an IPv4 address which a translator on the way would
 * reach (NAT64, compatible, SIIT). Source: IANA IPv6 Address Space.
 */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]) =>
  address.kind() === network.kind() && address.match(network, bits);

/**
 * Null for what is neither a dotted quad nor IPv6 without a zone. IPv6 is first written the one way that URLs write it:
 * ipaddr.js takes ::127.0.0.1 for ::ffff:127.0.0.1.
 */
const parsedAddress = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | null => {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  const url = `http://[${text}]/`;
  if (!/^[\da-f:.]+$/i.test(text)) return null;
  return URL.canParse(url) ? ipaddr.process(new URL(url).hostname.slice(1, -1)) : null;
};

/**
 * Whether the service may connect to an address (text form, without brackets or zone). IPv4 mapped into IPv6
 * (::ffff:127.0.0.1) is judged as the IPv4 that it is. What does not parse is not allowed.
 */
export const isAllowedAddress = (text: string, policy: EgressPolicy): boolean => {
  const address = parsedAddress(text);
  if (address === null) return false;
  if (address.range() === "loopback") return policy === "loopback";
  if (address.kind() === "ipv6" && !isIn(address, globalUnicast)) return false;
  return address.range() === "unicast" && !alsoForbidden.some((network) => isIn(address, network));
};

/**
 * Checks an address that a client gave, before anything is resolved or connected: http or https, no credentials, and
 * not a literal address that is not allowed. `field` is its path in the request. Names are checked when resolved
 * (adapters/egress/egress.ts). Throws ValidationFailed or AddressNotAllowed.
 */
export const parseSourceUrl = (text: string, policy: EgressPolicy, field = "url"): URL => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new NamedError("ValidationFailed", [`${field} must be an absolute http or https URL`]);
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
      `${field} must be a public URL: ${host} is not reachable from the service`,
    );
  }
  return url;
};
