import { App, DefaultStackSynthesizer, type IStackSynthesizer, Tags, Validations } from "aws-cdk-lib";
import { CapstackStack } from "./capstack-stack.ts";
import { checkOptionNames, stackNameOf } from "./context.ts";
import { checkRegion } from "./regions.ts";
import { retainsData } from "./settings.ts";

export interface CapstackAppProps {
  /** The repository's root. */
  root: string;
  /** Folder of the bundles of all functions. */
  bundles: string;
  /** Folder of the built console. */
  console: string;
  /** Context of the app; without it, that of the CDK command line. */
  context?: Readonly<Record<string, unknown>>;
  /** Region of the deployment, to check the options; undefined if it is not known. */
  region?: string | undefined;
  /** Folder of the cloud assembly; without it, that of the CDK command line. */
  outdir?: string;
}

/**
 * Creates the CDK app. It names no account and no region: the same template is deployed to any of them and to the local engine, whose
 * deployer reads the assembly itself. The local engine has no bootstrap stack, so the rule that checks its version is left out.
 */
export const createCapstackApp = async ({
  root,
  bundles,
  console: consoleFolder,
  region,
  ...props
}: CapstackAppProps): Promise<App> => {
  const app = new App(props);
  checkOptionNames(app);
  checkRegion(app, region);
  const stackName = stackNameOf(app);
  const stack = new CapstackStack(app, stackName, {
    description: "capstack: video captioning",
    root,
    bundles,
    console: consoleFolder,
    terminationProtection: retainsData(app),
    synthesizer: new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }) as IStackSynthesizer,
  });
  // Cost allocation: activate both tags in the billing console.
  Tags.of(stack).add("app", "capstack");
  Tags.of(stack).add("stack", stackName);
  // The rules of cdk-nag are slow, so they are only checked with `-c nag=true`, as the stack tests do.
  if (app.node.tryGetContext("nag")) {
    const { AwsSolutionsChecks } = await import("cdk-nag");
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  }
  return app;
};
