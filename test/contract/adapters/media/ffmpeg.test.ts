import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import {
  isMediaFailure,
  MediaToolFailed,
  runFfmpeg,
  runFfprobe,
  startFfmpeg,
  streamFfprobe,
} from "../../../../adapters/media/ffmpeg.ts";
import type { FfmpegProgress } from "../../../../adapters/media/ffmpeg-progress.ts";
import { untrustedInput } from "../../../../core/media/ffmpeg-input.ts";
import { pathExpression } from "../../../../core/render-plan/frame-path.ts";

const sine = (seconds: number): string[] => ["-f", "lavfi", "-i", `sine=duration=${seconds}`];

const failureOf = async (run: Promise<unknown>): Promise<MediaToolFailed> => {
  const error = await run.then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(MediaToolFailed);
  return error as MediaToolFailed;
};

const argumentFolders = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith("capstack-arguments-"));

describe("running ffmpeg", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "capstack-ffmpeg-"));
  });
  afterEach(async () => await rm(folder, { recursive: true, force: true }));

  test("writes its output and reports progress up to the end", async () => {
    const reports: FfmpegProgress[] = [];
    const output = join(folder, "out.wav");
    await runFfmpeg({
      args: [...sine(2), output],
      timeoutSeconds: 60,
      onProgress: (report) => reports.push(report),
    });
    expect((await stat(output)).size).toBeGreaterThan(100_000);
    expect(reports.at(-1)).toMatchObject({ isLast: true });
    expect(reports.at(-1)?.outSeconds).toBeCloseTo(2, 1);
  });

  test("accepts an option that is longer than an argument of a program may be, and leaves no file of it", async () => {
    const output = join(folder, "gray.raw");
    const points = Array.from({ length: 5000 }, (_, frame) => ({ frame, position: frame % 7 }));
    const x = pathExpression({ axis: "x", points }, 1);
    const graph = `color=black:s=16x16:d=0.2,crop=w=8:h=8:x='${x}':y=0,format=gray[out]`;
    expect(graph.length).toBeGreaterThan(128 * 1024);
    const before = await argumentFolders();
    await runFfmpeg({
      args: ["-filter_complex", graph, "-map", "[out]", "-f", "rawvideo", output],
      timeoutSeconds: 60,
    });
    expect((await stat(output)).size).toBe(5 * 64);
    expect(await argumentFolders()).toEqual(before);
  });

  test("passes bytes through stdin and stdout", async () => {
    const ffmpeg = startFfmpeg({
      args: ["-f", "u8", "-ar", "8000", "-ac", "1", "-i", "pipe:0", "-f", "u8", "pipe:1"],
      timeoutSeconds: 60,
    });
    ffmpeg.stdin.end(Buffer.alloc(8000, 128));
    let length = 0;
    for await (const piece of ffmpeg.stdout) length += (piece as Buffer).length;
    await ffmpeg.done;
    expect(length).toBe(8000);
  });

  test("does not blame the file when another process ends ffmpeg, or the disk is full", async () => {
    const endless = startFfmpeg({
      args: ["-f", "u8", "-i", "pipe:0", "-f", "null", "-"],
      timeoutSeconds: 60,
      memoryBytes: 4 * 1024 ** 3,
    });
    process.kill(endless.pid, "SIGKILL");
    const killed = await failureOf(endless.done);
    const written = runFfmpeg({ args: [...sine(60), "-f", "wav", "-y", "/dev/full"], timeoutSeconds: 60 });
    const unwritten = await failureOf(written);
    expect([killed.reason, unwritten.reason]).toEqual(["killed", "diskFull"]);
    expect([killed, unwritten].some(isMediaFailure)).toBe(false);
  });

  test("gives ffmpeg no variable of the service", async () => {
    process.env.AWS_SECRET_ACCESS_KEY = "secret";
    process.env.TASK_TOKEN = "token";
    try {
      const ffmpeg = startFfmpeg({
        args: ["-f", "u8", "-ar", "8000", "-ac", "1", "-i", "pipe:0", "-f", "u8", "pipe:1"],
        timeoutSeconds: 60,
      });
      ffmpeg.stdin.write(Buffer.alloc(80_000, 128));
      // ffmpeg has replaced the launcher once it writes.
      await new Promise((resolve) => ffmpeg.stdout.once("data", resolve));
      const file = process.platform === "linux" ? `/proc/${ffmpeg.pid}/environ` : "/dev/null";
      const environment = await readFile(file, "utf8");
      ffmpeg.stdin.end();
      ffmpeg.stdout.resume();
      await ffmpeg.done;
      expect(environment).not.toMatch(/AWS_|TASK_TOKEN/);
    } finally {
      delete process.env.AWS_SECRET_ACCESS_KEY;
      delete process.env.TASK_TOKEN;
    }
  });

  // Other systems have no filter of system calls; the list of protocols in `untrustedInput` holds there.
  test("lets ffmpeg open no connection, whatever its arguments", async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { port: number };
    const url = `http://127.0.0.1:${port}/a.mp4`;
    const input = process.platform === "linux" ? ["-i", url] : untrustedInput(url);
    const failure = await failureOf(
      runFfmpeg({
        args: [...input, "-f", "null", "-"],
        timeoutSeconds: 60,
      }),
    );
    server.close();
    expect(failure.reason).toBe("exit");
    expect(connections).toBe(0);
  });

  test("reports the exit code and the reason of a failure", async () => {
    const failure = await failureOf(
      runFfmpeg({ args: ["-i", join(folder, "missing.mp4"), join(folder, "o.wav")], timeoutSeconds: 60 }),
    );
    expect(failure).toMatchObject({ reason: "exit", tool: "ffmpeg" });
    expect(failure.exitCode).toBeGreaterThan(0);
    expect(failure.stderrTail).toContain("No such file");
  });

  test("stops a process at its time limit", async () => {
    const endless = ["-re", "-f", "lavfi", "-i", "sine", "-f", "null", "-"];
    expect(await failureOf(runFfmpeg({ args: endless, timeoutSeconds: 0.3 }))).toMatchObject({
      reason: "timeout",
    });
  });

  test("gives a tool a limit of CPU time, so that a slow machine says nothing about a file", async () => {
    const decode = ["-f", "lavfi", "-i", "testsrc2=size=1920x1080", "-f", "null", "-"];
    const busy = runFfmpeg({ args: decode, cpuSeconds: 1, timeoutSeconds: 60 });
    const listing = ["-f", "lavfi", "-show_frames", "testsrc2=size=1920x1080"];
    const busyProbe = streamFfprobe({ args: listing, cpuSeconds: 1, timeoutSeconds: 60 }, () => {});
    const failures = await Promise.all([busy, busyProbe].map(failureOf));
    expect(failures.every(isMediaFailure)).toBe(true);
    expect(failures[1]).toMatchObject({ reason: "timeout" });
    const idle = ["-re", "-f", "lavfi", "-i", "sine", "-f", "null", "-"];
    const stalled = await failureOf(runFfmpeg({ args: idle, cpuSeconds: 60, timeoutSeconds: 0.3 }));
    expect([stalled.reason, isMediaFailure(stalled)]).toEqual(["stalled", false]);
  });

  test("stops a process on the caller's signal, also with a memory limit and an earlier signal", async () => {
    const endless = ["-re", "-f", "lavfi", "-i", "sine", "-f", "null", "-"];
    for (const memoryBytes of [undefined, 4 * 1024 ** 3]) {
      const limit = memoryBytes === undefined ? {} : { memoryBytes };
      const run = runFfmpeg({ args: endless, timeoutSeconds: 60, signal: AbortSignal.abort(), ...limit });
      expect(await failureOf(run)).toMatchObject({ reason: "aborted" });
    }
  });

  test("fails at its memory limit", async () => {
    // 64 MiB is less than the program and its libraries take.
    const run = runFfmpeg({
      args: [...sine(1), "-f", "null", "-"],
      timeoutSeconds: 60,
      memoryBytes: 2 ** 26,
    });
    expect(["exit", "signal"]).toContain((await failureOf(run)).reason);
  });

  test("does not open a script that refers to other files", async () => {
    const secret = join(folder, "secret.wav");
    await runFfmpeg({ args: [...sine(1), secret], timeoutSeconds: 60 });
    const script = join(folder, "script.mp4");
    await writeFile(script, `ffconcat version 1.0\nfile '${secret}'\n`);
    const probe = runFfprobe({ args: ["-show_streams", ...untrustedInput(script)], timeoutSeconds: 60 });
    expect((await failureOf(probe)).stderrTail).not.toBe("");
  });
});
