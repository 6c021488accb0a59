import type { Duration } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";

/**
 * Returns the Fargate vCPUs that the account uses of one capacity; each has its own quota. Containers try Spot first. Source: ECS
 * Developer Guide, "AWS Fargate usage metrics".
 */
export const usedVcpus = (capacity: "OnDemand" | "Spot", period: Duration): Metric =>
  new Metric({
    namespace: "AWS/Usage",
    metricName: "ResourceCount",
    dimensionsMap: {
      Service: "Fargate",
      Type: "Resource",
      Resource: "vCPU",
      Class: `Standard/${capacity}`,
    },
    statistic: "Maximum",
    period,
    label: capacity,
  });
