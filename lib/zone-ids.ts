import { Aws, CfnCondition, Fn, Token, Validations } from "aws-cdk-lib";
import type { CfnSubnet, Vpc } from "aws-cdk-lib/aws-ec2";
import { Construct } from "constructs";
import type { Engine } from "./engine.ts";

/**
 * Two zones for each region in which some zones lack a service: Fargate (in us-east-1 for ARM), or CloudFront's VPC origins. By
 * their IDs, because the name of a zone means another one in each account, and `Fn::GetAZs` returns names.
 * Sources: ECS Developer Guide, "Supported Regions for Amazon ECS on AWS Fargate"; CloudFront Developer Guide, "Supported AWS Regions
 * for VPC origins" (not use1-az3, usw1-az2, apne1-az3, cac1-az3, and one of Seoul).
 */
const zonesOfRegions: Readonly<Record<string, readonly [string, string]>> = {
  "us-east-1": ["use1-az4", "use1-az6"],
  "us-west-1": ["usw1-az1", "usw1-az3"],
  "ca-central-1": ["cac1-az1", "cac1-az2"],
  "ap-northeast-1": ["apne1-az1", "apne1-az4"],
  "ap-northeast-2": ["apne2-az3", "apne2-az4"],
};

/** Places the subnets of a network with two zones in zones that have all services; elsewhere in the first two of the region. */
export class ZoneIds extends Construct {
  constructor(scope: Construct, id: string, { vpc, engine }: { vpc: Vpc; engine: Engine }) {
    super(scope, id);
    const regions = Object.entries(zonesOfRegions).map(([region, zones]) => ({
      zones,
      isHere: new CfnCondition(this, `In ${region}`, { expression: Fn.conditionEquals(Aws.REGION, region) }),
    }));
    const isListed = new CfnCondition(this, "ById", {
      expression: Fn.conditionAnd(engine.notLocal, Fn.conditionOr(...regions.map(({ isHere }) => isHere))),
    });
    for (const subnets of [vpc.publicSubnets, vpc.isolatedSubnets]) {
      for (const [index, subnet] of subnets.entries()) {
        const resource = subnet.node.defaultChild as CfnSubnet;
        // Without a condition for the last region, which is the only one left.
        const zoneId = regions
          .slice(0, -1)
          .reduceRight(
            (otherwise, { isHere, zones }) =>
              Token.asString(Fn.conditionIf(isHere.logicalId, zones[index], otherwise)),
            String(regions.at(-1)?.zones[index]),
          );
        const name = resource.availabilityZone;
        resource.availabilityZone = Token.asString(Fn.conditionIf(isListed.logicalId, Aws.NO_VALUE, name));
        resource.availabilityZoneId = Token.asString(
          Fn.conditionIf(isListed.logicalId, zoneId, Aws.NO_VALUE),
        );
        Validations.of(resource).acknowledge({
          id: "CloudFormation-Validate::F3020",
          reason:
            "A zone has either a name or an ID: both depend on the same condition, which the rule does not evaluate.",
        });
      }
    }
  }
}
