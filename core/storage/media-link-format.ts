/**
 * The form of links to media: a CloudFront signed URL with a canned policy. CloudFront, the reverse proxy of the one-machine
 * engine and the redirecting function of a deployment without CloudFront all verify this one form.
 * Source: Amazon CloudFront Developer Guide, "Create a signed URL using a canned policy".
 */

/** Path prefix of links; the rest of the path is the object key. */
export const mediaPathPrefix = "/media/";

/** Query parameters that S3 turns into response headers. Everything else in a link's query is removed before S3. */
export const responseParameters = ["response-content-disposition", "response-content-type"] as const;

/** Query parameters of the signature, in the order in which they are appended. */
export const signatureParameters = ["Expires", "Signature", "Key-Pair-Id", "Hash-Algorithm"] as const;

/** Node's name of the digest and CloudFront's. */
export const linkDigest = { node: "sha256", parameter: "SHA256" } as const;

/** Escapes what encodeURIComponent leaves but some clients encode, so that the signed text is the text that arrives. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns a Content-Disposition for a file name of any script. Source: RFC 6266 §4.3, RFC 8187 §3.2. */
export const attachment = (filename: string): string => {
  const ascii = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encode(filename)}`;
};

/** Returns the URL that is signed: without the parameters of the signature. */
export const resourceUrl = (
  publicUrl: string,
  key: string,
  filename: string,
  contentType: string,
): string => {
  const path = key.split("/").map(encode).join("/");
  const query = `response-content-disposition=${encode(attachment(filename))}&response-content-type=${encode(contentType)}`;
  return `${publicUrl.replace(/\/$/, "")}${mediaPathPrefix}${path}?${query}`;
};

/** Returns the canned policy, byte for byte as CloudFront rebuilds it. `expiresSeconds` is Unix time. */
export const cannedPolicy = (resource: string, expiresSeconds: number): string =>
  `{"Statement":[{"Resource":${JSON.stringify(resource)},"Condition":{"DateLessThan":{"AWS:EpochTime":${expiresSeconds}}}}]}`;

/** Replaces the characters of base64 that a query must not contain. */
export const toQueryBase64 = (base64: string): string =>
  base64.replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");

/** Reverses `toQueryBase64`. */
export const fromQueryBase64 = (text: string): string =>
  text.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/");
