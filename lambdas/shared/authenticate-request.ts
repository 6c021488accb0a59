import { authenticate } from "../../core/accounts/authenticate.ts";
import type { StackMiddleware } from "./stack-state.ts";
import { stateOf } from "./stack-state.ts";

/** Before anything of the request is read: who has no key learns nothing about bodies and ids. */
export const authenticateRequest: StackMiddleware = {
  before: async ({ event }) => {
    const { route, deps, apiRequest } = stateOf(event);
    if (!route.needsKey) return;
    const { accounts, sha256 } = deps;
    if (accounts === undefined)
      throw new Error(`${route.handler} needs a key and has no accounts to look it up`);
    apiRequest.account = await authenticate(event.headers, { accounts, sha256 });
  },
};
