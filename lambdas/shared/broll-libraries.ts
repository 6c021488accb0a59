import { createSsmSecret } from "../../adapters/aws/ssm-secret.ts";
import { createPexelsBrollLibrary } from "../../adapters/egress/pexels-broll-library.ts";
import type { BrollLibrary } from "../../core/broll/broll-library.ts";
import { readManifest } from "../../core/broll/manage-library.ts";
import { createOperatorLibrary } from "../../core/broll/operator-library.ts";
import type { MediaBucket } from "../../core/storage/media-bucket.ts";
import type { BrollEnvironment } from "../environment.ts";

type Bucket = Pick<MediaBucket, "head" | "getJson">;

const pexelsKey = ({ CAPSTACK_PEXELS_KEY: key, PEXELS_KEY_PARAMETER: parameter }: BrollEnvironment) => {
  if (key) return () => Promise.resolve(key);
  return parameter ? createSsmSecret(parameter) : null;
};

const ownLibrary = async (bucket: Bucket): Promise<BrollLibrary | null> => {
  const manifest = await readManifest(bucket);
  return manifest.clips.length > 0 ? createOperatorLibrary(manifest) : null;
};

/** Returns whether any source of b-rolls is configured. */
export const hasBrollLibrary = async (env: BrollEnvironment, bucket: Bucket): Promise<boolean> =>
  pexelsKey(env) !== null || (await ownLibrary(bucket)) !== null;

/** Returns the configured sources of b-rolls; the operator's clips take precedence over Pexels. */
export const brollLibraries = async (env: BrollEnvironment, bucket: Bucket): Promise<BrollLibrary[]> => {
  const own = await ownLibrary(bucket);
  const key = pexelsKey(env);
  const { CAPSTACK_EGRESS: policy = "strict", CAPSTACK_PEXELS_URL: baseUrl } = env;
  return [...(own ? [own] : []), ...(key ? [createPexelsBrollLibrary({ key, policy, baseUrl })] : [])];
};
