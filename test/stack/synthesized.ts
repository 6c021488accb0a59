import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { sourceHash, synthesisSources } from "../../local/deploy/source-hash.ts";
import { readJsonFile, writeJsonFile } from "../../local/json-file.ts";

export interface Resource {
  Type: string;
  Condition?: string;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
  DependsOn?: string | string[];
  Properties?: Record<string, unknown>;
}
export interface Template {
  Parameters: Record<string, unknown>;
  Conditions: Record<string, unknown>;
  Resources: Record<string, Resource>;
  Outputs: Record<string, unknown>;
}
/** What `cdk deploy` builds an image from. */
interface ImageSource {
  /** Path of the Dockerfile in the folder of its files. */
  dockerFile: string;
  files: string[];
}
export interface Statement {
  Effect: string;
  Action: string | string[];
  Resource?: unknown;
  Condition?: unknown;
}

const root = join(import.meta.dirname, "..", "..");
const cache = join(root, ".local", "synthesized");

/** What an operator sets with `-c`. */
export type Context = Readonly<Record<string, string>>;

/**
 * The contexts of the tests. A synthesis takes 10 s, so options that do not depend on each other share a context. Jest's global
 * set-up synthesizes them before the tests.
 */
export const defaultContext: Context = {};
export const operatorContext: Context = {
  webhookDelays: "1,2,3",
  alarmEmail: "operator@example.com",
  pexelsKeyParameter: "/capstack/pexels-key",
  architecture: "arm64",
  traces: "true",
  clipCutter: "mediaconvert",
  shortTasks: "true",
  waf: "true",
  monthlyBudget: "300",
  domainName: "captions.example.com",
  certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/0199a3c5-0b1e-7d4c-a3f7-5f1f3d0c8e21",
  translationModel: "global.anthropic.claude-haiku-4-5-20251001-v1:0",
};
export const tableStreamArn =
  "arn:aws:dynamodb:eu-west-1:111122223333:table/restored/stream/2026-11-29T00:00:00.000";
/** The data of an earlier stack, during a rotation of the keys that sign links. */
export const takenOverContext: Context = {
  tableName: "restored",
  tableStreamArn,
  bucketName: "restored-media",
  linkKeys: "1,2",
};
/** Without the options that are on by default. */
export const bareContext: Context = { cloudFront: "false", retainData: "false" };
const contexts = [defaultContext, operatorContext, takenOverContext, bareContext];

interface Synthesized {
  text: string;
  /** Empty unless the files of the images were copied. */
  images: ImageSource[];
}

/** Everything that the assembly is made from: an unchanged assembly is not synthesized again. */
const cacheFile = (context: Context): string => {
  const sources = sourceHash(root, [...synthesisSources, "containers", "package.json", ".dockerignore"]);
  const key = createHash("sha256").update(sources).update(JSON.stringify(context)).digest("hex");
  return join(cache, `${key.slice(0, 24)}.json`);
};

/** Copying the files of the images takes a third of a synthesis, and one copy is enough for the tests. */
const copiesImages = (context: Context): boolean => context === defaultContext;

/**
 * Runs the CDK app without an AWS account and without Docker; the environment has nothing but the path of Node. The rules of
 * cdk-nag and of CloudFormation's schemas are checked: a finding without an acknowledgement fails the synthesis.
 */
const runApp = async (contexts: readonly Context[]): Promise<Synthesized[]> => {
  const folder = mkdtempSync(join(tmpdir(), "capstack-synth-"));
  const assemblies = contexts.map((context, index) => ({
    context: {
      nag: true,
      "@aws-cdk/core:strictCfnValidateErrors": true,
      "aws:cdk:disable-asset-staging": !copiesImages(context),
      ...context,
    },
    outdir: join(folder, String(index)),
  }));
  try {
    const program = join(import.meta.dirname, "synthesize-contexts.ts");
    const env = { PATH: dirname(process.execPath), HOME: folder };
    await promisify(execFile)(process.execPath, [program, JSON.stringify(assemblies)], { cwd: root, env });
    return assemblies.map(({ outdir }, index) => ({
      text: readFileSync(join(outdir, "Capstack.template.json"), "utf8"),
      images: copiesImages(contexts[index] ?? {}) ? imagesIn(outdir) : [],
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Synthesizes the app in those of the contexts whose result is not known from an earlier run with the same sources. */
const ensureSynthesized = async (contexts: readonly Context[]): Promise<void> => {
  const unknown = contexts.filter((context) => !existsSync(cacheFile(context)));
  if (unknown.length === 0) return;
  const results = await runApp(unknown);
  mkdirSync(cache, { recursive: true });
  for (const [index, context] of unknown.entries()) writeJsonFile(cacheFile(context), results[index]);
};

/** Returns the synthesized app for the context. */
export const synthesize = async (
  context: Context = defaultContext,
): Promise<Synthesized & { template: Template }> => {
  await ensureSynthesized([context]);
  const synthesized = readJsonFile<Synthesized>(cacheFile(context));
  if (synthesized === null)
    throw new Error("The synthesized app disappeared during the tests. Run them again.");
  return { ...synthesized, template: JSON.parse(synthesized.text) as Template };
};

/** Jest's global set-up. A failure is reported by the tests, which synthesize again. */
export default async function synthesizeBeforehand(): Promise<void> {
  const files = contexts.map(cacheFile);
  for (const name of existsSync(cache) ? readdirSync(cache) : [])
    if (!files.includes(join(cache, name))) rmSync(join(cache, name), { force: true });
  await ensureSynthesized(contexts).catch(() => undefined);
}

const imagesIn = (assembly: string): ImageSource[] => {
  const { dockerImages } = JSON.parse(readFileSync(join(assembly, "Capstack.assets.json"), "utf8")) as {
    dockerImages: Record<string, { source: { directory: string; dockerFile: string } }>;
  };
  return Object.values(dockerImages).map(({ source: { directory, dockerFile } }) => ({
    dockerFile,
    files: readdirSync(join(assembly, directory), { recursive: true, encoding: "utf8" }),
  }));
};

export const list = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

export const ofType = (template: Template, type: string): [string, Record<string, unknown>][] =>
  Object.entries(template.Resources)
    .filter(([, resource]) => resource.Type === type)
    .map(([id, resource]) => [id, resource.Properties ?? {}]);

/** Every statement that allows something to a role, with the logical id of the policy or role that holds it. */
export const statementsOf = (template: Template): { holder: string; statement: Statement }[] => {
  const documents = (properties: Record<string, unknown>): unknown[] => [
    properties.PolicyDocument,
    ...list(properties.Policies as { PolicyDocument: unknown }[] | undefined).map(
      ({ PolicyDocument }) => PolicyDocument,
    ),
  ];
  return ["AWS::IAM::Policy", "AWS::IAM::ManagedPolicy", "AWS::IAM::Role"].flatMap((type) =>
    ofType(template, type).flatMap(([holder, properties]) =>
      documents(properties).flatMap((document) =>
        list((document as { Statement?: Statement[] } | undefined)?.Statement).map((statement) => ({
          holder,
          statement,
        })),
      ),
    ),
  );
};

/** The file of a Lambda function, from its description: `prepare-task of capstack`. */
export const handlerOf = (properties: Record<string, unknown>): string =>
  String(properties.Description).replace(" of capstack", "");

/** A CloudFormation value as text, with references as `${Id}` and `${Id.Attribute}`. */
export const flat = (value: unknown): string => {
  if (typeof value !== "object" || value === null) return String(value);
  const [entry] = Object.entries(value);
  const [key, inner] = entry ?? ["", ""];
  if (key === "Ref") return `\${${String(inner)}}`;
  if (key === "Fn::GetAtt") return `\${${list(inner as string[]).join(".")}}`;
  if (key === "Fn::Join") {
    const [separator, parts] = inner as [string, unknown[]];
    return parts.map(flat).join(separator);
  }
  // What AWS gets; the one-machine engine gets the other.
  if (key === "Fn::If") return flat((inner as unknown[])[1]);
  return JSON.stringify(value);
};
