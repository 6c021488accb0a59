import { Duration } from "aws-cdk-lib";
import { type IOrigin, OriginProtocolPolicy } from "aws-cdk-lib/aws-cloudfront";
import { VpcOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { type ISecurityGroup, type IVpc, Peer, Port, SecurityGroup, SubnetType } from "aws-cdk-lib/aws-ec2";
import {
  FargateService,
  type FargateTaskDefinition,
  type ICluster,
  PropagatedTagSource,
} from "aws-cdk-lib/aws-ecs";
import {
  ApplicationLoadBalancer,
  ApplicationProtocol,
  type IApplicationLoadBalancer,
} from "aws-cdk-lib/aws-elasticloadbalancingv2";
import { Construct } from "constructs";
import type { Engine } from "./engine.ts";
import { globalName } from "./global-name.ts";
import { type UploadMetrics, uploadMetrics } from "./upload-alarms.ts";

/** ID of the origin, which the CloudFront function before the API selects. */
export const uploadOriginId = "uploads";

const port = 8790;

export interface UploadServiceProps {
  engine: Engine;
  vpc: IVpc;
}

/**
 * The service for files of any size: CloudFront reaches an internal load balancer within the network, and one small
 * container behind it streams files into the bucket.
 */
export class UploadService extends Construct {
  readonly origin: IOrigin;
  private readonly balancer: ApplicationLoadBalancer;
  private readonly balancerGroup: SecurityGroup;
  private readonly vpc: IVpc;

  constructor(scope: Construct, id: string, { engine, vpc }: UploadServiceProps) {
    super(scope, id);
    engine.onlyInCloud(this);
    this.vpc = vpc;
    this.balancerGroup = new SecurityGroup(this, "BalancerGroup", {
      vpc,
      description: "Load balancer of uploads: CloudFront calls in, containers are called",
      allowAllOutbound: true,
    });
    // The load balancer has no public IP address; only the network and CloudFront's interfaces in it can reach it.
    this.balancerGroup.addIngressRule(Peer.anyIpv4(), Port.tcp(80), "CloudFront");
    this.balancer = new ApplicationLoadBalancer(this, "Balancer", {
      vpc,
      internetFacing: false,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
      securityGroup: this.balancerGroup as ISecurityGroup,
      // A slow client may pause. The containers keep connections longer (containers/ingest/server.ts).
      idleTimeout: Duration.minutes(2),
      dropInvalidHeaderFields: true,
    });
    // CloudFront's interfaces need a network with an attached internet gateway, also while they are deleted. An isolated subnet does not
    // depend on the attachment; the routes of public ones do.
    const routes = vpc.publicSubnets.map(({ internetConnectivityEstablished: route }) => route);
    this.balancer.node.addDependency(...routes);
    this.origin = VpcOrigin.withApplicationLoadBalancer(this.balancer as IApplicationLoadBalancer, {
      originId: uploadOriginId,
      vpcOriginName: globalName(this, "uploads"),
      httpPort: 80,
      protocolPolicy: OriginProtocolPolicy.HTTP_ONLY,
      readTimeout: Duration.seconds(60),
      keepaliveTimeout: Duration.seconds(60),
    });
  }

  /** Creates the containers, after the functions, whose environment they depend on. */
  run(
    cluster: ICluster,
    taskDefinition: FargateTaskDefinition,
  ): { service: FargateService; metrics: UploadMetrics } {
    const group = new SecurityGroup(this, "Group", {
      vpc: this.vpc,
      description: "Containers that take uploads: only the load balancer calls in",
      allowAllOutbound: true,
    });
    group.addIngressRule(this.balancerGroup, Port.tcp(port), "Load balancer");
    const service = new FargateService(this, "Service", {
      cluster,
      taskDefinition,
      assignPublicIp: true,
      vpcSubnets: { subnetType: SubnetType.PUBLIC },
      securityGroups: [group as ISecurityGroup],
      // Without a count, which every update would restore under load: a new service has one container.
      minHealthyPercent: 100,
      maxHealthyPercent: 200,
      circuitBreaker: { rollback: true },
      capacityProviderStrategies: [{ capacityProvider: "FARGATE", weight: 1 }],
      propagateTags: PropagatedTagSource.SERVICE,
    });
    const targets = this.balancer
      .addListener("Http", { port: 80, protocol: ApplicationProtocol.HTTP, open: false })
      .addTargets("Containers", {
        port,
        protocol: ApplicationProtocol.HTTP,
        targets: [service],
        healthCheck: { path: "/health", interval: Duration.seconds(15), healthyThresholdCount: 2 },
        // An upload in progress may take this long when its container is replaced, or stopped because the load is low again. Without
        // one, the balancer does not wait.
        deregistrationDelay: Duration.minutes(15),
      });
    const scaling = service.autoScaleTaskCount({ minCapacity: 1, maxCapacity: 4 });
    scaling.scaleOnCpuUtilization("Cpu", { targetUtilizationPercent: 60 });
    // Of slow clients, whose files take memory and no CPU.
    scaling.scaleOnMemoryUtilization("Memory", { targetUtilizationPercent: 50 });
    return { service, metrics: uploadMetrics(this.balancer, targets) };
  }
}
