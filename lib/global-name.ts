import { Aws, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";

/**
 * Returns the name of a resource whose name is unique in the whole account, although the stack is in one region: those of CloudFront, and
 * dashboards. Without the region in it, a second region could not have the stack. At most 63 characters; CloudFront takes 64.
 *
 * @param name at most 7 characters
 */
export const globalName = (scope: Construct, name: string): string =>
  `${Stack.of(scope).stackName}-${Aws.REGION}-${name}`;
