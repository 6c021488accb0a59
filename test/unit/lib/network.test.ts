import { describe, expect, test } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { Network } from "../../../lib/network.ts";

const networkOf = (context: Record<string, string>): Network =>
  new Network(new Stack(new App({ context }), "Stack"), "Network");

describe("the zones of the network", () => {
  test("are the first two of the region by default", () => {
    expect(networkOf({}).subnetIds).toHaveLength(2);
  });

  test("are those of the operator", () => {
    const { vpc, subnetIds } = networkOf({ availabilityZones: "us-west-1a,us-west-1b,us-west-1c" });
    expect(vpc.availabilityZones).toEqual(["us-west-1a", "us-west-1b", "us-west-1c"]);
    expect(subnetIds).toHaveLength(3);
  });

  test("are rejected when they are not two or more zones", () => {
    for (const availabilityZones of ["us-west-1a", "us-west-1,us-west-1b"])
      expect(() => networkOf({ availabilityZones })).toThrow("give two or more zones");
  });
});
