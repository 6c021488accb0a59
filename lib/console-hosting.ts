import { basename } from "node:path";
import { CustomResource, Duration, RemovalPolicy } from "aws-cdk-lib";
import {
  AllowedMethods,
  CachePolicy,
  type Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { Code, type Function as LambdaFunction, LayerVersion } from "aws-cdk-lib/aws-lambda";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { consoleHeaders } from "../console/response-headers.ts";
import type { Engine } from "./engine.ts";
import { globalName } from "./global-name.ts";

export interface ConsoleHostingProps {
  /** Folder of the built console; its name changes with its content. */
  folder: string;
  distribution: Distribution;
  /** Bucket to which the console sends the parts of uploads, by presigned URLs. */
  media: IBucket;
  engine: Engine;
  root: string;
}

/** The console below /console of the distribution, from a private bucket. It exists in AWS only. */
export class ConsoleHosting extends Construct {
  readonly bucket: IBucket;
  private readonly folder: string;
  private readonly engine: Engine;

  constructor(scope: Construct, id: string, props: ConsoleHostingProps) {
    super(scope, id);
    const { folder, distribution, media, engine, root } = props;
    this.folder = folder;
    this.engine = engine;
    this.bucket = new Bucket(this, "Bucket", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // The publishing function empties it.
      removalPolicy: RemovalPolicy.DESTROY,
    }) as IBucket;
    this.addBehavior(distribution, media, root);
    engine.onlyInCloud(this);
  }

  /**
   * Makes a function copy the files into the bucket at each deployment that changes them. They are a layer of the function, because
   * CDK's own construct for this needs a function with wildcard actions and a managed policy.
   */
  publishWith(publisher: LambdaFunction): void {
    const files = new LayerVersion(this, "Files", {
      code: Code.fromAsset(this.folder),
      description: "the built console of capstack",
    });
    publisher.addLayers(files);
    const published = new CustomResource(this, "Published", {
      serviceToken: publisher.functionArn,
      resourceType: "Custom::ConsoleFiles",
      serviceTimeout: Duration.minutes(10),
      properties: { Version: basename(this.folder) },
    });
    if (publisher.role) published.node.addDependency(publisher.role);
    const { scope } = publisher.node;
    if (scope) this.engine.onlyInCloud(scope);
  }

  private addBehavior(distribution: Distribution, media: IBucket, root: string): void {
    const accessControl = new S3OriginAccessControl(this, "AccessControl", {
      originAccessControlName: globalName(this, "console"),
    });
    const origin = S3BucketOrigin.withOriginAccessControl(this.bucket, {
      originAccessControl: accessControl,
    });
    const options = {
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      // Follows the cache-control of each object.
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: this.headers(media),
      functionAssociations: [
        {
          eventType: FunctionEventType.VIEWER_REQUEST,
          function: new EdgeFunction(this, "Request", {
            comment: "Shows the page for every screen of the console",
            runtime: FunctionRuntime.JS_2_0,
            code: FunctionCode.fromFile({ filePath: `${root}/lib/edge/console-request.js` }),
          }),
        },
      ],
    };
    for (const path of ["/console", "/console/*"]) distribution.addBehavior(path, origin, options);
  }

  private headers(media: IBucket): ResponseHeadersPolicy {
    const {
      "content-security-policy": contentSecurityPolicy = "",
      "cross-origin-opener-policy": opener = "",
    } = consoleHeaders(`https://${media.bucketRegionalDomainName}`);
    return new ResponseHeadersPolicy(this, "Headers", {
      responseHeadersPolicyName: globalName(this, "console"),
      comment: "The console runs its own scripts only",
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
      },
      customHeadersBehavior: {
        customHeaders: [{ header: "cross-origin-opener-policy", value: opener, override: true }],
      },
    });
  }
}
