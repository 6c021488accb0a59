import { Duration } from "aws-cdk-lib";
import { type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import {
  type ApplicationTargetGroup,
  HttpCodeElb,
  HttpCodeTarget,
  type IApplicationLoadBalancer,
} from "aws-cdk-lib/aws-elasticloadbalancingv2";
import type { AlarmDefinition } from "./alarms.ts";

/** Metrics of the upload service. */
export interface UploadMetrics {
  /** Number of containers that accept uploads. */
  healthy: IMetric;
  /** 5xx responses of the load balancer and its containers. */
  failures: IMetric;
}

const period = Duration.minutes(5);

/** Returns the metrics of a load balancer and its containers. */
export const uploadMetrics = (
  { metrics }: IApplicationLoadBalancer,
  targets: ApplicationTargetGroup,
): UploadMetrics => {
  const sum = { statistic: "Sum", period };
  return {
    healthy: targets.metrics.healthyHostCount({ statistic: "Minimum", period }),
    failures: new MathExpression({
      expression: "FILL(balancer, 0) + FILL(containers, 0)",
      usingMetrics: {
        balancer: metrics.httpCodeElb(HttpCodeElb.ELB_5XX_COUNT, sum),
        containers: metrics.httpCodeTarget(HttpCodeTarget.TARGET_5XX_COUNT, sum),
      },
      period,
    }),
  };
};

/** Returns the alarms about the upload service by their names. */
export const uploadAlarms = ({ healthy, failures }: UploadMetrics): Record<string, AlarmDefinition> => ({
  UploadServiceDown: {
    impact: "No container accepts uploads: POST /videos and POST /fonts fail. Other uploads work.",
    firstStep: "In ECS, read the events of the upload service, which show why its tasks stopped.",
    metric: healthy,
    threshold: 1,
    evaluationPeriods: 2,
    isBelow: true,
  },
  UploadsFailing: {
    impact: "POST /videos and POST /fonts return 5xx responses, so clients must upload their files again.",
    firstStep: "Search the log of the ingest containers for the level ERROR.",
    metric: failures,
    threshold: 5,
    evaluationPeriods: 2,
  },
});
