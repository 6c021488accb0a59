import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import {
  CapstackClient,
  CapstackError,
  CapstackFailure,
  type OperationName,
  type Request,
  type ResponseOf,
} from "../clients/typescript/src/client.ts";
import { fetchOrTake } from "./first-responses.ts";
import { texts } from "./texts/en.ts";

const ClientContext = createContext<CapstackClient | null>(null);
const KeyContext = createContext("");

/** Gives the screens below a client of this origin's API with the given key. */
export const ClientProvider = ({ apiKey, children }: { apiKey: string; children: ReactNode }) => {
  const client = useMemo(() => createClient(apiKey), [apiKey]);
  return (
    <KeyContext value={apiKey}>
      <ClientContext value={client}>{children}</ClientContext>
    </KeyContext>
  );
};

export const createClient = (apiKey: string): CapstackClient =>
  new CapstackClient({ baseUrl: location.origin, apiKey, fetch: fetchOrTake });

export const useClient = (): CapstackClient => {
  const client = useContext(ClientContext);
  if (client === null) throw new Error("useClient is called outside ClientProvider");
  return client;
};

/** The key itself, for requests that the typed client has no call for. */
export const useApiKey = (): string => useContext(KeyContext);

interface QueryOptions<T> {
  /** Milliseconds until the next request, by the last response; false ends polling. */
  poll?: ((result: T | undefined) => number | false) | undefined;
  /** False: it is not read yet. */
  isEnabled?: boolean;
}

/** Reads an operation of the API, and reads it again when the window gets the focus and at the interval of `poll`. */
export const useOperation = <Name extends OperationName>(
  name: Name,
  request: Request<Name>,
  { poll, isEnabled = true }: QueryOptions<ResponseOf<Name>> = {},
) => {
  const client = useClient();
  return useQuery<ResponseOf<Name>>({
    queryKey: [name, request],
    queryFn: ({ signal }) => client.call(name, { ...request, signal }),
    enabled: isEnabled,
    refetchInterval: (query) => poll?.(query.state.data) ?? false,
  });
};

/** The operations that return a page of a list and the cursor of the next one. */
type PagedOperation = {
  [Name in OperationName]: ResponseOf<Name> extends { data: unknown; nextCursor: string | null }
    ? Name
    : never;
}[OperationName];

type Filter<Name extends OperationName> =
  Request<Name> extends { query?: infer Query } ? Omit<NonNullable<Query>, "limit" | "cursor"> : never;

const pageSize = 20;

/** Reads a list page by page, and reads its pages again after `pollMs`, by the pages that were read. */
export const usePages = <Name extends PagedOperation>(
  name: Name,
  filter: Filter<Name>,
  pollMs: number | ((pages: readonly ResponseOf<Name>[]) => number),
) => {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [name, filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }): Promise<ResponseOf<Name>> =>
      client.call(name, { query: { ...filter, limit: pageSize, cursor: pageParam }, signal } as never),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) => (typeof pollMs === "number" ? pollMs : pollMs(state.data?.pages ?? [])),
  });
};

/** The sentence that a user reads for an error. */
export const sentenceOf = (error: unknown): string => {
  if (error instanceof CapstackError || error instanceof CapstackFailure) return error.message;
  if (error instanceof TypeError) return texts.errors.unreachable;
  return error instanceof Error ? error.message : String(error);
};

/** Whether an error means that the key is wrong or revoked. */
export const isUnauthorized = (error: unknown): boolean =>
  error instanceof CapstackError && error.statusCode === 401;
