/** What the stack costs without requests, as docs/operators/scale.md states it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { ofType, synthesize, type Template } from "./synthesized.ts";

/** USD in us-east-1. Sources: the price lists of Fargate, EC2 (addresses), Elastic Load Balancing and CloudWatch. */
const prices = {
  vcpuHour: 0.04048,
  gigabyteHour: 0.004445,
  diskGigabyteHour: 0.000111,
  addressHour: 0.005,
  balancerHour: 0.0225,
  alarmMetric: 0.1,
} as const;
const hours = 730;
const includedDisk = 20;

let template: Template;
beforeAll(async () => {
  ({ template } = await synthesize());
}, 180_000);

const scale = readFileSync(join(import.meta.dirname, "../../docs/operators/scale.md"), "utf8");
const stated = (row: string): number =>
  Number(new RegExp(`^\\| ${row} \\| ([\\d.]+) \\|$`, "m").exec(scale)?.[1]);

test("only the container for uploads runs without work, and costs what the guide states", () => {
  const services = ofType(template, "AWS::ECS::Service");
  // A new service without a count has one container, and scales between these.
  expect(services.map(([, { DesiredCount = 1 }]) => DesiredCount)).toEqual([1]);
  const targets = ofType(template, "AWS::ApplicationAutoScaling::ScalableTarget");
  expect(targets.map(([, { MinCapacity }]) => MinCapacity)).toEqual([1]);
  const definitions = services.map(([, { TaskDefinition }]) => (TaskDefinition as { Ref: string }).Ref);
  const { Properties = {} } = template.Resources[definitions[0] ?? ""] ?? {};
  const { Cpu, Memory, EphemeralStorage } = Properties;
  const disk = (EphemeralStorage as { SizeInGiB: number } | undefined)?.SizeInGiB ?? includedDisk;
  const perHour =
    (Number(Cpu) / 1024) * prices.vcpuHour +
    (Number(Memory) / 1024) * prices.gigabyteHour +
    (disk - includedDisk) * prices.diskGigabyteHour +
    prices.addressHour;
  expect(stated("container for uploads")).toBeCloseTo(hours * perHour, 2);
});

test("the load balancer and the alarms cost what the guide states", () => {
  const balancers = ofType(template, "AWS::ElasticLoadBalancingV2::LoadBalancer");
  expect(stated("its load balancer")).toBeCloseTo(balancers.length * hours * prices.balancerHour, 1);
  // An expression costs as much as the metrics in it.
  const metrics = ofType(template, "AWS::CloudWatch::Alarm").map(([, { Metrics }]) =>
    Metrics === undefined
      ? 1
      : (Metrics as { MetricStat?: unknown }[]).filter(({ MetricStat }) => MetricStat).length,
  );
  const sum = metrics.reduce((total, count) => total + count, 0);
  expect(stated("alarms")).toBeCloseTo(sum * prices.alarmMetric, 2);
});

test("nothing else in the template is paid by the hour", () => {
  const types = new Set(Object.values(template.Resources).map(({ Type }) => Type));
  for (const type of [
    "AWS::EC2::NatGateway",
    "AWS::EC2::EIP",
    "AWS::KMS::Key",
    "AWS::SecretsManager::Secret",
    "AWS::EC2::Instance",
  ])
    expect(types).not.toContain(type);
  const endpoints = ofType(template, "AWS::EC2::VPCEndpoint").map(
    ([, { VpcEndpointType }]) => VpcEndpointType,
  );
  expect(new Set(endpoints)).toEqual(new Set(["Gateway"]));
});
