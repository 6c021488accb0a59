import { admitRequest as admit } from "../../core/accounts/admit-request.ts";
import type { StackMiddleware } from "./stack-state.ts";
import { stateOf } from "./stack-state.ts";

/** Runs before the request is parsed, so that a response to a caller without a key reveals nothing about bodies and IDs. */
export const checkAdmission: StackMiddleware = {
  before: async ({ event }) => {
    const state = stateOf(event);
    const { route, deps, caller } = state;
    if (!route.needsKey) return;
    if (deps.admission === undefined)
      throw new Error(`${route.handler} needs a key and has no dependency to check it with`);
    const onRateLimit: Parameters<typeof admit>[1] = (account, rateLimit) => {
      caller.account = account;
      state.rateLimit = rateLimit;
    };
    const { plan } = await admit(event.headers, onRateLimit, deps.admission);
    caller.plan = plan;
  },
};
