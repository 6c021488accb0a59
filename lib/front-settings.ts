import type { Construct } from "constructs";
import { contextText } from "./context.ts";

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
const webAcl = /^arn:[\w-]+:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]+\/[\w-]+$/;
const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** Reads the settings of the app's context. Throws Error that names the option and its valid values. */
export const frontSettings = (scope: Construct): FrontSettings => {
  const text = (name: string) => contextText(scope, name);
  const matching = (name: string, pattern: RegExp, takes: string): string | undefined => {
    const value = text(name);
    if (value !== undefined && !pattern.test(value)) throw new Error(`-c ${name}: give ${takes}`);
    return value;
  };
  const number = (name: string, min: number, max: number): number | undefined => {
    const value = text(name);
    if (value !== undefined && !(Number(value) >= min && Number(value) <= max))
      throw new Error(`-c ${name}: give a number from ${min} to ${max}`);
    return value === undefined ? undefined : Number(value);
  };
  const domainName = matching(
    "domainName",
    hostName,
    "a host name in lower case, such as captions.example.com",
  );
  const certificateArn = matching(
    "certificateArn",
    certificate,
    "the ARN of an ACM certificate in us-east-1, where CloudFront reads it",
  );
  if ((domainName === undefined) !== (certificateArn === undefined))
    throw new Error("-c domainName and -c certificateArn belong together: give both or neither");
  const waf = text("waf");
  if (waf !== undefined && !["true", "false"].includes(waf) && !webAcl.test(waf))
    throw new Error("-c waf: give true, false, or the ARN of a web ACL for CloudFront");
  const monthlyBudget = number("monthlyBudget", 1, 10_000_000);
  if (monthlyBudget !== undefined && text("alarmEmail") === undefined)
    throw new Error("-c monthlyBudget takes -c alarmEmail, the recipient of its messages");
  return {
    domainName,
    certificateArn,
    waf: waf === "true" ? "create" : waf === "false" ? undefined : waf,
    monthlyBudget,
    requestRate: number("requestRate", 1, 10_000) ?? defaultRequestRate,
  };
};

/** Twenty clients that poll ten times per second. Limits the cost of a flood without a key. */
const defaultRequestRate = 200;
