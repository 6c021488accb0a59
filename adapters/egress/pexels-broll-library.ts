import { request } from "undici";
import * as z from "zod";
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
  /** Read when it is first needed. */
  key: () => Promise<string>;
  policy: EgressPolicy;
  /** URL of the API without `/search`. */
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
const notRetryable = (reason: string): NamedError => new NotRetryable("BrollUnavailable", sentence(reason));

/**
 * Stock footage of Pexels, searched with the operator's key through adapters/egress/guarded-agent.ts. Results of a
 * search text are cached. Source: Pexels API documentation, "Search for Videos".
 */
export const createPexelsBrollLibrary = (options: PexelsOptions): BrollLibrary => {
  const searches = new Map<string, Promise<readonly BrollCandidate[]>>();
  return {
    async find(query) {
      for (const text of pexelsQueries(query)) {
        const found = searches.get(text) ?? withRetry(() => search(text, query, options));
        searches.set(text, found);
        const candidates = await found;
        if (candidates.length > 0) return candidates;
      }
      return [];
    },
  };
};

const searchUrl = (text: string, query: BrollQuery, baseUrl: string): string => {
  const url = new URL(`${baseUrl.replace(/\/$/, "")}/search`);
  const { width, height } = query.frame;
  const orientation = width === height ? "square" : width > height ? "landscape" : "portrait";
  url.search = new URLSearchParams({ query: text, orientation, per_page: String(perPage) }).toString();
  const locale = pexelsLocale(searchableText(query)?.language ?? null);
  if (locale !== null) url.searchParams.set("locale", locale);
  return url.href;
};

/** Retries once, so that one transient server error does not fail the task. */
const withRetry = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    if (error instanceof NotRetryable) throw error;
    return await run();
  }
};

/** A response that a retry would not change. */
class NotRetryable extends NamedError {}

const search = async (
  text: string,
  query: BrollQuery,
  { key, policy, baseUrl = standardBaseUrl, resolve }: PexelsOptions,
): Promise<readonly BrollCandidate[]> => {
  const agent = createGuardedAgent(
    { connectSeconds: timeoutSeconds, idleSeconds: timeoutSeconds },
    policy,
    resolve,
  );
  try {
    const response = await request(checkedUrl(searchUrl(text, query, baseUrl), policy, "Pexels"), {
      dispatcher: agent,
      headers: { authorization: await key(), accept: "application/json", "user-agent": "Capstack" },
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    });
    if (response.statusCode === 401 || response.statusCode === 403)
      throw notRetryable("rejects the configured API key");
    if (response.statusCode === 429) throw notRetryable("has reached the request limit of this key");
    if (response.statusCode !== 200) throw unavailable(`returned ${response.statusCode}`);
    const { videos } = responseSchema.parse(await response.body.json());
    return pexelsCandidates(videos, text, query.frame);
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
