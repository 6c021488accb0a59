import { Stack } from "aws-cdk-lib";
import type { ICluster } from "aws-cdk-lib/aws-ecs";
import type { Rule } from "./grants.ts";

/** Listing has no resources; the key restricts it to the cluster. */
export const stopContainers = (cluster: ICluster): Rule[] => [
  {
    actions: ["ecs:ListTasks"],
    resources: ["*"],
    conditions: { ArnEquals: { "ecs:cluster": [cluster.clusterArn] } },
  },
  { actions: ["ecs:DescribeTasks", "ecs:StopTask"], resources: [tasksOf(cluster)] },
];

/** Matches every task of a cluster. */
export const tasksOf = (cluster: ICluster): string =>
  Stack.of(cluster).formatArn({
    service: "ecs",
    resource: "task",
    resourceName: `${cluster.clusterName}/*`,
  });
