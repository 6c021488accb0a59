import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { readJsonFile } from "../../local/json-file.ts";
import { defaultContext, operatorContext, type Resource, synthesize } from "./synthesized.ts";

/**
 * Types whose resources an update must not replace, each with the properties whose change replaces them (`createOnlyProperties` in
 * CloudFormation's resource schemas, and those that the service does not change). What is lost otherwise:
 * docs/decisions/0197-lasting-resources-are-pinned.md.
 */
const replacingProperties: Readonly<Record<string, readonly string[]>> = {
  // Records, media, undelivered messages, rules that operators attached, host names.
  "AWS::DynamoDB::GlobalTable": ["TableName", "KeySchema"],
  "AWS::S3::Bucket": ["BucketName"],
  "AWS::SQS::Queue": ["QueueName", "FifoQueue"],
  "AWS::Events::EventBus": ["Name"],
  "AWS::ApiGatewayV2::Api": ["ProtocolType"],
  "AWS::CloudFront::Distribution": [],
  "Custom::LinkKey": ["ServiceToken", "Parameter"],
  "Custom::ConsoleFiles": ["ServiceToken"],
  "Custom::Teardown": ["ServiceToken"],
  // What executions refer to that started before the update, and containers that run during it.
  "AWS::StepFunctions::StateMachine": ["StateMachineName", "StateMachineType"],
  "AWS::IAM::Role": ["RoleName", "Path"],
  "AWS::Lambda::Function": ["FunctionName", "PackageType"],
  "AWS::Lambda::EventSourceMapping": ["EventSourceArn", "StartingPosition"],
  "AWS::ECS::Cluster": ["ClusterName"],
  "AWS::ECS::TaskDefinition": ["Family"],
  "AWS::ECS::Service": ["Cluster", "ServiceName", "LaunchType"],
  "AWS::EC2::VPC": ["CidrBlock"],
  "AWS::EC2::Subnet": ["VpcId", "CidrBlock"],
  "AWS::EC2::SecurityGroup": ["GroupName", "GroupDescription", "VpcId"],
  // Names that two resources cannot have, and origins that CloudFront does not release.
  "AWS::ElasticLoadBalancingV2::LoadBalancer": ["Name", "Scheme", "Type"],
  "AWS::CloudFront::VpcOrigin": [],
  "AWS::CloudFront::PublicKey": ["PublicKeyConfig"],
  "AWS::CloudFront::KeyGroup": [],
  "AWS::CloudFront::OriginAccessControl": [],
  "AWS::CloudFront::OriginRequestPolicy": [],
  "AWS::CloudFront::ResponseHeadersPolicy": [],
  "AWS::CloudFront::Function": ["Name"],
  "AWS::CloudWatch::Dashboard": ["DashboardName"],
};

/** What an update compares, as text: properties, and what happens to a resource that is replaced or removed. */
const identityOf = ({ Type, Properties = {}, DeletionPolicy, UpdateReplacePolicy }: Resource): string =>
  [
    ...(replacingProperties[Type] ?? [])
      .filter((name) => Properties[name] !== undefined)
      .map((name) => `${name}=${JSON.stringify(Properties[name])}`),
    ...(DeletionPolicy === undefined ? [] : [`${DeletionPolicy}/${UpdateReplacePolicy}`]),
  ].join(" ");

const lastingResources = async (): Promise<Record<string, Record<string, string>>> => {
  const templates = await Promise.all(
    [operatorContext, defaultContext].map((context) => synthesize(context)),
  );
  const resources = Object.entries(
    Object.assign({}, ...templates.map(({ template }) => template.Resources)) as Record<string, Resource>,
  ).sort(([one], [other]) => (one < other ? -1 : 1));
  const types = Object.keys(replacingProperties).map((type) => {
    const found = resources.filter(([, { Type }]) => Type === type);
    return [type, Object.fromEntries(found.map(([id, resource]) => [id, identityOf(resource)]))] as const;
  });
  return Object.fromEntries(types);
};

test("an update replaces no resource that holds data or that earlier executions refer to", async () => {
  const pinned = readJsonFile(join(import.meta.dirname, "lasting-resources.json"));
  expect(await lastingResources()).toEqual(pinned);
}, 180_000);
