import * as z from "zod";

/** An image in a registry: host, repository and tag of `host/repository:tag`. */
export interface ImageReference {
  host: string;
  repository: string;
  tag: string;
}

/** Parses `host/repository:tag`. Throws for a name without a host or tag. */
export const parseReference = (image: string): ImageReference => {
  const [, host, repository, tag] = /^([^/]+)\/(.+):([^:/]+)$/.exec(image) ?? [];
  if (!host || !repository || !tag) throw new Error(`${image}: give host/repository:tag.`);
  return { host, repository, tag };
};

/** Manifests of all platforms first: the digest must serve x86-64 and ARM. */
const manifestTypes = [
  "application/vnd.oci.image.index.v1+json",
  "application/vnd.docker.distribution.manifest.list.v2+json",
].join(", ");

/** Like fetch, with an error that names the host. */
const request = async (url: URL, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { cause } = error as Error;
    throw new Error(`${url.host} cannot be reached: ${(cause as Error | undefined)?.message ?? error}`);
  }
};

const challengeValue = (challenge: string, name: string): string | undefined =>
  new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1];

/** Gets an anonymous token by the challenge of a 401 response (Distribution specification, token authentication). */
const fetchToken = async (challenge: string, signal: AbortSignal): Promise<string> => {
  const realm = challengeValue(challenge, "realm");
  if (!realm) throw new Error(`The registry's challenge is not understood: ${challenge}`);
  const url = new URL(realm);
  for (const name of ["service", "scope"]) {
    const value = challengeValue(challenge, name);
    if (value) url.searchParams.set(name, value);
  }
  const response = await request(url, { signal });
  if (!response.ok) throw new Error(`${url.host} gave no token: ${response.status}.`);
  const body = z
    .object({ token: z.string().optional(), access_token: z.string().optional() })
    .parse(await response.json());
  return body.token ?? body.access_token ?? "";
};

/**
 * Reads the digest of an image of several platforms from its registry by the OCI Distribution protocol (HEAD of the manifest,
 * `Docker-Content-Digest`).
 *
 * @param origin scheme and host of the registry; https by default
 * @returns `sha256:` and 64 hexadecimal digits
 * @throws Error naming the registry and the status
 */
export const fetchDigest = async (
  { host, repository, tag }: ImageReference,
  origin = `https://${host}`,
): Promise<string> => {
  const signal = AbortSignal.timeout(30_000);
  const url = new URL(`/v2/${repository}/manifests/${tag}`, origin);
  const head = (token?: string): Promise<Response> =>
    request(url, {
      method: "HEAD",
      headers: { accept: manifestTypes, ...(token ? { authorization: `Bearer ${token}` } : {}) },
      signal,
    });
  let response = await head();
  const challenge = response.headers.get("www-authenticate");
  if (response.status === 401 && challenge) response = await head(await fetchToken(challenge, signal));
  if (!response.ok) throw new Error(`${host} has no manifest of ${repository}:${tag}: ${response.status}.`);
  const digest = response.headers.get("docker-content-digest") ?? "";
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${host} stated no digest of ${repository}.`);
  return digest;
};
