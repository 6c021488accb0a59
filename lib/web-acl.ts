import { Stack } from "aws-cdk-lib";
import { CfnWebACL } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";
import { countedSeconds, requestBlocked, tooManyFromAddress } from "../core/api/blocked-request.ts";
import { standardPlan } from "../lambdas/environment.ts";

/** The only region in which CloudFront reads web ACLs. */
export const webAclRegion = "us-east-1";

/** Maximum number of requests from one IP address in `countedSeconds`: what one account of the standard plan may send. */
const requestsPerAddress = standardPlan.requestsPerSecond * countedSeconds + standardPlan.burst;

/**
 * The managed rule groups, without the common rule set, which rejects bodies over 8 KB, with their blocking rules, which get the
 * response of the API. A rule that a later version of a group adds blocks with AWS's own response. Source: AWS WAF Developer Guide,
 * "AWS Managed Rules rule groups list".
 */
const managedGroups = {
  AWSManagedRulesAmazonIpReputationList: ["AWSManagedIPReputationList", "AWSManagedReconnaissanceList"],
  AWSManagedRulesKnownBadInputsRuleSet: [
    ...["HEADER", "BODY", "URIPATH", "QUERYSTRING"].flatMap((part) => [
      `JavaDeserializationRCE_${part}`,
      `Log4JRCE_${part}`,
    ]),
    "Host_localhost_HEADER",
    "PROPFIND_METHOD",
    "ExploitablePaths_URIPATH",
    "ReactJSRCE_BODY",
  ],
} as const;

const responses = { TooMany: tooManyFromAddress(requestsPerAddress), Blocked: requestBlocked() };

const block = (name: keyof typeof responses): CfnWebACL.RuleActionProperty => {
  const { status, headers = {} } = responses[name];
  // Pages of any site may read the response, as those of the API.
  const sent = { "access-control-allow-origin": "*", "cache-control": "no-store", ...headers };
  const responseHeaders = Object.entries(sent).map(([header, value]) => ({ name: header, value }));
  return {
    block: { customResponse: { responseCode: status, customResponseBodyKey: name, responseHeaders } },
  };
};

/** A web ACL for CloudFront, which must be in `webAclRegion`. It rejects with errors in the shape of the API. */
export class WebAcl extends Construct {
  readonly arn: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    // Their metrics have no other dimension that distinguishes the web ACLs of two stacks.
    const metricPrefix = Stack.of(this).stackName;
    const visible = (name: string): CfnWebACL.VisibilityConfigProperty => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
      metricName: `${metricPrefix}-${name}`,
    });
    const groups = Object.entries(managedGroups).map(
      ([name, blocking], index): CfnWebACL.RuleProperty => ({
        name,
        priority: index + 1,
        overrideAction: { none: {} },
        statement: {
          managedRuleGroupStatement: {
            vendorName: "AWS",
            name,
            ruleActionOverrides: blocking.map((rule) => ({ name: rule, actionToUse: block("Blocked") })),
          },
        },
        visibilityConfig: visible(name),
      }),
    );
    const acl = new CfnWebACL(this, "Acl", {
      scope: "CLOUDFRONT",
      defaultAction: { allow: {} },
      visibilityConfig: visible("WebAcl"),
      customResponseBodies: Object.fromEntries(
        Object.entries(responses).map(([name, { body }]) => [
          name,
          { contentType: "APPLICATION_JSON", content: JSON.stringify(body) },
        ]),
      ),
      rules: [
        {
          name: "RatePerAddress",
          priority: 0,
          action: block("TooMany"),
          statement: {
            rateBasedStatement: {
              limit: requestsPerAddress,
              evaluationWindowSec: countedSeconds,
              aggregateKeyType: "IP",
            },
          },
          visibilityConfig: visible("RatePerAddress"),
        },
        ...groups,
      ],
    });
    this.arn = acl.attrArn;
  }
}
