import { Aspects, CfnCondition, CfnParameter, CfnResource, Fn, type IAspect, type Stack } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Resource types that the one-machine engine's emulator does not fully support and the product does not need there. */
const cloudOnlyTypes: ReadonlySet<string> = new Set([
  "AWS::CloudWatch::Alarm",
  "AWS::ECS::ClusterCapacityProviderAssociations",
]);

/**
 * Which engine the template is deployed to. One template serves both: a deployment to the one-machine engine passes
 * `Engine=local`, and what exists in the cloud only carries the condition `NotLocal`.
 */
export class Engine {
  readonly notLocal: CfnCondition;

  constructor(stack: Stack) {
    const parameter = new CfnParameter(stack, "Engine", {
      type: "String",
      default: "aws",
      allowedValues: ["aws", "local"],
      description: "aws, or local for the one-machine engine.",
    });
    this.notLocal = new CfnCondition(stack, "NotLocal", {
      expression: Fn.conditionNot(Fn.conditionEquals(parameter.valueAsString, "local")),
    });
    Aspects.of(stack).add(new CloudOnly(this.notLocal));
  }

  /** `inCloud` in AWS, `locally` on one machine. */
  choose(inCloud: string, locally: string): string {
    return Fn.conditionIf(this.notLocal.logicalId, inCloud, locally).toString();
  }
}

class CloudOnly implements IAspect {
  private readonly condition: CfnCondition;

  constructor(condition: CfnCondition) {
    this.condition = condition;
  }

  visit(node: IConstruct): void {
    if (CfnResource.isCfnResource(node) && cloudOnlyTypes.has(node.cfnResourceType)) {
      node.cfnOptions.condition = this.condition;
    }
  }
}
