/** The program that `cdk deploy` runs. */
import { resolve } from "node:path";
import { createCapstackApp } from "../lib/capstack-app.ts";
import { bundledFunctions } from "./bundled-functions.ts";

const root = resolve(import.meta.dirname, "..");
const app = await createCapstackApp({ root, bundles: await bundledFunctions(root) });
app.synth();
