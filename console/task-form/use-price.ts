import { useQuery } from "@tanstack/react-query";
import { pause } from "../../clients/typescript/src/poll.ts";

/** A key that is pressed within this time replaces the request before it is sent. */
const typingMs = 200;

/**
 * The price of a request in USD, as the API calculates it. Returns the previous price while the next is calculated.
 *
 * @param isComplete false: the request lacks something, and has no price yet
 */
export const usePrice = <Request>(
  videoId: string,
  request: Request,
  calculate: (request: Request, signal: AbortSignal) => Promise<string>,
  isComplete = true,
) =>
  useQuery({
    queryKey: ["price", videoId, request],
    queryFn: async ({ signal }) => {
      await pause(typingMs, signal);
      return await calculate(request, signal);
    },
    enabled: isComplete,
    placeholderData: (previous) => previous,
  });
