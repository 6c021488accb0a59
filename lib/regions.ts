import type { Construct } from "constructs";
import { contextText, hasCloudFront, optionError } from "./context.ts";

/**
 * Regions where CloudFront reaches a load balancer without a public IP address.
 * Source: CloudFront Developer Guide, "Supported Regions for CloudFront VPC Origins service-linked roles".
 */
const vpcOriginRegions: ReadonlySet<string> = new Set([
  ...["us-east-1", "us-east-2", "us-west-1", "us-west-2", "ca-central-1", "ca-west-1", "sa-east-1"],
  ...[
    "eu-central-1",
    "eu-central-2",
    "eu-west-1",
    "eu-west-2",
    "eu-west-3",
    "eu-north-1",
    "eu-south-1",
    "eu-south-2",
  ],
  ...["ap-east-1", "ap-south-1", "ap-south-2", "ap-northeast-1", "ap-northeast-2", "ap-northeast-3"],
  ...["ap-southeast-1", "ap-southeast-2", "ap-southeast-3", "ap-southeast-4"],
  ...["af-south-1", "il-central-1", "me-south-1", "me-central-1"],
]);

/** GovCloud, China and the isolated and sovereign partitions, in which CloudFormation has no or only a part of CloudFront. */
const withoutCloudFront = /^(us-gov|cn|us-iso|us-isob|us-isof|eu-isoe|eusc)-/;

/**
 * Throws Error for an option that needs what the region does not have, because CloudFormation would report it only after some
 * minutes, with other resources created. The template itself is the same for all regions.
 *
 * @param region that of the deployment, undefined if it is not known
 */
export const checkRegion = (scope: Construct, region: string | undefined): void => {
  if (region === undefined || !hasCloudFront(scope)) return;
  if (withoutCloudFront.test(region))
    throw optionError(
      "cloudFront",
      `the partition of ${region} supports only a part of CloudFront. Set -c cloudFront=false`,
    );
  if (contextText(scope, "largeUploads") === undefined && !vpcOriginRegions.has(region))
    throw optionError(
      "largeUploads",
      `${region} is not known to have CloudFront's VPC origins. Set -c largeUploads=false, or true if the region supports them now`,
    );
};
