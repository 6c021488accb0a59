import { beforeAll, describe, expect, test } from "@jest/globals";
import { Template } from "aws-cdk-lib/assertions";
import { CapstackError } from "../../../clients/typescript/src/capstack-error.ts";
import { errorBodySchema } from "../../../core/api/schemas/common.ts";
import { createWebAclApp } from "../../../lib/web-acl-app.ts";

interface Blocking {
  Block: {
    CustomResponse: {
      ResponseCode: number;
      CustomResponseBodyKey: string;
      ResponseHeaders: { Name: string; Value: string }[];
    };
  };
}
interface Acl {
  Scope: string;
  CustomResponseBodies: Record<string, { ContentType: string; Content: string }>;
  VisibilityConfig: { MetricName: string };
  Rules: {
    Name: string;
    Action?: Blocking;
    Statement: {
      RateBasedStatement?: { Limit: number; EvaluationWindowSec: number };
      ManagedRuleGroupStatement?: { RuleActionOverrides: { Name: string; ActionToUse: Blocking }[] };
    };
  }[];
}

let acl: Acl;
let template: Template;
const stackOf = (context: Record<string, string>) =>
  createWebAclApp({ context }).node.findChild(`${context.stackName ?? "Capstack"}-WebAcl`) as never;

beforeAll(() => {
  template = Template.fromStack(stackOf({}));
  acl = Object.values(template.findResources("AWS::WAFv2::WebACL"))[0]?.Properties as Acl;
});

const responseOf = ({ Block: { CustomResponse } }: Blocking) => {
  const body = acl.CustomResponseBodies[CustomResponse.CustomResponseBodyKey];
  const headers = new Headers(CustomResponse.ResponseHeaders.map(({ Name, Value }) => [Name, Value]));
  return {
    status: CustomResponse.ResponseCode,
    type: body?.ContentType,
    body: JSON.parse(body?.Content ?? ""),
    headers,
  };
};

describe("the web ACL", () => {
  test("rejects a flood of one IP address with the error of the API, which clients retry in time", () => {
    const rate = acl.Rules.find(({ Statement }) => Statement.RateBasedStatement !== undefined);
    const { status, type, body, headers } = responseOf(rate?.Action as Blocking);
    expect(type).toBe("APPLICATION_JSON");
    expect(errorBodySchema.safeParse(body)).toMatchObject({ success: true });
    const error = new CapstackError(status, headers, body);
    expect(error).toMatchObject({ statusCode: 429, code: "TooManyRequests", retryAfterSeconds: 300 });
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  test("admits the rate that the standard plan allows to one account", () => {
    const [rate] = acl.Rules.flatMap(({ Statement }) => Statement.RateBasedStatement ?? []);
    expect(rate).toMatchObject({ Limit: 30_500, EvaluationWindowSec: 300 });
  });

  test("rejects what its managed rules block with the error of the API", () => {
    const overrides = acl.Rules.flatMap(
      ({ Statement }) => Statement.ManagedRuleGroupStatement?.RuleActionOverrides ?? [],
    );
    expect(overrides.length).toBeGreaterThan(10);
    for (const { ActionToUse } of overrides) {
      const { status, body, headers } = responseOf(ActionToUse);
      expect(errorBodySchema.safeParse(body)).toMatchObject({ success: true });
      expect(new CapstackError(status, headers, body)).toMatchObject({
        statusCode: 403,
        code: "RequestBlocked",
        requestId: "web-acl",
      });
    }
  });

  // https://docs.aws.amazon.com/waf/latest/developerguide/limits.html
  test("has bodies within the limits of AWS WAF, and headers other than the content type", () => {
    const sizes = Object.values(acl.CustomResponseBodies).map(({ Content }) => Buffer.byteLength(Content));
    expect(Math.max(...sizes)).toBeLessThan(4096);
    expect(JSON.stringify(acl.Rules).toLowerCase()).not.toContain("content-type");
  });

  test("of a stack of its own is in us-east-1, needs no bootstrap stack, and names its ARN", () => {
    const app = createWebAclApp();
    const { environment, template: text, assets } = app.synth().getStackByName("Capstack-WebAcl");
    expect(environment.region).toBe("us-east-1");
    expect(assets).toEqual([]);
    expect(JSON.stringify(text)).not.toContain("cdk-bootstrap");
    expect(Object.keys(text.Outputs)).toEqual(["WebAclArn"]);
  });

  test("has metrics of a stack's own", () => {
    const names = (text: unknown): string[] =>
      [...JSON.stringify(text).matchAll(/"MetricName":"(.+?)"/g)].map(([, name = ""]) => name);
    const others = names(Template.fromStack(stackOf({ stackName: "Second" })).toJSON());
    expect(others).toHaveLength(4);
    expect(names(template.toJSON()).filter((name) => others.includes(name))).toEqual([]);
  });
});
