import { ArnFormat, Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";
import type { Resources, Rule } from "./grants.ts";

/** The name is fixed: the functions that draw frames are created before the one that they invoke. */
export const frameFunctionName = (scope: Construct): string => `${Stack.of(scope).stackName}-frames`;

/** Returns the rules of a function that has frames drawn. */
export const frameRules = ({ bucket, frameFunctionName: resourceName }: Resources): Rule[] => {
  const arn = Stack.of(bucket).formatArn({
    ...{ service: "lambda", resource: "function", resourceName },
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return [{ actions: ["lambda:InvokeFunction"], resources: [arn] }];
};
