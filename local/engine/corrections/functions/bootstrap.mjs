/**
 * Runs one Lambda function in one process: `node bootstrap.mjs RESULT_FD TASK_ROOT HANDLER`.
 *
 * stdin carries one JSON line per invocation, RESULT_FD one JSON line per response; stdout and stderr are the function's
 * log, with a line holding only U+0001 after each invocation. Errors have the shape that AWS's Node runtime gives them.
 */
import { existsSync, writeSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [resultFd, taskRoot, handlerName] = [Number(process.argv[2]), process.argv[3], process.argv[4]];

function write(fd, text) {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}

function answer(result) {
  write(1, "\u0001\n");
  write(resultFd, `${JSON.stringify(result)}\n`);
}

function failure(thrown) {
  if (!(thrown instanceof Error) && typeof thrown?.message !== "string") {
    return { errorType: typeof thrown, errorMessage: JSON.stringify(thrown) ?? String(thrown), trace: [] };
  }
  const { name, message, stack } = thrown;
  return { errorType: name || "Error", errorMessage: message, trace: (stack ?? "").split("\n") };
}

const RealDate = Date;
let clockOffsetMs = 0;

/** Sets the function's clock ahead of the machine's, for the invocations of a chaos run. */
function setClock(offsetMs) {
  if (offsetMs !== 0 && globalThis.Date === RealDate) {
    const now = () => RealDate.now() + clockOffsetMs;
    globalThis.Date = new Proxy(RealDate, {
      apply: () => new RealDate(now()).toString(),
      construct: (target, given, newTarget) =>
        Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
      get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
    });
  }
  clockOffsetMs = offsetMs;
}

async function load() {
  const dot = handlerName.lastIndexOf(".");
  const file = path.resolve(taskRoot, handlerName.slice(0, dot));
  const found = [".mjs", ".js", ".cjs", ""]
    .map((suffix) => file + suffix)
    .find((candidate) => existsSync(candidate));
  if (found === undefined) {
    const error = new Error(`Error: Cannot find module '${handlerName.slice(0, dot)}'`);
    error.name = "Runtime.ImportModuleError";
    throw error;
  }
  // Also of CommonJS, like AWS's runtime of Node 24, which sees the exports that Node finds in its text.
  const module = await import(pathToFileURL(found).href);
  const name = handlerName.slice(dot + 1);
  const handler = module[name] ?? module.default?.[name];
  if (typeof handler !== "function") {
    const error = new Error(`${handlerName} is undefined or not exported`);
    error.name = "Runtime.HandlerNotFound";
    throw error;
  }
  return handler;
}

function contextOf(invocation) {
  const deadline = Date.now() + invocation.timeoutMs;
  return {
    awsRequestId: invocation.requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    invokedFunctionArn: invocation.arn,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
}

function run(handler, invocation) {
  return new Promise((resolve, reject) => {
    const callback = (error, value) => (error ? reject(error) : resolve(value));
    const returned = handler(invocation.event, contextOf(invocation), callback);
    if (typeof returned?.then === "function") returned.then(resolve, reject);
    else if (handler.length < 3) resolve(returned);
  });
}

let handler;
try {
  handler = await load();
  write(resultFd, `${JSON.stringify({ ready: true })}\n`);
} catch (error) {
  console.error(error);
  answer({ error: failure(error) });
  process.exit(1);
}

const lines = createInterface({ input: process.stdin, terminal: false });
lines.on("line", async (line) => {
  const invocation = JSON.parse(line);
  setClock(invocation.clockOffsetMs ?? 0);
  if (invocation.traceId) process.env._X_AMZN_TRACE_ID = invocation.traceId;
  try {
    answer({ value: (await run(handler, invocation)) ?? null });
  } catch (error) {
    console.error("Invoke Error", error);
    answer({ error: failure(error) });
  }
});
// The engine has ended.
lines.on("close", () => process.exit(0));
