import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import {
  cannedPolicy,
  linkDigest,
  resourceUrl,
  toQueryBase64,
} from "../../core/storage/media-link-format.ts";
import type { MediaLinks } from "../../core/storage/media-links.ts";

export interface LinkKey {
  /** The Key-Pair-Id of links: the ID of the public key in CloudFront. */
  id: string;
  /** RSA, PEM. */
  privateKey: string;
}

export interface SignedLinksOptions {
  /** URL of the service as clients see it. */
  publicUrl: string;
  /** Reads the key; called once, and again after a failure. */
  readKey: () => Promise<LinkKey>;
}

/** Returns links that are valid by their own signature, so they outlive every session and need no AWS call per link. */
export const createSignedLinks = ({ publicUrl, readKey }: SignedLinksOptions): MediaLinks => {
  let known: Promise<{ id: string; key: KeyObject }> | undefined;
  const key = (): Promise<{ id: string; key: KeyObject }> => {
    known ??= readKey()
      .then(({ id, privateKey }) => ({ id, key: createPrivateKey(privateKey) }))
      .catch((error: unknown) => {
        known = undefined;
        throw error;
      });
    return known;
  };
  return {
    async signDownload(objectKey, expiresAt, filename, contentType) {
      const signer = await key();
      const resource = resourceUrl(publicUrl, objectKey, filename, contentType);
      const expires = Math.floor(Date.parse(expiresAt) / 1000);
      const signature = sign(linkDigest.node, Buffer.from(cannedPolicy(resource, expires)), signer.key);
      const encoded = toQueryBase64(signature.toString("base64"));
      return `${resource}&Expires=${expires}&Signature=${encoded}&Key-Pair-Id=${signer.id}&Hash-Algorithm=${linkDigest.parameter}`;
    },
  };
};
