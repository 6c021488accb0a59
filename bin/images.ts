import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { checkNames, stop, toolOptions } from "../adapters/tool-options.ts";
import {
  baseImageArguments,
  baseImagesPath,
  type ImageName,
  imageNames,
  readBaseImages,
} from "../lib/image-sources.ts";
import {
  billOfMaterials,
  debianComponents,
  npmComponents,
  pythonComponents,
} from "./images/bill-of-materials.ts";
import {
  buildImage,
  type ImageCommand,
  installedTool,
  runInImage,
  type ToolName,
  tagOf,
  toolNames,
} from "./images/container-tool.ts";
import { fetchDigest, parseReference } from "./images/registry.ts";

const commands = ["build", "test", "sbom", "pin"];
const usage = `Builds and tests the container images in the same way as \`cdk deploy\`.

  npm run images -- build [--name NAME]... [--tool TOOL] [-- BUILD ARGUMENTS]
  npm run images -- test  [--name NAME]... [--tool TOOL]   runs the self-test of each image, without network access
  npm run images -- sbom  [--name NAME]... [--tool TOOL]   writes NAME.cdx.json, the components in CycloneDX format
  npm run images -- pin                                    writes the digests of the base images to the lock file

NAME: ${imageNames.join(", ")} (default: all). TOOL: ${toolNames.join(", ")} (default: the first that is installed).`;
const { values, positionals } = toolOptions(usage, {
  allowPositionals: true,
  options: {
    name: { type: "string", multiple: true, default: [...imageNames] },
    tool: { type: "string" },
  },
});
const root = resolve(import.meta.dirname, "..");
const [command = "", ...extra] = positionals;
checkNames("command", [command], commands);
checkNames("image", values.name, imageNames);
const names = values.name as ImageName[];

const chosenTool = (): ToolName => {
  if (values.tool !== undefined) checkNames("tool", [values.tool], toolNames);
  const tool = (values.tool as ToolName | undefined) ?? installedTool();
  return tool ?? stop(`None of ${toolNames.join(", ")} is installed.`);
};

/** Speech for the recognizer; the other images make their own input. */
const speech = join(root, "test/media/speech/jfk.flac");

const selfTests: Record<ImageName, () => ImageCommand> = {
  render: () => ({ program: "node", args: ["bundle/self-test.mjs"] }),
  ingest: () => ({ program: "node", args: ["containers/ingest/self-test.ts"] }),
  speech: () => ({
    program: "python",
    args: ["containers/speech", "self-test"],
    input: readFileSync(speech),
  }),
  dub: () => ({ program: "python", args: ["containers/dub", "self-test"] }),
};

const isNodeImage = (name: ImageName): boolean => name === "render" || name === "ingest";

/** Returns the bill of materials: what the lock files pin, and the packages of Debian that the image has. */
const billOf = (tool: ToolName, name: ImageName) => {
  const text = (path: string): string => readFileSync(join(root, path), "utf8");
  const list = runInImage(tool, name, { program: "dpkg-query", args: ["--show"] });
  const requirements = ["containers/ffmpeg/requirements.txt"];
  if (!isNodeImage(name)) requirements.push("containers/speech/requirements.txt");
  if (name === "dub") requirements.push("containers/dub/requirements.txt");
  return billOfMaterials(tagOf(name), [
    ...requirements.flatMap((path) => pythonComponents(text(path))),
    ...(isNodeImage(name) ? npmComponents(JSON.parse(text("package-lock.json"))) : []),
    ...debianComponents(list),
  ]);
};

const pin = async (): Promise<void> => {
  const images = readBaseImages(root);
  for (const base of Object.values(images)) {
    base.digest = await fetchDigest(parseReference(base.image));
    console.log(`${base.image}@${base.digest}`);
  }
  writeFileSync(baseImagesPath(root), `${JSON.stringify(images, null, 2)}\n`);
};

const actions: Record<string, (tool: ToolName, name: ImageName) => void> = {
  build: (tool, name) => buildImage(tool, name, { root, buildArguments: baseImageArguments(root), extra }),
  test: (tool, name) => console.log(`${tagOf(name)} ${runInImage(tool, name, selfTests[name]()).trim()}`),
  sbom: (tool, name) => {
    const bill = billOf(tool, name);
    writeFileSync(`${name}.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`);
    console.log(`${name}.cdx.json: ${bill.components.length} components`);
  },
};

try {
  const action = actions[command];
  if (action) {
    const tool = chosenTool();
    for (const name of names) action(tool, name);
  } else await pin();
} catch (error) {
  stop((error as Error).message);
}
