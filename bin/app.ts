import { resolve } from "node:path";
import { App, DefaultStackSynthesizer, type IStackSynthesizer, Validations } from "aws-cdk-lib";
import { CapstackStack } from "../lib/capstack-stack.ts";
import { retainsData } from "../lib/settings.ts";

/**
 * The CDK app. It names no account and no region: the same template is deployed to any of them and to the local engine, whose
 * deployer reads the assembly itself. The local engine has no bootstrap stack, so the rule that checks its version is left out.
 */
const app = new App();
new CapstackStack(app, "Capstack", {
  description: "capstack: video captioning",
  root: resolve(import.meta.dirname, ".."),
  outdir: app.outdir,
  terminationProtection: retainsData(app),
  synthesizer: new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }) as IStackSynthesizer,
});
// The rules of cdk-nag are slow, so they are only checked with `-c nag=true`, as the stack tests do.
if (app.node.tryGetContext("nag")) {
  const { AwsSolutionsChecks } = await import("cdk-nag");
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
app.synth();
