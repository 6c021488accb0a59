import { admitOperator } from "../../core/accounts/admit-operator.ts";
import { admitRequest as admit } from "../../core/accounts/admit-request.ts";
import type { ApiEvent } from "./api-request.ts";
import { type StackMiddleware, type StackState, stateOf } from "./stack-state.ts";

const missing = ({ route }: StackState): Error =>
  new Error(`${route.handler} needs a key and has no dependency to check it with`);

const admitCaller = async (event: ApiEvent, state: StackState): Promise<void> => {
  const { deps, caller } = state;
  if (deps.admission === undefined) throw missing(state);
  const onRateLimit: Parameters<typeof admit>[1] = (account, rateLimit) => {
    caller.account = account;
    state.rateLimit = rateLimit;
  };
  const { plan } = await admit(event.headers, onRateLimit, deps.admission);
  caller.plan = plan;
};

const admitKeyOfOperator = async (event: ApiEvent, state: StackState): Promise<void> => {
  const { operatorAdmission } = state.deps;
  if (operatorAdmission === undefined) throw missing(state);
  const onRateLimit: Parameters<typeof admitOperator>[1] = (keyId, rateLimit) => {
    state.operatorKeyId = keyId;
    state.rateLimit = rateLimit;
  };
  await admitOperator(event.headers, onRateLimit, operatorAdmission);
};

/** Runs before the request is parsed, so that a response to a caller without a key reveals nothing about bodies and IDs. */
export const checkAdmission: StackMiddleware = {
  before: async ({ event }) => {
    const state = stateOf(event);
    if (!state.route.needsKey) return;
    await (state.route.servedBy === "operator" ? admitKeyOfOperator : admitCaller)(event, state);
  },
};
