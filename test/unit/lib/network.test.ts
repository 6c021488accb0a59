import { describe, expect, test } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { Engine } from "../../../lib/engine.ts";
import { Network } from "../../../lib/network.ts";
import { type Conditions, evaluated } from "./evaluated.ts";

const networkOf = (context: Record<string, string>): Network => {
  const stack = new Stack(new App({ context }), "Stack");
  return new Network(stack, "Network", new Engine(stack));
};

describe("the zones of the network", () => {
  test("are the first two of the region by default", () => {
    expect(networkOf({}).subnetIds).toHaveLength(2);
  });

  test.each([
    ["us-east-1", "aws", ["use1-az4", "use1-az6"]],
    ["us-west-1", "aws", ["usw1-az1", "usw1-az3"]],
    ["ap-northeast-2", "aws", ["apne2-az3", "apne2-az4"]],
    ["eu-west-1", "aws", [0, 1]],
    ["us-east-1", "local", [0, 1]],
  ])("have all services in %s (engine %s)", (region, engine, expected) => {
    const template = Template.fromStack(Stack.of(networkOf({})));
    const conditions = template.toJSON().Conditions as Conditions;
    const parameters = { "AWS::Region": region, Engine: engine };
    const zones = Object.values(template.findResources("AWS::EC2::Subnet")).map(({ Properties }) => {
      const name = evaluated(Properties.AvailabilityZone, conditions, parameters);
      const zoneId = evaluated(Properties.AvailabilityZoneId, conditions, parameters);
      expect([name, zoneId].filter((given) => given === undefined)).toHaveLength(1);
      return zoneId ?? (name as { "Fn::Select": [number, object] })["Fn::Select"][0];
    });
    // Public ones and internal ones.
    expect(zones).toEqual([...expected, ...expected]);
  });

  test("are those of the operator", () => {
    const { vpc, subnetIds } = networkOf({ availabilityZones: "us-west-1a,us-west-1b,us-west-1c" });
    expect(vpc.availabilityZones).toEqual(["us-west-1a", "us-west-1b", "us-west-1c"]);
    expect(subnetIds).toHaveLength(3);
  });

  test("are rejected when they are not two or more zones", () => {
    for (const availabilityZones of ["us-west-1a", "us-west-1,us-west-1b"])
      expect(() => networkOf({ availabilityZones })).toThrow("must be two or more zones");
  });
});
