import { Aspects, CfnCondition, CfnParameter, CfnResource, Fn, type IAspect, type Stack } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Resource types that the local emulator does not fully support and the product does not need there. */
const cloudOnlyTypes: ReadonlySet<string> = new Set([
  "AWS::CloudFront::Distribution",
  "AWS::CloudFront::Function",
  "AWS::CloudFront::KeyGroup",
  "AWS::CloudFront::OriginAccessControl",
  "AWS::CloudFront::OriginRequestPolicy",
  "AWS::CloudFront::PublicKey",
  "AWS::CloudFront::ResponseHeadersPolicy",
  "AWS::CloudFront::VpcOrigin",
  "AWS::CloudWatch::Alarm",
  "AWS::ECS::ClusterCapacityProviderAssociations",
  "AWS::MediaConvert::Queue",
  "Custom::LinkKey",
]);

/**
 * The engine on which the template is deployed. One template serves both: deployments to the one-machine engine pass
 * `Engine=local`, and resources that exist in AWS only have the condition `NotLocal`.
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
    Aspects.of(stack).add(new CloudOnly(this.notLocal, (type) => cloudOnlyTypes.has(type)));
  }

  /** Restricts everything below a construct to AWS. */
  onlyInCloud(scope: IConstruct): void {
    Aspects.of(scope).add(new CloudOnly(this.notLocal, () => true));
  }

  /** `inCloud` in AWS, `locally` on one machine. */
  choose(inCloud: string, locally: string): string {
    return Fn.conditionIf(this.notLocal.logicalId, inCloud, locally).toString();
  }
}

class CloudOnly implements IAspect {
  private readonly condition: CfnCondition;
  private readonly isCloudOnly: (type: string) => boolean;

  constructor(condition: CfnCondition, isCloudOnly: (type: string) => boolean) {
    this.condition = condition;
    this.isCloudOnly = isCloudOnly;
  }

  visit(node: IConstruct): void {
    if (CfnResource.isCfnResource(node) && this.isCloudOnly(node.cfnResourceType)) {
      node.cfnOptions.condition = this.condition;
    }
  }
}
