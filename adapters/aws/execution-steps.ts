import {
  ExecutionDoesNotExist,
  type HistoryEvent,
  paginateGetExecutionHistory,
  SFNClient,
} from "@aws-sdk/client-sfn";
import type { ExecutionStep, ExecutionSteps } from "../../core/workflows/execution-steps.ts";

interface OpenStep extends ExecutionStep {
  errors: string[];
}

/** States that only decide or rename take no time. */
const isInstant = (type: string): boolean => /^(Choice|Pass|Succeed|Fail)State/.test(type);

const errorOf = (event: HistoryEvent): string | undefined => {
  if (event.type === "TaskTimedOut") return event.taskTimedOutEventDetails?.error ?? "States.Timeout";
  return (
    event.taskFailedEventDetails?.error ??
    event.taskStartFailedEventDetails?.error ??
    event.taskSubmitFailedEventDetails?.error
  );
};

/** The execution that a state has started and waits for. */
const childOf = ({ taskSubmittedEventDetails: submitted }: HistoryEvent): string | undefined => {
  if (submitted?.resourceType !== "states" || submitted.output === undefined) return undefined;
  return (JSON.parse(submitted.output) as { ExecutionArn?: string }).ExecutionArn;
};

/** Creates the record of states from the histories of Step Functions, which AWS keeps for 90 days. */
export const createExecutionSteps = (client = new SFNClient({})): ExecutionSteps => {
  const read = async (executionArn: string, prefix: string): Promise<ExecutionStep[]> => {
    const steps: OpenStep[] = [];
    const children: { after: OpenStep; arn: string }[] = [];
    // By the IDs of their events: segments are rendered at the same time, so their events alternate.
    const stepOf = new Map<number, OpenStep>();
    const open = (name?: string): OpenStep | undefined =>
      steps.findLast((step) => step.seconds === null && (name === undefined || step.name === prefix + name));
    const enter = (name: string, at: Date): OpenStep => {
      const step: OpenStep = { name: prefix + name, enteredAt: at.toISOString(), seconds: null, errors: [] };
      steps.push(step);
      return step;
    };
    const pages = paginateGetExecutionHistory({ client, pageSize: 1000 }, { executionArn });
    for await (const { events = [] } of pages)
      for (const event of events) {
        const { type = "", timestamp = new Date(0), stateEnteredEventDetails: entered } = event;
        const earlier = stepOf.get(event.previousEventId ?? 0);
        const step =
          entered?.name !== undefined && !isInstant(type) ? enter(entered.name, timestamp) : earlier;
        if (step !== undefined && event.id !== undefined) stepOf.set(event.id, step);
        const [error, child] = [errorOf(event), childOf(event)];
        const current = step?.seconds === null ? step : open();
        if (error !== undefined) current?.errors.push(error);
        if (child !== undefined && current !== undefined) children.push({ after: current, arn: child });
        const exitedName = event.stateExitedEventDetails?.name ?? "";
        const left = current?.name === prefix + exitedName ? current : open(exitedName);
        if (left) left.seconds = (timestamp.getTime() - Date.parse(left.enteredAt)) / 1000;
      }
    for (const { after, arn } of children)
      steps.splice(steps.indexOf(after) + 1, 0, ...((await read(arn, `${after.name} / `)) as OpenStep[]));
    return steps;
  };
  return {
    async list(executionArn) {
      try {
        return await read(executionArn, "");
      } catch (error) {
        if (error instanceof ExecutionDoesNotExist) return null;
        throw error;
      }
    },
  };
};
