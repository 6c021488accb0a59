import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Resource {
  Type: string;
  Condition?: string;
  DeletionPolicy?: string;
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
}

const root = join(import.meta.dirname, "..", "..");

/**
 * Runs the CDK app as a person does who has no AWS account and no Docker: nothing of the environment but the way to Node.
 * With the security rules of cdk-nag: a finding without an acknowledgement ends the synthesis. `context`: what an operator
 * sets with `-c`.
 */
export const synthesize = (
  context: Readonly<Record<string, string>> = {},
): { text: string; template: Template; images: ImageSource[] } => {
  const outdir = mkdtempSync(join(tmpdir(), "capstack-synth-"));
  try {
    execFileSync(process.execPath, [join(root, "bin", "app.ts")], {
      cwd: root,
      env: {
        PATH: dirname(process.execPath),
        HOME: outdir,
        CDK_OUTDIR: join(outdir, "cdk.out"),
        CDK_CONTEXT_JSON: JSON.stringify({ nag: true, ...context }),
      },
      stdio: ["ignore", "ignore", "pipe"],
    });
    const assembly = join(outdir, "cdk.out");
    const text = readFileSync(join(assembly, "Capstack.template.json"), "utf8");
    return { text, template: JSON.parse(text) as Template, images: imagesIn(assembly) };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};

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
