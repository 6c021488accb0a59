import { type ChildProcess, spawn } from "node:child_process";
import { Readable, type Writable } from "node:stream";
import { isSentFromOutside } from "../exit-signals.ts";
import { withLimits } from "../process-limits.ts";
import { withoutNetwork } from "../without-network.ts";
import { createProgressParser, type FfmpegProgress } from "./ffmpeg-progress.ts";
import { withLongArgumentsInFiles } from "./long-arguments.ts";

/** Runs ffmpeg and ffprobe; no other module does. Pure functions of the callers build the arguments. */
export interface MediaToolRun {
  args: readonly string[];
  /** Wall-clock limit; the process is killed and MediaToolFailed thrown with reason `timeout`, or `stalled` with `cpuSeconds`. */
  timeoutSeconds: number;
  /** Limit of CPU time of all threads (adapters/process-limits.ts), for verdicts on a file that do not depend on the machine. */
  cpuSeconds?: number;
  /** Limit of address space; an allocation beyond it fails inside the tool, which then exits with an error. */
  memoryBytes?: number;
  /** Default true. Without huge pages the process uses a twentieth less memory at 4K, and a fiftieth more CPU time. */
  hugePages?: boolean;
  /** Keeps buffers of whole frames instead of requesting each from the system. Default: only without huge pages. */
  keepLargeBuffers?: boolean;
  /** Kills the process; `done` rejects with reason `aborted`. */
  signal?: AbortSignal | undefined;
}

export interface FfmpegRun extends MediaToolRun {
  /** Opens a second input, file descriptor 4 of the process (`pipe:4`). */
  hasSideInput?: boolean;
  onProgress?: ((progress: FfmpegProgress) => void) | undefined;
}

/**
 * `exit` and `signal`: the tool exited with an error or crashed. `killed`: another process or the system ended it, for example because of a
 * lack of memory. `notStarted`: the system could not start it. `diskFull`: it could not write. `timeout`: it exceeded the limit of its work,
 * CPU time where that is limited (ffmpeg then ends with `exit`). `stalled`: it exceeded its wall-clock limit without that CPU time.
 */
export type MediaToolFailureReason =
  | "exit"
  | "signal"
  | "timeout"
  | "stalled"
  | "outputTooLong"
  | "aborted"
  | "notFound"
  | "notStarted"
  | "killed"
  | "diskFull";

/** ffmpeg or ffprobe failed. `stderrTail` is for logs only: it may contain local paths. */
export class MediaToolFailed extends Error {
  override readonly name = "MediaToolFailed";
  readonly tool: string;
  readonly reason: MediaToolFailureReason;
  readonly exitCode: number | null;
  readonly stderrTail: string;

  constructor(tool: string, reason: MediaToolFailureReason, exitCode: number | null, stderrTail: string) {
    super(
      `${tool} failed (${reason}${exitCode === null ? "" : ` ${exitCode}`}): ${stderrTail.trim() || "no message"}`,
    );
    this.tool = tool;
    this.reason = reason;
    this.exitCode = exitCode;
    this.stderrTail = stderrTail;
  }
}

const mediaReasons: ReadonlySet<MediaToolFailureReason> = new Set([
  "exit",
  "signal",
  "timeout",
  "outputTooLong",
]);

/** Whether the tool rejected the file. What the machine or the caller did does not count: another attempt may succeed. */
export const isMediaFailure = (error: unknown): error is MediaToolFailed =>
  error instanceof MediaToolFailed && mediaReasons.has(error.reason);

export interface MediaToolProcess {
  pid: number;
  /** Writing after the process has ended is harmless: `done` reports the reason. */
  stdin: Writable;
  /** File descriptor 4; null without `hasSideInput`. */
  sideInput: Writable | null;
  stdout: Readable;
  /** Settles when the process has ended and all its output has been delivered. Resolves to the end of stderr. */
  done: Promise<string>;
  kill(): void;
}

const stderrTailCharacters = 8192;
const progressFd = 3;
const sideInputFd = 4;

/**
 * Settings of glibc's allocator. By default glibc requests each large buffer from the system and returns it, so that
 * every page is cleared again: up to a fifth of the CPU time of burning captions into a video. With these settings
 * buffers of caption frames are kept, and, without huge pages (which make requests cheap), also those of 4K frames.
 * Other C libraries ignore the settings.
 */
const memoryReuse = (hasHugePages: boolean, keepsLarge: boolean): string => {
  const [keptBytes, spareBytes] = keepsLarge ? [32 * 2 ** 20, 128 * 2 ** 20] : [4 * 2 ** 20, 16 * 2 ** 20];
  const kept = `glibc.malloc.mmap_threshold=${keptBytes}:glibc.malloc.trim_threshold=${spareBytes}`;
  return hasHugePages ? `${kept}:glibc.malloc.hugetlb=1` : kept;
};

// The tool inherits no environment variables: no credentials, no proxy, no FFREPORT.
const toolEnvironment = ({
  hugePages = true,
  keepLargeBuffers = !hugePages,
}: MediaToolRun): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin",
  LC_ALL: "C.UTF-8",
  GLIBC_TUNABLES: memoryReuse(hugePages, keepLargeBuffers),
});

const collectTail = (stream: Readable): (() => string) => {
  let tail = "";
  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    tail = (tail + text).slice(-stderrTailCharacters);
  });
  return () => tail;
};

interface ExtraPipes {
  progress?: boolean;
  sideInput?: boolean | undefined;
  /** Receives stdout instead of this process. */
  stdout?: Writable | undefined;
}

/** The texts of ENOSPC, EDQUOT and EFBIG. */
const diskFull = /No space left on device|Disk quota exceeded|File too large/;

const reasonOf = (
  exitCode: number | null,
  signal: NodeJS.Signals | null,
  tail: string,
): MediaToolFailureReason => {
  if (signal === "SIGXCPU") return "timeout";
  if (signal !== null) return isSentFromOutside(signal) ? "killed" : "signal";
  // Exit codes of the shell of `withLimits`, and of `withoutNetwork`, for a command that cannot be executed, or does not exist.
  if (exitCode === 126) return "notStarted";
  if (exitCode === 127 && tail.includes("not found")) return "notFound";
  return diskFull.test(tail) ? "diskFull" : "exit";
};

interface ToolEnd {
  /** Resolves to the tail of stderr; rejects with MediaToolFailed. */
  done: Promise<string>;
  stop: (reason: MediaToolFailureReason) => void;
}

/** Enforces the time limit and the signal, and reports how the process ends. */
const superviseEnd = (child: ChildProcess, tool: string, run: MediaToolRun): ToolEnd => {
  const tail = collectTail(child.stderr as Readable);
  let stopReason: MediaToolFailureReason | null = null;
  const stop = (reason: MediaToolFailureReason): void => {
    stopReason ??= reason;
    child.kill("SIGKILL");
  };
  const done = new Promise<string>((resolve, reject) => {
    child.once("error", ({ code, message }: NodeJS.ErrnoException) => {
      const reason = code === "ENOENT" ? "notFound" : "notStarted";
      reject(new MediaToolFailed(tool, reason, null, message));
    });
    child.once("close", (exitCode, signal) => {
      if (stopReason === null && exitCode === 0) resolve(tail());
      else
        reject(new MediaToolFailed(tool, stopReason ?? reasonOf(exitCode, signal, tail()), exitCode, tail()));
    });
  });
  const timer = setTimeout(
    () => stop(run.cpuSeconds === undefined ? "timeout" : "stalled"),
    run.timeoutSeconds * 1000,
  );
  const onAbort = (): void => stop("aborted");
  if (run.signal?.aborted) onAbort();
  run.signal?.addEventListener("abort", onAbort, { once: true });
  const release = (): void => {
    clearTimeout(timer);
    run.signal?.removeEventListener("abort", onAbort);
  };
  // Also keeps a rejection from ending the process as unhandled while the caller still awaits the pipes.
  done.then(release, release);
  return { done, stop };
};

const start = (
  tool: string,
  run: MediaToolRun,
  args: readonly string[],
  { progress = false, sideInput = false, stdout: stdoutInto }: ExtraPipes = {},
) => {
  const [command = tool, ...rest] = withLimits(withoutNetwork([tool, ...args]), run);
  const child: ChildProcess = spawn(command, rest, {
    stdio: [
      "pipe",
      stdoutInto ?? "pipe",
      "pipe",
      progress ? "pipe" : "ignore",
      ...(sideInput ? (["pipe"] as const) : []),
    ],
    env: toolEnvironment(run),
    // In the same process group: a signal to the group (terminal, container agent) ends the tool too.
    detached: false,
    windowsHide: true,
  });
  const stdin = child.stdin as Writable;
  const stdout = child.stdout ?? Readable.from([]);
  // EPIPE when the tool ends before it has read all: its exit code reports the result.
  stdin.on("error", () => {});
  const side = sideInput ? (child.stdio[sideInputFd] as Writable) : null;
  side?.on("error", () => {});
  // Node does not detect the end of a pipe that another process writes to.
  child.once("exit", () => side?.destroy());
  return { child, stdin, sideInput: side, stdout, ...superviseEnd(child, tool, run) };
};

/**
 * Starts ffmpeg with its pipes open: for callers that feed frames to stdin or read stdout. Await `done` in every case.
 * `-nostdin` only keeps ffmpeg from reading keys; `pipe:0` as an input still works.
 */
export const startFfmpeg = (run: FfmpegRun, stdoutInto?: Writable): MediaToolProcess => {
  const withProgress = run.onProgress !== undefined;
  const files = withLongArgumentsInFiles(run.args);
  const args = [
    "-nostdin",
    "-hide_banner",
    "-v",
    "error",
    ...(withProgress ? ["-progress", `pipe:${progressFd}`, "-stats_period", "0.5"] : []),
    ...files.args,
  ];
  const pipes = { progress: withProgress, sideInput: run.hasSideInput, stdout: stdoutInto };
  const { child, stdin, sideInput, stdout, done, stop } = start("ffmpeg", run, args, pipes);
  done.then(files.remove, files.remove);
  if (run.onProgress) {
    const pipe = child.stdio[progressFd] as Readable;
    const parse = createProgressParser(run.onProgress);
    pipe.setEncoding("utf8");
    pipe.on("data", parse);
    pipe.on("error", () => {});
  }
  return { pid: child.pid ?? -1, stdin, sideInput, stdout, done, kill: () => stop("aborted") };
};

/**
 * Runs ffmpeg and returns the end of its stderr. Its stdout is discarded, or written to the side input of another
 * process, which is not closed afterwards.
 */
export const runFfmpeg = async (run: FfmpegRun, stdoutInto?: Writable): Promise<string> => {
  const ffmpeg = startFfmpeg(run, stdoutInto);
  ffmpeg.stdin.end();
  ffmpeg.stdout.resume();
  return await ffmpeg.done;
};

/**
 * Runs ffprobe and passes its stdout on in chunks, so that memory use is constant for listings of millions of packets.
 * An exception of the consumer ends the process and is rethrown.
 */
export const streamFfprobe = async (run: MediaToolRun, onText: (text: string) => void): Promise<string> => {
  const { stdin, stdout, done, stop } = start("ffprobe", run, ["-hide_banner", "-v", "error", ...run.args]);
  stdin.end();
  stdout.setEncoding("utf8");
  let consumerError: unknown = null;
  stdout.on("data", (text: string) => {
    if (consumerError !== null) return;
    try {
      onText(text);
    } catch (error) {
      consumerError = error;
      stop("outputTooLong");
    }
  });
  const tail = await done.catch((error: unknown) => {
    throw consumerError ?? error;
  });
  if (consumerError !== null) throw consumerError;
  return tail;
};

/** Runs ffprobe and returns its whole stdout, at most `maxCharacters` (default 4 Mi). */
export const runFfprobe = async (
  run: MediaToolRun,
  maxCharacters = 4 * 1024 * 1024,
): Promise<{ stdout: string; stderrTail: string }> => {
  const pieces: string[] = [];
  let length = 0;
  const stderrTail = await streamFfprobe(run, (text) => {
    length += text.length;
    if (length > maxCharacters) throw new MediaToolFailed("ffprobe", "outputTooLong", null, "");
    pieces.push(text);
  });
  return { stdout: pieces.join(""), stderrTail };
};
