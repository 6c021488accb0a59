import { CfnResource, CustomResource, Duration } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct, type IConstruct } from "constructs";
import { stopContainers } from "./cluster-rules.ts";
import type { Engine } from "./engine.ts";
import type { Resources, Rule } from "./grants.ts";
import { machines as allMachines } from "./machine-names.ts";

export interface TeardownProps {
  engine: Engine;
  /** The function that stops all work and empties the bucket. */
  worker: LambdaFunction;
  /** What cannot be deleted while work runs. */
  occupied: readonly IConstruct[];
  /** What starts work. */
  starters: readonly IConstruct[];
}

/**
 * Allows CloudFormation to delete the stack while tasks run: a state machine is deleted only after its executions, which may wait 30
 * days for an approval, and a cluster, its capacity providers, subnets and an internet gateway only without containers. Deletion is
 * in the reverse order of dependencies: what starts work, then this resource, whose function stops all work, then the rest.
 * The bucket is among the rest because the function refers to it.
 */
export class Teardown extends Construct {
  constructor(scope: Construct, id: string, { engine, worker, occupied, starters }: TeardownProps) {
    super(scope, id);
    const resource = new CustomResource(this, "Work", {
      serviceToken: worker.functionArn,
      resourceType: "Custom::Teardown",
      // The function's own maximum, and some time for its start.
      serviceTimeout: Duration.minutes(16),
    });
    resource.node.addDependency(...occupied);
    // The role must have its permissions until the function has run.
    if (worker.role) resource.node.addDependency(worker.role);
    for (const starter of starters) {
      starter.node.addDependency(resource);
      // On one machine, where this resource does not exist, the dependency has no effect.
      if (CfnResource.isCfnResource(starter))
        starter.addMetadata("cfn-lint", { config: { ignore_checks: ["E3005"] } });
    }
    engine.onlyInCloud(this);
    const { scope: ofWorker } = worker.node;
    if (ofWorker) engine.onlyInCloud(ofWorker);
  }
}

/** Returns the rules of the function that prepares the deletion of the stack. */
export const teardownRules = ({ cluster, machines, deletedBucket }: Resources): Rule[] => [
  {
    actions: ["states:ListExecutions"],
    resources: allMachines.map((machine) => machines.arn(machine)),
  },
  {
    actions: ["states:StopExecution"],
    resources: allMachines.map((machine) => machines.executionArns(machine)),
  },
  ...stopContainers(cluster),
  ...(deletedBucket === undefined
    ? []
    : [
        { actions: ["s3:ListBucket"], resources: [deletedBucket.bucketArn] },
        { actions: ["s3:DeleteObject"], resources: [deletedBucket.arnForObjects("*")] },
      ]),
];
