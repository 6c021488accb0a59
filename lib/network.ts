import {
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type ISecurityGroup,
  type IVpc,
  SecurityGroup,
  SubnetType,
  Vpc,
} from "aws-cdk-lib/aws-ec2";
import { Construct } from "constructs";
import { contextMatch } from "./context.ts";
import type { Engine } from "./engine.ts";
import { ZoneIds } from "./zone-ids.ts";

/** Reads `-c availabilityZones=us-west-1a,us-west-1c`; undefined if it is absent. */
const zonesOf = (scope: Construct): string[] | undefined =>
  contextMatch(
    scope,
    "availabilityZones",
    /^[a-z]{2}(-[a-z]+)+-\d[a-z](,[a-z]{2}(-[a-z]+)+-\d[a-z])+$/,
    "two or more zones of the region, with commas between them",
  )?.split(",");

/**
 * The network of the containers: public subnets, a public IP address each, and free gateway endpoints. Without a NAT
 * gateway, it costs nothing while idle. Incoming connections are not possible.
 */
export class Network extends Construct {
  readonly vpc: Vpc;
  readonly taskSecurityGroup: ISecurityGroup;
  readonly subnetIds: string[];

  constructor(scope: Construct, id: string, engine: Engine) {
    super(scope, id);
    const availabilityZones = zonesOf(this);
    this.vpc = new Vpc(this, "Vpc", {
      ipAddresses: IpAddresses.cidr("10.40.0.0/16"),
      ...(availabilityZones === undefined ? { maxAzs: 2 } : { availabilityZones }),
      natGateways: 0,
      subnetConfiguration: [
        { name: "public", subnetType: SubnetType.PUBLIC, cidrMask: 20 },
        // Subnets of only the load balancer that CloudFront reaches within the network.
        { name: "internal", subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 24 },
      ],
      // Would add a custom resource, although nothing uses the default group.
      restrictDefaultSecurityGroup: false,
      gatewayEndpoints: {
        S3: { service: GatewayVpcEndpointAwsService.S3 },
        DynamoDb: { service: GatewayVpcEndpointAwsService.DYNAMODB },
      },
    });
    if (availabilityZones === undefined) new ZoneIds(this, "Zones", { vpc: this.vpc, engine });
    this.subnetIds = this.vpc.publicSubnets.map(({ subnetId }) => subnetId);
    this.taskSecurityGroup = new SecurityGroup(this, "Tasks", {
      vpc: this.vpc as IVpc,
      description: "Containers of capstack: they call out, nothing calls in",
      allowAllOutbound: true,
    });
  }
}
