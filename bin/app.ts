import { join, resolve } from "node:path";
import { App, DefaultStackSynthesizer, type IStackSynthesizer, Tags, Validations } from "aws-cdk-lib";
import { CapstackStack } from "../lib/capstack-stack.ts";
import { retainsData } from "../lib/settings.ts";
import { buildConsole } from "../local/console/build-console.ts";
import { bundledFunctions } from "./bundled-functions.ts";

/**
 * The CDK app. It names no account and no region: the same template is deployed to any of them and to the local engine, whose
 * deployer reads the assembly itself. The local engine has no bootstrap stack, so the rule that checks its version is left out.
 */
const root = resolve(import.meta.dirname, "..");
const app = new App();
const stackName: unknown = app.node.tryGetContext("stackName") ?? "Capstack";
if (!/^[A-Za-z][A-Za-z0-9-]{0,39}$/.test(String(stackName)))
  throw new Error("-c stackName: give letters, digits and hyphens, at most 40, starting with a letter");
const stack = new CapstackStack(app, String(stackName), {
  description: "capstack: video captioning",
  root,
  bundles: await bundledFunctions(root),
  console: await buildConsole({ root, shared: join(root, ".local") }),
  terminationProtection: retainsData(app),
  synthesizer: new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }) as IStackSynthesizer,
});
// Cost allocation: activate both tags in the billing console.
Tags.of(stack).add("app", "capstack");
Tags.of(stack).add("stack", String(stackName));
// The rules of cdk-nag are slow, so they are only checked with `-c nag=true`, as the stack tests do.
if (app.node.tryGetContext("nag")) {
  const { AwsSolutionsChecks } = await import("cdk-nag");
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
app.synth();
