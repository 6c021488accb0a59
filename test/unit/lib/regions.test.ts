import { describe, expect, test } from "@jest/globals";
import { App } from "aws-cdk-lib";
import { checkRegion } from "../../../lib/regions.ts";

const check = (region: string | undefined, context: Record<string, string> = {}) => {
  checkRegion(new App({ context }), region);
};

describe("the region of a deployment", () => {
  test.each(["eu-central-1", "us-east-1", "ap-southeast-2", "me-central-1", undefined])(
    "may be %s without options",
    (region) => {
      expect(() => check(region)).not.toThrow();
    },
  );

  test.each(["us-gov-west-1", "cn-north-1", "us-iso-east-1", "eusc-de-east-1"])(
    "requires cloudFront=false in %s",
    (region) => {
      expect(() => check(region)).toThrow(
        `-c cloudFront: the partition of ${region} supports only a part of CloudFront. Set -c cloudFront=false`,
      );
      expect(() => check(region, { cloudFront: "false" })).not.toThrow();
    },
  );

  test("requires a choice of largeUploads where CloudFront may not reach a load balancer", () => {
    expect(() => check("mx-central-1")).toThrow(
      "-c largeUploads: mx-central-1 is not known to have CloudFront's VPC origins. Set -c largeUploads=false, or true",
    );
    for (const largeUploads of ["true", "false"])
      expect(() => check("mx-central-1", { largeUploads })).not.toThrow();
  });
});
