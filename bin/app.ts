import { resolve } from "node:path";
import { App, DefaultStackSynthesizer, type IStackSynthesizer, Validations } from "aws-cdk-lib";
import { CapstackStack } from "../lib/capstack-stack.ts";

/**
 * The CDK app. Knows no account and no region: the same template goes to any of them, and to the one-machine engine,
 * whose deployer reads the assembly itself: file assets into the synthesizer's usual bucket, no image assets,
 * `Engine=local`, no bootstrap stack (hence no rule that asks for its version).
 */
const app = new App();
new CapstackStack(app, "Capstack", {
  description: "capstack: video captioning",
  root: resolve(import.meta.dirname, ".."),
  outdir: app.outdir,
  synthesizer: new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }) as IStackSynthesizer,
});
// The security rules take their time: `-c nag=true` checks them, as the tests do.
if (app.node.tryGetContext("nag")) {
  const { AwsSolutionsChecks } = await import("cdk-nag");
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}
app.synth();
