import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A file that the template refers to. */
export interface AssemblyFile {
  path: string;
  /** `zip`: a folder to be zipped. */
  packaging: "zip" | "file";
  bucket: string;
  key: string;
}

export interface Assembly {
  stackName: string;
  templateText: string;
  files: AssemblyFile[];
}

interface Manifest {
  artifacts: Record<
    string,
    {
      type: string;
      displayName?: string;
      properties?: { templateFile?: string; stackName?: string; file?: string };
    }
  >;
}

interface AssetManifest {
  files?: Record<
    string,
    {
      source: { path?: string; packaging?: string };
      destinations: Record<string, { bucketName: string; objectKey: string }>;
    }
  >;
}

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, "utf8")) as T;

/** Replaces the pseudo parameters in names of the bootstrap resources. */
export const resolvePlaceholders = (text: string, account: string, region: string): string =>
  text
    .replaceAll(/\$\{AWS::AccountId\}/g, account)
    .replaceAll(/\$\{AWS::Region\}/g, region)
    .replaceAll(/\$\{AWS::Partition\}/g, "aws");

/** Returns the text of the resources of a template that exist on one machine (`Engine` of lib/engine.ts). */
const localResources = (templateText: string): string => {
  const { Resources } = JSON.parse(templateText) as { Resources: Record<string, { Condition?: string }> };
  return JSON.stringify(Object.values(Resources).filter(({ Condition }) => Condition !== "NotLocal"));
};

/**
 * Reads a cloud assembly: the template of its one stack, and the files to be uploaded before the deployment. Images and the
 * files of resources that exist in AWS only are left out: on one machine the commands of images run from the clone.
 */
export function readAssembly(folder: string, account: string, region: string): Assembly {
  const { artifacts } = readJson<Manifest>(join(folder, "manifest.json"));
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === "aws:cloudformation:stack");
  const [stack] = stacks;
  if (!stack || stacks.length > 1) throw new Error(`expected one stack in ${folder}, found ${stacks.length}`);
  const [id, { properties }] = stack;
  if (!properties?.templateFile) throw new Error(`the stack ${id} in ${folder} names no template file`);
  const templateText = readFileSync(join(folder, properties.templateFile), "utf8");
  const resources = localResources(templateText);
  const files: AssemblyFile[] = [];
  for (const { type, properties: found } of Object.values(artifacts)) {
    if (type !== "cdk:asset-manifest" || !found?.file) continue;
    for (const { source, destinations } of Object.values(
      readJson<AssetManifest>(join(folder, found.file)).files ?? {},
    )) {
      const [destination] = Object.values(destinations);
      // The template is listed too, but published separately.
      if (!source.path || !destination || source.path === properties.templateFile) continue;
      if (!resources.includes(destination.objectKey)) continue;
      files.push({
        path: join(folder, source.path),
        packaging: source.packaging === "zip" ? "zip" : "file",
        bucket: resolvePlaceholders(destination.bucketName, account, region),
        key: resolvePlaceholders(destination.objectKey, account, region),
      });
    }
  }
  return {
    stackName: properties.stackName ?? id,
    templateText,
    files,
  };
}
