/**
 * Synthesizes the app in several contexts in one process, because loading the CDK and the engine that validates templates is half
 * of a synthesis. Arguments: the assemblies as JSON, a list of `{context, outdir}`.
 */
import { join, resolve } from "node:path";
import { bundledFunctions } from "../../bin/bundled-functions.ts";
import { createCapstackApp } from "../../lib/capstack-app.ts";
import { buildConsole } from "../../local/console/build-console.ts";

const root = resolve(import.meta.dirname, "..", "..");
const assemblies = JSON.parse(process.argv[2] ?? "[]") as { context: object; outdir: string }[];
const folders = {
  bundles: await bundledFunctions(root),
  console: await buildConsole({ root, shared: join(root, ".local") }),
};
for (const { context, outdir } of assemblies) {
  const app = await createCapstackApp({ root, ...folders, context: { ...context }, outdir });
  app.synth();
}
