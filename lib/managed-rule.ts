import { Stack } from "aws-cdk-lib";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";

/** Returns the grant for a rule that Step Functions manages in the account, to wait for what a machine started. */
export const managedRule = (scope: Construct, name: string): PolicyStatement =>
  new PolicyStatement({
    actions: ["events:PutTargets", "events:PutRule", "events:DescribeRule"],
    resources: [Stack.of(scope).formatArn({ service: "events", resource: "rule", resourceName: name })],
  });
