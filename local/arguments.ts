import { parseArgs } from "node:util";
import { argumentProblem } from "../core/command-line/argument-problem.ts";
import { maxSegments } from "../core/render-plan/segment-settings.ts";
import { type TranscriberOption, transcriberOptions } from "../core/transcript/choose-engine.ts";
import { webhookDelaysSchema } from "../core/webhooks/retry-schedule.ts";
import { StartError } from "./start-error.ts";

export const outputModes = ["composited", "greenScreen", "transparent"] as const;
export type OutputMode = (typeof outputModes)[number];

export const defaultPort = 8787;

/** What to do with one file; null fields were not given. */
export interface CaptionRequest {
  file: string;
  out: string | null;
  template: string | null;
  language: string | null;
  translateTo: string | null;
  mode: OutputMode;
}

export interface LocalArguments {
  action: "serve" | "caption" | "setup" | "setupTranslation" | "help";
  /** null: not given, so the default may give way to a free port when only a file is captioned. */
  port: number | null;
  /** Folder of the state; null for the project's own `.local`. */
  data: string | null;
  strictEgress: boolean;
  /** Seconds between the tries of a webhook, with commas between them; null for the template's own. */
  webhookDelays: string | null;
  /** How long films are divided; null: the machine's own choice. */
  renderParallel: number | null;
  segmentSeconds: number | null;
  /** Which engines recognise speech; null: Whisper. */
  transcriber: TranscriberOption | null;
  caption: CaptionRequest | null;
}

export const helpText = `Usage:
  npm start                          run the service until Ctrl-C
  npm start -- FILE [options]        caption FILE and write FILE's name with .captioned

Options for a file:
  --out PATH                         where the captioned video goes: a file or a folder
  --template NAME                    a look, by name or id (default: the first of the list)
  --language CODE                    language that is spoken (default: detected)
  --translate-to CODE                language of the captions (default: as spoken)
  --mode MODE                        composited (default), greenScreen or transparent

Options for the service:
  --port N                           port of the address (default ${defaultPort})
  --data DIR                         folder of the state (default: .local in the project)
  --strict-egress                    refuse loopback addresses as sources and webhook recipients, as in the cloud
  --webhook-delays S,S,…             seconds between the tries of a webhook (default 5,300,1800,…)
  --render-parallel N                parts of one film rendered at once (default: a quarter of the cores)
  --segment-seconds N                length of such a part, as 1080p at 30 fps (default 600)
  --transcriber NAME                 whisper (default), or transcribe or auto: a stand-in of Amazon Transcribe takes part
  --setup-translation                install the translator of language pairs (Apertium, Debian) and stop
  --setup-only                       install what is missing and stop
  --help                             show this text
`;

const options = {
  port: { type: "string" },
  data: { type: "string" },
  out: { type: "string" },
  template: { type: "string" },
  language: { type: "string" },
  "translate-to": { type: "string" },
  mode: { type: "string" },
  "strict-egress": { type: "boolean" },
  "webhook-delays": { type: "string" },
  "render-parallel": { type: "string" },
  "segment-seconds": { type: "string" },
  transcriber: { type: "string" },
  "setup-translation": { type: "boolean" },
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

function portOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new StartError(`--port ${text}: give a port from 1 to 65535.`);
  return port;
}

function numberOf(name: string, text: string | undefined, most: number): number | null {
  if (text === undefined) return null;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > most)
    throw new StartError(`--${name} ${text}: give a whole number from 1 to ${most}.`);
  return number;
}

function modeOf(text: string | undefined): OutputMode {
  if (text === undefined) return "composited";
  const mode = outputModes.find((candidate) => candidate.toLowerCase() === text.toLowerCase());
  if (!mode) throw new StartError(`--mode ${text}: give one of ${outputModes.join(", ")}.`);
  return mode;
}

function transcriberOf(text: string | undefined): TranscriberOption | null {
  if (text === undefined) return null;
  const option = transcriberOptions.find((candidate) => candidate === text.toLowerCase());
  if (!option) throw new StartError(`--transcriber ${text}: give one of ${transcriberOptions.join(", ")}.`);
  return option;
}

function delaysOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const checked = webhookDelaysSchema.safeParse(text);
  if (!checked.success) throw new StartError(`--webhook-delays ${checked.error.issues[0]?.message}.`);
  return text;
}

function actionOf(
  values: { help?: boolean; "setup-only"?: boolean; "setup-translation"?: boolean },
  caption: CaptionRequest | null,
): LocalArguments["action"] {
  if (values.help) return "help";
  if (values["setup-translation"]) return "setupTranslation";
  if (values["setup-only"]) return "setup";
  return caption ? "caption" : "serve";
}

/** Throws StartError, naming the option, for anything that cannot be meant. */
export function parseArguments(argv: readonly string[]): LocalArguments {
  const { values, positionals } = parse(argv);
  const [file, extra] = positionals;
  if (extra !== undefined) {
    throw new StartError(`One file at a time: ${extra} is one too many. Quote a name that has spaces.`);
  }
  const fileOnly = ["out", "template", "language", "translate-to", "mode"] as const;
  const stray = fileOnly.find((name) => values[name] !== undefined);
  if (file === undefined && stray !== undefined && !values.help) {
    throw new StartError(`--${stray} goes with a file: npm start -- FILE --${stray} …`);
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
          mode: modeOf(values.mode),
        };
  const action = actionOf(values, caption);
  return {
    action,
    port: portOf(values.port),
    data: values.data ?? null,
    strictEgress: values["strict-egress"] ?? false,
    webhookDelays: delaysOf(values["webhook-delays"]),
    renderParallel: numberOf("render-parallel", values["render-parallel"], maxSegments),
    segmentSeconds: numberOf("segment-seconds", values["segment-seconds"], 86_400),
    transcriber: transcriberOf(values.transcriber),
    caption,
  };
}
