import {
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  SFNClient,
} from "@aws-sdk/client-sfn";
import { isNamedError, type NamedError } from "../../core/errors.ts";
import { stoppedExitCode } from "../exit-codes.ts";
import { errorFields, logLine } from "../json-log.ts";

const defaultHeartbeatSeconds = 20;
/** Errors of a task token that is no longer valid; some emulators use the last one. */
const invalidTokenErrors = new Set(["TaskTimedOut", "InvalidToken", "TaskDoesNotExist"]);

/** Maximum length of a cause in Step Functions. */
const maxCauseCharacters = 32_000;

export interface ContainerTaskOptions {
  taskToken: string;
  sfn?: SFNClient;
  heartbeatSeconds?: number;
}

/** Why the work was asked to stop: by a signal, or because no execution waits for it. */
type StopReason = "terminated" | "unawaited";

const isInvalidToken = (error: unknown): boolean =>
  error instanceof Error && invalidTokenErrors.has(error.name);

/**
 * Does the work that a state machine waits for, and reports its end through the task token. `work` is given a signal
 * that fires on SIGTERM and when the execution no longer waits; it must then stop and clean up soon.
 *
 * Returns the exit code. 0: the end was reported (also a failure with a name, which is final) or no execution waits for it.
 * 1: an unexpected error, and nothing was reported: the state machine gets the event of the stopped container and
 * retries. 143: stopped by a signal; the state machine retries as well.
 */
export const runContainerTask = async (
  work: (signal: AbortSignal) => Promise<unknown>,
  { taskToken, sfn = new SFNClient({}), heartbeatSeconds = defaultHeartbeatSeconds }: ContainerTaskOptions,
): Promise<number> => {
  const stop = new AbortController();
  const ended: { why: StopReason | null } = { why: null };
  const end = (why: StopReason): void => {
    ended.why ??= why;
    stop.abort();
  };
  const onTerminate = (): void => end("terminated");
  process.once("SIGTERM", onTerminate);
  process.once("SIGINT", onTerminate);
  const beat = async (): Promise<void> => {
    try {
      await sfn.send(new SendTaskHeartbeatCommand({ taskToken }));
    } catch (error) {
      if (isInvalidToken(error)) return end("unawaited");
      // One lost heartbeat is harmless; the machine times out after several.
      logLine("warn", "heartbeat failed", errorFields(error));
    }
  };
  const timer = setInterval(() => void beat(), heartbeatSeconds * 1000);
  try {
    const output = await work(stop.signal);
    await sfn.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) }));
    return 0;
  } catch (error) {
    return await exitCodeAfter(error, ended.why, { sfn, taskToken });
  } finally {
    clearInterval(timer);
    process.off("SIGTERM", onTerminate);
    process.off("SIGINT", onTerminate);
    sfn.destroy();
  }
};

interface TaskReceiver {
  sfn: SFNClient;
  taskToken: string;
}

/** Reports the error to the state machine if it is final, and returns the exit code. */
const exitCodeAfter = async (
  error: unknown,
  stopReason: StopReason | null,
  receiver: TaskReceiver,
): Promise<number> => {
  if (stopReason === "terminated") return stoppedExitCode;
  if (stopReason === "unawaited" || isInvalidToken(error)) {
    logLine("warn", "the execution no longer waits for this task");
    return 0;
  }
  if (!isNamedError(error)) {
    logLine("error", "unexpected error", errorFields(error));
    return 1;
  }
  logLine("info", "failed", errorFields(error));
  return await reportFailure(error, receiver);
};

const reportFailure = async (
  { name, message }: NamedError,
  { sfn, taskToken }: TaskReceiver,
): Promise<number> => {
  try {
    const cause = message.slice(0, maxCauseCharacters);
    await sfn.send(new SendTaskFailureCommand({ taskToken, error: name, cause }));
  } catch (failure) {
    if (!isInvalidToken(failure)) {
      logLine("error", "the failure could not be reported", errorFields(failure));
      return 1;
    }
  }
  return 0;
};
