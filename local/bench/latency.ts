import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { basename, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { countOf, stop, toolOptions } from "../../adapters/tool-options.ts";
import { CapstackClient, type TaskRequest, type WordEntry } from "../../clients/typescript/src/client.ts";
import { ApiClient } from "../caption/api-client.ts";
import { localPaths } from "../paths.ts";
import { freePort } from "../processes/free-port.ts";
import { Supervisor } from "../supervisor.ts";
import { Progress } from "../terminal/progress.ts";
import { type Marks, reportOf, type Work } from "./latency-report.ts";

const usage = `Measures how long a client waits for a captioned video, beside the work alone: the recognizer and the renderer on the same file,
each as a separate process. docs/performance.md explains.

  npm run bench:latency -- --source FILE... [--rounds ROUNDS] [--speed standard|fast|ultraFast] [--json]`;
const { values } = toolOptions(usage, {
  options: {
    source: { type: "string", multiple: true, default: [] },
    rounds: { type: "string", default: "3" },
    speed: { type: "string", default: "ultraFast" },
    json: { type: "boolean", default: false },
  },
});
const rounds = countOf("rounds", values.rounds);
if (values.source.length === 0) stop("--source is missing: give a video with speech. See --help.");
const root = resolve(import.meta.dirname, "../..");
const shared = localPaths(root, null);
/** Milliseconds between two requests of a task, and so the exactness of the stages. More requests take the processor from the task. */
const pollMs = 250;
/** How long the service waits for a pause, and then loads recognizer and renderer (local/docker-shim). */
const loadingMs = 10_000;
const speed = values.speed as NonNullable<TaskRequest["exportSettings"]>["speed"];

type Service = { baseUrl: string; apiKey: string };

/** Uploads the file, captions it and reads the output. Returns the moment of each step, in ms after the first. */
const caption = async (service: Service, file: string): Promise<{ marks: Marks; words: WordEntry[] }> => {
  const [api, client] = [new ApiClient(service), new CapstackClient(service)];
  const startedMs = performance.now();
  const marks: Marks = {};
  const mark = (name: string): void => {
    marks[name] ??= performance.now() - startedMs;
  };
  const { id: videoId } = await api.upload(file, () => {});
  mark("sent");
  const polling = { pauseMs: { first: pollMs, longest: pollMs }, deadlineMs: 3_600_000 };
  await client.waitForVideo(videoId, polling);
  mark("uploaded");
  const [template] = await client.call("listTemplates", {});
  const body = { templateId: template?.id ?? "", autoApprove: true, exportSettings: { speed } };
  const taskId = await client.createTask(videoId, body);
  const task = await client.waitForTask(videoId, taskId, {
    ...polling,
    onPoll: ({ status }) => mark(status),
  });
  const response = await fetch(task.downloadUrl ?? "");
  await response.body?.cancel();
  mark("readable");
  return { marks, words: await client.transcript(videoId, taskId) };
};

const seconds = (command: string, args: readonly string[]): { seconds: number; output: string } => {
  const startedMs = performance.now();
  const output = execFileSync(command, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1e9,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { seconds: (performance.now() - startedMs) / 1000, output };
};

/** Runs the recognizer and the renderer alone. */
const workOf = (file: string, words: readonly WordEntry[], folder: string): Work => {
  const recognized = seconds(shared.venvPython, [join(root, "containers/speech"), "recognize", file]);
  const { language } = JSON.parse(recognized.output) as { language: string };
  const transcript = join(folder, "transcript.json");
  writeFileSync(transcript, JSON.stringify(words));
  const rendered = seconds(process.execPath, [
    ...[join(root, "containers/render/render-file.ts"), "--source", file, "--transcript", transcript],
    ...["--language", language, "--out", join(folder, "out.mp4")],
    ...["--export-settings", JSON.stringify({ speed })],
  ]);
  return { recognizerSeconds: recognized.seconds, rendererSeconds: rendered.seconds };
};

await withScratchFolder("latency", async (folder) => {
  const paths = localPaths(root, join(folder, "data"));
  mkdirSync(paths.data, { recursive: true });
  const supervisor = new Supervisor({
    ...{ paths, port: await freePort(), progress: new Progress(process.stderr) },
    ...{
      strictEgress: false,
      webhookDelays: null,
      renderParallel: null,
      segmentSeconds: null,
      transcriber: null,
      clipCutter: null,
      shortTasks: false,
    },
  });
  try {
    const service = await supervisor.start();
    // A person opens the console before the first task; the service starts its functions meanwhile.
    await delay(loadingMs);
    for (const source of values.source.map((path) => resolve(path))) {
      for (let round = 1; round <= rounds; round += 1) {
        const { marks, words } = await caption(service, source);
        // Until then, the service loads the processes of the next task.
        await delay(loadingMs);
        const work = workOf(source, words, folder);
        const load = loadavg()[0] ?? 0;
        const report = reportOf(marks, work);
        if (values.json)
          console.log(
            JSON.stringify({
              source: basename(source),
              bytes: statSync(source).size,
              round,
              load,
              ...report,
            }),
          );
        else
          console.log(
            `${basename(source)} ${round}/${rounds}, load ${load.toFixed(1)}: ${JSON.stringify(report)}`,
          );
      }
    }
  } finally {
    await supervisor.stop();
    rmSync(paths.data, { recursive: true, force: true });
  }
});
