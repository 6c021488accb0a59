import { admitRequest as admit } from "../../core/accounts/admit-request.ts";
import type { StackMiddleware } from "./stack-state.ts";
import { stateOf } from "./stack-state.ts";

/** Before anything of the request is read: who has no key learns nothing about bodies and ids. */
export const admitRequest: StackMiddleware = {
  before: async ({ event }) => {
    const state = stateOf(event);
    const { route, deps, apiRequest } = state;
    if (!route.needsKey) return;
    if (deps.admission === undefined)
      throw new Error(`${route.handler} needs a key and has nothing to look it up in`);
    const onStanding: Parameters<typeof admit>[1] = (account, standing) => {
      apiRequest.account = account;
      state.standing = standing;
    };
    const { plan } = await admit(event.headers, onStanding, deps.admission);
    apiRequest.plan = plan;
  },
};
