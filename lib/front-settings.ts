import { Stack, Token } from "aws-cdk-lib";
import type { Construct } from "constructs";
import { contextInteger, contextMatch, contextText, requireCloudFront } from "./context.ts";
import { webAclRegion } from "./web-acl.ts";

/** The operator's settings of the host name and of CloudFront. */
export interface FrontSettings {
  /** Host name of the service; undefined: that of CloudFront. */
  domainName: string | undefined;
  /** ARN of a certificate for the host name, in us-east-1. */
  certificateArn: string | undefined;
  /** ARN of a web ACL, or "create". */
  waf: string | undefined;
  /** USD a month. */
  monthlyBudget: number | undefined;
  /** Requests per second to a route, of all clients together. */
  requestRate: number;
}

const certificate = /^arn:[\w-]+:acm:us-east-1:\d{12}:certificate\/[\w-]+$/;
const webAcl = /^(true|false|arn:[\w-]+:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+)$/;
const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Reads the settings of the app's context. Throws Error that names the option and its valid values. */
export const frontSettings = (scope: Construct): FrontSettings => {
  const domainName = contextMatch(
    scope,
    "domainName",
    hostName,
    "a host name in lower case, such as captions.example.com",
  );
  const certificateArn = contextMatch(
    scope,
    "certificateArn",
    certificate,
    "the ARN of an ACM certificate in us-east-1, where CloudFront reads it",
  );
  if ((domainName === undefined) !== (certificateArn === undefined))
    throw new Error("-c domainName and -c certificateArn must be set together");
  const monthlyBudget = contextInteger(scope, "monthlyBudget", 1, 10_000_000);
  if (monthlyBudget !== undefined && contextText(scope, "alarmEmail") === undefined)
    throw new Error("-c monthlyBudget requires -c alarmEmail, the recipient of its messages");
  return {
    domainName,
    certificateArn,
    waf: wafOf(scope),
    monthlyBudget,
    requestRate: contextInteger(scope, "requestRate", 1, 10_000) ?? defaultRequestRate,
  };
};

/** A new web ACL is part of the stack, so the stack must be where AWS keeps web ACLs of CloudFront. */
const wafOf = (scope: Construct): string | undefined => {
  const waf = contextMatch(scope, "waf", webAcl, "true, false, or the ARN of a web ACL for CloudFront");
  if (waf === undefined || waf === "false") return undefined;
  requireCloudFront(scope, "waf");
  if (waf !== "true") return waf;
  const region = regionOf(scope);
  if (region !== undefined && region !== webAclRegion)
    throw new Error(
      `-c waf=true requires a stack in ${webAclRegion}, where AWS keeps web ACLs of CloudFront; this one is in ${region}. Create the web ACL there with \`npx cdk deploy --app "node bin/web-acl.ts"\`, then deploy with the ARN that it prints: -c waf=ARN`,
    );
  return "create";
};

/** The region of the deployment: a template without a region goes to that of the CDK command line. Undefined: not known yet. */
const regionOf = (scope: Construct): string | undefined => {
  const { region } = Stack.of(scope);
  return Token.isUnresolved(region) ? process.env.CDK_DEFAULT_REGION : region;
};

/** Twenty clients that poll ten times per second. Limits the cost of a flood without a key. */
const defaultRequestRate = 200;
