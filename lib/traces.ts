import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Construct } from "constructs";
import { contextFlag } from "./context.ts";

/** Reads `-c traces=true`: AWS X-Ray follows requests and tasks through functions and state machines. */
export const hasTraces = (scope: Construct): boolean => contextFlag(scope, "traces", false);

/** Returns the statements of a role whose function or state machine sends traces. The actions have no resources. */
export const traceStatements = (scope: Construct): PolicyStatement[] =>
  hasTraces(scope)
    ? [
        new PolicyStatement({
          actions: [
            "xray:PutTraceSegments",
            "xray:PutTelemetryRecords",
            "xray:GetSamplingRules",
            "xray:GetSamplingTargets",
          ],
          resources: ["*"],
        }),
      ]
    : [];
