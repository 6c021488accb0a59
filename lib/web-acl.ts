import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";
import type { Engine } from "./engine.ts";

/**
 * Maximum number of requests from one IP address in five minutes: seven per second, ten times the rate of a client that
 * polls.
 */
const requestsPerAddress = 2000;

/** A web ACL for CloudFront. AWS keeps these in us-east-1 only, so the stack must be there too. */
export class WebAcl extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string, engine: Engine) {
    super(scope, id);
    engine.onlyInCloud(this);
    const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
      metricName,
    });
    const managed = (name: string, priority: number): CfnWebACL.RuleProperty => ({
      name,
      priority,
      overrideAction: { none: {} },
      statement: { managedRuleGroupStatement: { vendorName: "AWS", name } },
      visibilityConfig: visible(name),
    });
    const acl = new CfnWebACL(this, "Acl", {
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      visibilityConfig: visible("CapstackWebAcl"),
      rules: [
        {
          name: "RatePerAddress",
          priority: 0,
          action: { block: {} },
          statement: { rateBasedStatement: { limit: requestsPerAddress, aggregateKeyType: "IP" } },
          visibilityConfig: visible("RatePerAddress"),
        },
        managed("AWSManagedRulesAmazonIpReputationList", 1),
        // Without the common rule set, which rejects bodies over 8 KB.
        managed("AWSManagedRulesKnownBadInputsRuleSet", 2),
      ],
    });
    this.arn = acl.attrArn;
  }
}
