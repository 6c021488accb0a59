import { afterEach, describe, expect, test } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { frontSettings } from "../../../lib/front-settings.ts";

const settingsOf = (context: Record<string, string>, region?: string) =>
  frontSettings(new Stack(new App({ context }), "Stack", region === undefined ? {} : { env: { region } }));

const arn = "arn:aws:wafv2:us-east-1:111122223333:global/webacl/Acl-1/0199a3c5-0b1e-7d4c-a3f7-5f1f3d0c8e21";

describe("the option waf", () => {
  const before = process.env.CDK_DEFAULT_REGION;
  afterEach(() => {
    if (before === undefined) delete process.env.CDK_DEFAULT_REGION;
    else process.env.CDK_DEFAULT_REGION = before;
  });

  test("creates a web ACL in us-east-1, whether the command line or the stack has the region", () => {
    expect(settingsOf({ waf: "true" }, "us-east-1").waf).toBe("create");
    process.env.CDK_DEFAULT_REGION = "us-east-1";
    expect(settingsOf({ waf: "true" }).waf).toBe("create");
  });

  test("is rejected at synthesis in another region, with the commands that work there", () => {
    const message = /eu-west-1.*npx cdk deploy --app "node bin\/web-acl\.ts".*-c waf=ARN/;
    expect(() => settingsOf({ waf: "true" }, "eu-west-1")).toThrow(message);
    process.env.CDK_DEFAULT_REGION = "eu-west-1";
    expect(() => settingsOf({ waf: "true" })).toThrow(message);
  });

  test("accepts the ARN of a web ACL in every region", () => {
    expect(settingsOf({ waf: arn }, "eu-west-1").waf).toBe(arn);
  });

  test("accepts no regional web ACL, and none without CloudFront, which would use it", () => {
    expect(() => settingsOf({ waf: arn.replace("global", "regional") })).toThrow("-c waf must be");
    expect(() => settingsOf({ waf: "true", cloudFront: "false" })).toThrow("-c waf requires CloudFront");
    expect(settingsOf({ waf: "false", cloudFront: "false" }).waf).toBeUndefined();
  });
});

test("a rate is an integer, because the burst of the gateway is", () => {
  expect(() => settingsOf({ requestRate: "1.3" })).toThrow("-c requestRate must be an integer");
  expect(settingsOf({}).requestRate).toBe(200);
});
