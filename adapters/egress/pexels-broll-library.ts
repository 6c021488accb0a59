import { request } from "undici";
import { z } from "zod";
import type { BrollCandidate, BrollLibrary, BrollQuery } from "../../core/broll/broll-library.ts";
import {
  pexelsCandidates,
  pexelsLocale,
  pexelsQueries,
  pexelsVideoSchema,
  searchableText,
} from "../../core/broll/pexels.ts";
import { checkedUrl } from "../../core/egress/download-rules.ts";
import type { EgressPolicy } from "../../core/egress/source-url.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";
import { createGuardedAgent, type Resolve } from "./guarded-agent.ts";

export interface PexelsOptions {
  /** Read at the first search. */
  key: () => Promise<string>;
  policy: EgressPolicy;
  /** Its base URL, without `/search`. */
  baseUrl?: string | undefined;
  resolve?: Resolve;
}

const standardBaseUrl = "https://api.pexels.com/videos";
const responseSchema = z.object({ videos: z.array(pexelsVideoSchema) });
const timeoutSeconds = 10;
const perPage = 15;

const sentence = (reason: string): string =>
  `Pexels ${reason}. Create the task again later, or without brollPercent.`;
const unavailable = (reason: string, cause?: unknown): NamedError =>
  new NamedError("BrollUnavailable", sentence(reason), { cause });
const refused = (reason: string): NamedError => new Refused("BrollUnavailable", sentence(reason));

/**
 * Stock footage of Pexels, searched with the operator's key, through the guard of adapters/egress/guarded-agent.ts. A word is
 * searched once. Source: Pexels API documentation, "Search for Videos".
 */
export const createPexelsBrollLibrary = (options: PexelsOptions): BrollLibrary => {
  const searched = new Map<string, Promise<readonly BrollCandidate[]>>();
  return {
    async find(wish) {
      for (const query of pexelsQueries(wish)) {
        const found = searched.get(query) ?? withSecondTry(() => search(query, wish, options));
        searched.set(query, found);
        const offers = await found;
        if (offers.length > 0) return offers;
      }
      return [];
    },
  };
};

const addressOf = (query: string, wish: BrollQuery, baseUrl: string): string => {
  const url = new URL(`${baseUrl.replace(/\/$/, "")}/search`);
  const { width, height } = wish.frame;
  const orientation = width === height ? "square" : width > height ? "landscape" : "portrait";
  url.search = new URLSearchParams({ query, orientation, per_page: String(perPage) }).toString();
  const locale = pexelsLocale(searchableText(wish)?.language ?? null);
  if (locale !== null) url.searchParams.set("locale", locale);
  return url.href;
};

/** Retries once, so that one transient server error does not fail the task. */
const withSecondTry = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Refused) throw error;
    return await run();
  }
};

/** A rejection that a retry would repeat. */
class Refused extends NamedError {}

const search = async (
  query: string,
  wish: BrollQuery,
  { key, policy, baseUrl = standardBaseUrl, resolve }: PexelsOptions,
): Promise<readonly BrollCandidate[]> => {
  const agent = createGuardedAgent(
    { connectSeconds: timeoutSeconds, idleSeconds: timeoutSeconds },
    policy,
    resolve,
  );
  try {
    const response = await request(checkedUrl(addressOf(query, wish, baseUrl), policy, "Pexels"), {
      dispatcher: agent,
      headers: { authorization: await key(), accept: "application/json", "user-agent": "Capstack" },
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    });
    if (response.statusCode === 401 || response.statusCode === 403)
      throw refused("rejects the operator's key");
    if (response.statusCode === 429) throw refused("accepts no more requests with this key for now");
    if (response.statusCode !== 200) throw unavailable(`returned ${response.statusCode}`);
    const { videos } = responseSchema.parse(await response.body.json());
    return pexelsCandidates(videos, query, wish.frame);
  } catch (error) {
    if (isNamedError(error) && error.name === "BrollUnavailable") throw error;
    throw unavailable(
      error instanceof z.ZodError ? "returned an unknown format" : "cannot be reached",
      error,
    );
  } finally {
    await agent.destroy();
  }
};
