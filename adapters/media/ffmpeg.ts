import { type ChildProcess, spawn } from "node:child_process";
import { Readable, type Writable } from "node:stream";
import { withoutNetwork } from "../without-network.ts";
import { createProgressParser, type FfmpegProgress } from "./ffmpeg-progress.ts";

/** Runs ffmpeg and ffprobe; no other module does. Pure functions of the callers build the arguments. */
export interface MediaToolRun {
  args: readonly string[];
  /** Wall-clock limit; the process is killed and MediaToolFailed thrown with reason `timeout`. */
  timeoutSeconds: number;
  /** Limit of address space; an allocation beyond it fails inside the tool, which then exits with an error. */
  memoryBytes?: number;
  /** Default true. Without them memory is smaller, by a twentieth at 4K, and work takes a fiftieth more CPU. */
  hugePages?: boolean;
  /** Default: where there are no huge pages. Keeps buffers of whole frames instead of fetching each anew from the system. */
  keepLargeBuffers?: boolean;
  /** Kills the process; `done` rejects with reason `aborted`. */
  signal?: AbortSignal | undefined;
}

export interface FfmpegRun extends MediaToolRun {
  /** Opens a second input, file descriptor 4 of the process (`pipe:4`). */
  hasSideInput?: boolean;
  onProgress?: ((progress: FfmpegProgress) => void) | undefined;
}

export type MediaToolFailureReason = "exit" | "signal" | "timeout" | "aborted" | "notFound" | "outputTooLong";

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

/** Whether the tool rejected the file; a missing tool or an abort by the caller does not count. */
export const isMediaFailure = (error: unknown): error is MediaToolFailed =>
  error instanceof MediaToolFailed && error.reason !== "notFound" && error.reason !== "aborted";

export interface MediaToolProcess {
  pid: number;
  /** Writing after the process has ended is harmless: `done` reports why it ended. */
  stdin: Writable;
  /** File descriptor 4; null unless asked for. */
  sideInput: Writable | null;
  stdout: Readable;
  /** Settles when the process has ended and all its output has been delivered. Resolves to what it wrote to stderr (tail). */
  done: Promise<string>;
  kill(): void;
}

const stderrTailCharacters = 8192;
const progressFd = 3;
const sideInputFd = 4;

// `exec` replaces the shell, so the pid is the tool's own and one kill ends it; no process is left between.
const limitMemory = 'ulimit -v "$1" 2>/dev/null; shift; exec "$@"';

const commandLine = (tool: string, args: readonly string[], memoryBytes: number | undefined): string[] => {
  const command = withoutNetwork([tool, ...args]);
  return memoryBytes === undefined || process.platform === "win32"
    ? command
    : ["/bin/sh", "-c", limitMemory, "sh", String(Math.ceil(memoryBytes / 1024)), ...command];
};

/**
 * glibc allocator settings of the tools. By default glibc allocates a large buffer from the system each time and frees it
 * each time, and every page is cleared again: up to a fifth of the CPU time of putting captions on a video. So buffers are
 * kept: those of caption frames and, where huge pages do not make it cheap to fetch them, those of whole 4K frames.
 * Other C libraries ignore it.
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

const start = (
  tool: string,
  run: MediaToolRun,
  args: readonly string[],
  { progress = false, sideInput = false, stdout: stdoutInto }: ExtraPipes = {},
) => {
  const [command = tool, ...rest] = commandLine(tool, args, run.memoryBytes);
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
  const tail = collectTail(child.stderr as Readable);
  let reason: MediaToolFailureReason | null = null;
  const stop = (why: MediaToolFailureReason): void => {
    reason ??= why;
    child.kill("SIGKILL");
  };
  // EPIPE when the tool ends before it has read all: its exit code reports the result.
  stdin.on("error", () => {});
  const side = sideInput ? (child.stdio[sideInputFd] as Writable) : null;
  side?.on("error", () => {});
  // A pipe that was lent to another process is not watched any more: it would never be seen to close.
  child.once("exit", () => side?.destroy());
  const done = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => stop("timeout"), run.timeoutSeconds * 1000);
    const onAbort = (): void => stop("aborted");
    if (run.signal?.aborted) onAbort();
    run.signal?.addEventListener("abort", onAbort, { once: true });
    const settle = (error: MediaToolFailed | null): void => {
      clearTimeout(timer);
      run.signal?.removeEventListener("abort", onAbort);
      if (error === null) resolve(tail());
      else reject(error);
    };
    child.once("error", (cause: NodeJS.ErrnoException) =>
      settle(
        new MediaToolFailed(
          tool,
          cause.code === "ENOENT" ? "notFound" : (reason ?? "exit"),
          null,
          cause.message,
        ),
      ),
    );
    child.once("close", (exitCode, signal) => {
      if (reason === null && exitCode === 0) settle(null);
      // 127: what the shell of `limitMemory` and `withoutNetwork` return for a command that it cannot find.
      else if (exitCode === 127 && tail().includes("not found"))
        settle(new MediaToolFailed(tool, "notFound", exitCode, tail()));
      else settle(new MediaToolFailed(tool, reason ?? (signal ? "signal" : "exit"), exitCode, tail()));
    });
  });
  // The caller may await the pipes first; a rejection before that must not end the process as unhandled.
  done.catch(() => {});
  return { child, stdin, sideInput: side, stdout, done, stop };
};

/**
 * Starts ffmpeg with its pipes open: for callers that feed frames to stdin or read stdout. Await `done` in every case.
 * `-nostdin` only keeps ffmpeg from reading keys; `pipe:0` as an input still works.
 */
export const startFfmpeg = (run: FfmpegRun, stdoutInto?: Writable): MediaToolProcess => {
  const withProgress = run.onProgress !== undefined;
  const args = [
    "-nostdin",
    "-hide_banner",
    "-v",
    "error",
    ...(withProgress ? ["-progress", `pipe:${progressFd}`, "-stats_period", "0.5"] : []),
    ...run.args,
  ];
  const pipes = { progress: withProgress, sideInput: run.hasSideInput, stdout: stdoutInto };
  const { child, stdin, sideInput, stdout, done, stop } = start("ffmpeg", run, args, pipes);
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
 * Runs ffmpeg on files to its end and returns the tail of what it wrote to stderr. Its stdout is discarded, or goes into
 * another process's side input, directly: that one's pipe is left open.
 */
export const runFfmpeg = async (run: FfmpegRun, stdoutInto?: Writable): Promise<string> => {
  const ffmpeg = startFfmpeg(run, stdoutInto);
  ffmpeg.stdin.end();
  ffmpeg.stdout.resume();
  return await ffmpeg.done;
};

/**
 * Runs ffprobe and passes its stdout on in chunks, so that memory use is constant for listings of millions of packets.
 * A consumer that throws ends the process and the error is passed on.
 */
export const streamFfprobe = async (run: MediaToolRun, onText: (text: string) => void): Promise<string> => {
  const { stdin, stdout, done, stop } = start("ffprobe", run, ["-hide_banner", "-v", "error", ...run.args]);
  stdin.end();
  stdout.setEncoding("utf8");
  let refusal: unknown = null;
  stdout.on("data", (text: string) => {
    if (refusal !== null) return;
    try {
      onText(text);
    } catch (error) {
      refusal = error;
      stop("outputTooLong");
    }
  });
  const tail = await done.catch((error: unknown) => {
    throw refusal ?? error;
  });
  if (refusal !== null) throw refusal;
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
