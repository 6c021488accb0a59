import ipaddr from "ipaddr.js";
import { NamedError } from "../errors.ts";

/** strict: global unicast only · loopback: loopback addresses too (local use). */
export type EgressPolicy = "strict" | "loopback";

/** Networks that are not globally reachable according to IANA's registries, but unicast according to ipaddr.js. */
const nonGlobalNetworks = [
  "192.0.0.0/24",
  "192.88.99.0/24",
  "198.18.0.0/15",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "3fff::/20",
].map((range) => ipaddr.parseCIDR(range));

/**
 * All allocated IPv6 unicast addresses. This excludes forms that embed an IPv4 address, which a translator would reach
 * (NAT64, compatible, SIIT). Source: IANA IPv6 Address Space.
 */
const globalUnicast = ipaddr.parseCIDR("2000::/3");

const isIn = (address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]) =>
  address.kind() === network.kind() && address.match(network, bits);

/**
 * Parses a dotted quad, or IPv6 without a zone; else returns null. IPv6 is first normalized as in URLs, because ipaddr.js
 * confuses ::127.0.0.1 with ::ffff:127.0.0.1.
 */
const parsedAddress = (text: string): ipaddr.IPv4 | ipaddr.IPv6 | null => {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  const url = `http://[${text}]/`;
  if (!/^[\da-f:.]+$/i.test(text)) return null;
  return URL.canParse(url) ? ipaddr.process(new URL(url).hostname.slice(1, -1)) : null;
};

/**
 * Returns whether the service may connect to an IP address (text form, without brackets or zone). IPv4 mapped to IPv6
 * (::ffff:127.0.0.1) is treated as IPv4. Text that is not an IP address is not allowed.
 */
export const isAllowedAddress = (text: string, policy: EgressPolicy): boolean => {
  const address = parsedAddress(text);
  if (address === null) return false;
  if (address.range() === "loopback") return policy === "loopback";
  if (address.kind() === "ipv6" && !isIn(address, globalUnicast)) return false;
  return address.range() === "unicast" && !nonGlobalNetworks.some((network) => isIn(address, network));
};

/**
 * Parses and checks a client's URL before its host is resolved: http or https, no credentials, and no IP address that is not
 * allowed. `field` is its path in the request. Host names are checked when they are resolved (adapters/egress). Throws
 * NamedError ValidationFailed or AddressNotAllowed.
 */
export const parseSourceUrl = (text: string, policy: EgressPolicy, field = "url"): URL => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new NamedError("ValidationFailed", [`${field} must be an absolute http or https URL`]);
  }
  if (url.username !== "" || url.password !== "") {
    throw new NamedError("AddressNotAllowed", `${field} must not contain a user name or password`);
  }
  // The URL parser converts 0x7f.1, 2130706433 and the like to dotted IPv4.
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
