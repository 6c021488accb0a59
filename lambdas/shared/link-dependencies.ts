import { createSsmSecret } from "../../adapters/aws/ssm-secret.ts";
import { createSignedLinks, type LinkKey } from "../../adapters/links/signed-links.ts";
import type { MediaLinks } from "../../core/storage/media-links.ts";
import type { LinkEnvironment } from "../environment.ts";

/** ID of the only key of the one-machine engine. */
export const localLinkKeyId = "local";

/** Returns the reader of the newest signing key: older ones only verify links that were signed before a rotation. */
const keyReader = ({ LINK_KEYS, CAPSTACK_LINK_KEY }: LinkEnvironment): (() => Promise<LinkKey>) => {
  if (CAPSTACK_LINK_KEY !== undefined) {
    return async () => ({ id: localLinkKeyId, privateKey: CAPSTACK_LINK_KEY });
  }
  const newest = LINK_KEYS.at(-1);
  if (newest === undefined) throw new Error("LINK_KEYS contains no key");
  const read = createSsmSecret(newest.parameter);
  return async () => ({ id: newest.id, privateKey: await read() });
};

/** Links to media, for every function that gives them to clients. */
export const mediaLinks = (env: LinkEnvironment): { links: MediaLinks } => ({
  links: createSignedLinks({
    publicUrl: env.CAPSTACK_PUBLIC_URL ?? env.PUBLIC_URL,
    readKey: keyReader(env),
  }),
});
