import {
  App,
  type AppProps,
  BootstraplessSynthesizer,
  CfnOutput,
  type IStackSynthesizer,
  Stack,
  Tags,
} from "aws-cdk-lib";
import { checkOptionNames, stackNameOf } from "./context.ts";
import { WebAcl, webAclRegion } from "./web-acl.ts";

/**
 * Creates the app with the web ACL alone, for a stack in another region than that of CloudFront's web ACLs. It has no assets, so its
 * region needs no bootstrap stack.
 */
export const createWebAclApp = (props: AppProps = {}): App => {
  const app = new App(props);
  checkOptionNames(app);
  const stackName = stackNameOf(app);
  const account = process.env.CDK_DEFAULT_ACCOUNT;
  const stack = new Stack(app, `${stackName}-WebAcl`, {
    description: "capstack: web ACL of CloudFront",
    env: { region: webAclRegion, ...(account === undefined ? {} : { account }) },
    synthesizer: new BootstraplessSynthesizer() as IStackSynthesizer,
  });
  Tags.of(stack).add("app", "capstack");
  Tags.of(stack).add("stack", stackName);
  const acl = new WebAcl(stack, "WebAcl");
  new CfnOutput(stack, "WebAclArn", { value: acl.arn, description: "Value of the option waf" });
  return app;
};
