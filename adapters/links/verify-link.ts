import { type KeyObject, verify } from "node:crypto";
import {
  cannedPolicy,
  fromQueryBase64,
  linkDigest,
  mediaPathPrefix,
  responseParameters,
  signatureParameters,
} from "../../core/storage/media-link-format.ts";

export interface VerifiedLink {
  /** Key of the object. */
  key: string;
  /** The parameters for S3, decoded. */
  response: Readonly<Record<(typeof responseParameters)[number], string>>;
}

/**
 * Verifies a link as CloudFront does: the signature of a key of the group, over the URL as it was requested, not expired.
 *
 * @param url absolute URL of the request, byte for byte as the client sent it
 * @param publicKeyOf the public key with an ID; null for an unknown ID
 * @returns null if the link is not valid
 */
export const verifyLink = (
  url: string,
  publicKeyOf: (id: string) => KeyObject | null,
  now: Date,
): VerifiedLink | null => {
  if (!URL.canParse(url)) return null;
  const { pathname, searchParams } = new URL(url);
  if (!pathname.startsWith(mediaPathPrefix)) return null;
  const [expires, signature, keyId, digest] = signatureParameters.map((name) => searchParams.get(name) ?? "");
  const publicKey = publicKeyOf(keyId ?? "");
  if (publicKey === null || digest !== linkDigest.parameter || !/^\d{1,12}$/.test(expires ?? "")) return null;
  const policy = cannedPolicy(withoutSignature(url), Number(expires));
  const bytes = Buffer.from(fromQueryBase64(signature ?? ""), "base64");
  if (!verify(linkDigest.node, Buffer.from(policy), publicKey, bytes)) return null;
  if (now.getTime() >= Number(expires) * 1000) return null;
  return {
    key: decodeURIComponent(pathname.slice(mediaPathPrefix.length)),
    response: Object.fromEntries(
      responseParameters.map((name) => [name, searchParams.get(name) ?? ""]),
    ) as VerifiedLink["response"],
  };
};

const withoutSignature = (url: string): string => {
  const [base = "", query = ""] = url.split("?", 2);
  const isSignature = (pair: string): boolean =>
    signatureParameters.some((name) => pair.startsWith(`${name}=`));
  const kept = query.split("&").filter((pair) => !isSignature(pair));
  return kept.length === 0 ? base : `${base}?${kept.join("&")}`;
};
