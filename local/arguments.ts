import { parseArgs } from "node:util";
import { type ClipCutterOption, clipCutterOptions } from "../core/clips/clip-cutter.ts";
import { argumentProblem } from "../core/command-line/argument-problem.ts";
import { parseLanguageCode } from "../core/languages/languages.ts";
import { maxSegments } from "../core/render-plan/segment-settings.ts";
import type { OutputMode } from "../core/settings/output-mode.ts";
import { type TranscriberOption, transcriberOptions } from "../core/transcript/choose-engine.ts";
import { webhookDelaysSchema } from "../core/webhooks/retry-schedule.ts";
import { StartError } from "./start-error.ts";

const outputModes: readonly OutputMode[] = ["composited", "greenScreen", "transparent"];

export const defaultPort = 8787;

/** Options for captioning one file; null if not given. */
export interface CaptionRequest {
  file: string;
  out: string | null;
  template: string | null;
  language: string | null;
  translateTo: string | null;
  mode: OutputMode;
  dub: boolean;
}

export interface LocalArguments {
  action: "serve" | "caption" | "setup" | "setupTranslation" | "setupDub" | "setupApertium" | "help";
  /** Null if not given. If the default is in use, captioning a file then uses any free port. */
  port: number | null;
  /** Folder of the instance's data; null for `.local` of the project. */
  data: string | null;
  strictEgress: boolean;
  /** Seconds between the attempts of a webhook delivery, separated by commas; null for the default. */
  webhookDelays: string | null;
  /** How long videos are split for rendering; null for the defaults of the machine. */
  renderParallel: number | null;
  segmentSeconds: number | null;
  /** Speech recognition engine; null for Whisper. */
  transcriber: TranscriberOption | null;
  /** What cuts clips; null for containers. */
  clipCutter: ClipCutterOption | null;
  /** Whether functions transcribe and render short videos, as in AWS; otherwise containers do. */
  shortTasks: boolean;
  /** Languages whose translation models to fetch. */
  translationCodes: readonly string[];
  caption: CaptionRequest | null;
}

export const usage = `Usage:
  npm start                          run the service until you press Ctrl-C
  npm start -- FILE [options]        caption a file, for example video.mp4, and write video.captioned.mp4

Options for a file:
  --out PATH                         output file, or an existing folder (default: the folder of the source)
  --template NAME                    name or ID of a template (default: the first in the list)
  --language CODE                    spoken language (default: detected)
  --translate-to CODE                language of the captions (default: the spoken language)
  --dub                              replace the speech with a matched voice in the --translate-to language; with
                                     this option you confirm that the speakers consent
  --mode MODE                        composited (default), greenScreen or transparent

Options for the service:
  --port N                           port of the service (default: ${defaultPort})
  --data DIR                         data folder (default: .local in the project folder)
  --strict-egress                    reject loopback URLs as sources and webhook recipients, as in AWS
  --webhook-delays S,S,…             seconds between the attempts of a webhook delivery (default: 5,300,1800,…)
  --render-parallel N                number of segments of one video to render in parallel (default: a quarter of
                                     the cores)
  --segment-seconds N                duration of a segment of 1080p video at 30 fps (default: 600)
  --transcriber NAME                 whisper (default), transcribe or auto; the last two use an emulator of Amazon
                                     Transcribe
  --clip-cutter NAME                 container (default), or mediaconvert, which uses an emulator of MediaConvert
  --short-tasks                      transcribe and render short videos with functions, as in AWS

Options for setup:
  --setup-translation CODE …         download the models that translate these languages to and from English, and exit
  --setup-dub                        download the voice engine for --dub, and exit
  --setup-apertium                   install the translation engine Apertium (Debian, Ubuntu), and exit
  --setup-only                       install what is missing, and exit
  --help                             print this text, and exit
`;

const options = {
  port: { type: "string" },
  data: { type: "string" },
  out: { type: "string" },
  template: { type: "string" },
  language: { type: "string" },
  "translate-to": { type: "string" },
  dub: { type: "boolean" },
  mode: { type: "string" },
  "strict-egress": { type: "boolean" },
  "webhook-delays": { type: "string" },
  "render-parallel": { type: "string" },
  "segment-seconds": { type: "string" },
  transcriber: { type: "string" },
  "clip-cutter": { type: "string" },
  "short-tasks": { type: "boolean" },
  "setup-translation": { type: "boolean" },
  "setup-dub": { type: "boolean" },
  "setup-apertium": { type: "boolean" },
  "setup-only": { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new StartError(`${argumentProblem((error as Error).message)}. See npm start -- --help.`);
  }
}

function parsePort(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535)
    throw new StartError(`--port ${text} is invalid. Use a port from 1 to 65535.`);
  return port;
}

function parseWholeNumber(name: string, text: string | undefined, max: number): number | null {
  if (text === undefined) return null;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > max)
    throw new StartError(`--${name} ${text} is invalid. Use a whole number from 1 to ${max}.`);
  return number;
}

function parseMode(text: string | undefined): OutputMode {
  if (text === undefined) return "composited";
  const mode = outputModes.find((candidate) => candidate.toLowerCase() === text.toLowerCase());
  if (!mode) throw new StartError(`--mode ${text} is invalid. Use one of ${outputModes.join(", ")}.`);
  return mode;
}

function parseChoice<T extends string>(
  name: string,
  text: string | undefined,
  choices: readonly T[],
): T | null {
  if (text === undefined) return null;
  const choice = choices.find((candidate) => candidate === text.toLowerCase());
  if (!choice) throw new StartError(`--${name} ${text} is invalid. Use one of ${choices.join(", ")}.`);
  return choice;
}

function parseCodes(positionals: readonly string[]): readonly string[] {
  const codes = positionals.flatMap((text) => text.toLowerCase().split(",")).filter((code) => code !== "");
  if (codes.length === 0) {
    throw new StartError("--setup-translation requires languages: npm start -- --setup-translation de fr");
  }
  const unknown = codes.find((code) => parseLanguageCode(code) === null);
  if (unknown !== undefined) throw new StartError(`--setup-translation ${unknown} is not a language code.`);
  return codes;
}

function parseDelays(text: string | undefined): string | null {
  if (text === undefined) return null;
  const checked = webhookDelaysSchema.safeParse(text);
  if (!checked.success) throw new StartError(`--webhook-delays ${checked.error.issues[0]?.message}.`);
  return text;
}

function actionOf(
  values: {
    help?: boolean;
    "setup-only"?: boolean;
    "setup-translation"?: boolean;
    "setup-dub"?: boolean;
    "setup-apertium"?: boolean;
  },
  caption: CaptionRequest | null,
): LocalArguments["action"] {
  if (values.help) return "help";
  if (values["setup-translation"]) return "setupTranslation";
  if (values["setup-dub"]) return "setupDub";
  if (values["setup-apertium"]) return "setupApertium";
  if (values["setup-only"]) return "setup";
  return caption ? "caption" : "serve";
}

/** Parses the command line. Throws StartError that names the invalid option. */
export function parseArguments(argv: readonly string[]): LocalArguments {
  const { values, positionals } = parse(argv);
  const translationCodes = values["setup-translation"] ? parseCodes(positionals) : [];
  const [file, extra] = values["setup-translation"] ? [] : positionals;
  if (extra !== undefined) {
    throw new StartError(
      `Specify only one file: ${extra} is a second one. Put file names that contain spaces in quotes.`,
    );
  }
  const fileOnly = ["out", "template", "language", "translate-to", "dub", "mode"] as const;
  const stray = fileOnly.find((name) => values[name] !== undefined);
  if (file === undefined && stray !== undefined && !values.help) {
    throw new StartError(`--${stray} requires a file: npm start -- FILE --${stray} …`);
  }
  const empty = Object.entries(values).find(([, value]) => value === "");
  if (empty || file === "") throw new StartError(`${empty ? `--${empty[0]}` : "FILE"} must not be empty.`);
  const caption =
    file === undefined
      ? null
      : {
          file,
          out: values.out ?? null,
          template: values.template ?? null,
          language: values.language ?? null,
          translateTo: values["translate-to"] ?? null,
          mode: parseMode(values.mode),
          dub: values.dub ?? false,
        };
  const action = actionOf(values, caption);
  return {
    action,
    port: parsePort(values.port),
    data: values.data ?? null,
    strictEgress: values["strict-egress"] ?? false,
    webhookDelays: parseDelays(values["webhook-delays"]),
    renderParallel: parseWholeNumber("render-parallel", values["render-parallel"], maxSegments),
    segmentSeconds: parseWholeNumber("segment-seconds", values["segment-seconds"], 86_400),
    transcriber: parseChoice("transcriber", values.transcriber, transcriberOptions),
    clipCutter: parseChoice("clip-cutter", values["clip-cutter"], clipCutterOptions),
    shortTasks: values["short-tasks"] ?? false,
    translationCodes,
    caption,
  };
}
