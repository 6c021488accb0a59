/** The program that `cdk deploy` runs. */
import { join, resolve } from "node:path";
import { createCapstackApp } from "../lib/capstack-app.ts";
import { buildConsole } from "../local/console/build-console.ts";
import { bundledFunctions } from "./bundled-functions.ts";

const root = resolve(import.meta.dirname, "..");
const app = await createCapstackApp({
  root,
  bundles: await bundledFunctions(root),
  console: await buildConsole({ root, shared: join(root, ".local") }),
  // Set by the CDK from the credentials.
  region: process.env.CDK_DEFAULT_REGION,
});
app.synth();
