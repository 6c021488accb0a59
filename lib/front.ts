import { Duration, Stack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AllowedMethods,
  CachePolicy,
  CfnOriginAccessControl,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HttpVersion,
  type IKeyGroup,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { mediaPathPrefix, responseParameters } from "../lambdas/environment.ts";
import { apiRequestCode } from "./edge-functions.ts";
import type { Engine } from "./engine.ts";
import type { FrontSettings } from "./front-settings.ts";
import { globalName } from "./global-name.ts";
import { brollPrefix, mediaPrefixes } from "./media-grants.ts";
import { uploadOriginId } from "./upload-service.ts";
import { WebAcl } from "./web-acl.ts";

export interface FrontProps {
  api: HttpApi;
  bucket: IBucket;
  keyGroup: IKeyGroup;
  engine: Engine;
  root: string;
  /** Origin that takes files of any size; undefined: a function takes small ones. */
  uploads: IOrigin | undefined;
  settings: FrontSettings;
}

/** An API function ends after 29 s; the gateway adds a little. */
const apiTimeout = Duration.seconds(35);

/**
 * Statuses of responses that CloudFront caches for 10 s by default, also without caching and with `no-store`, by the path alone: a client
 * would receive the error of another account. Source: CloudFront Developer Guide, "Control how long CloudFront caches errors".
 */
const cachedErrors = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/** The CloudFront distribution: one host name for the API and for media. */
export class Front extends Construct {
  readonly distribution: Distribution;
  /** URL of the service as clients see it. */
  readonly publicUrl: string;

  constructor(scope: Construct, id: string, props: FrontProps) {
    super(scope, id);
    const { api, bucket, engine, root, uploads, settings } = props;
    const toApi = {
      allowedMethods: AllowedMethods.ALLOW_ALL,
      // Requests contain keys, so that plain HTTP must fail instead of being redirected.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
    };
    this.distribution = new Distribution(this, "Distribution", {
      comment: "capstack: video captioning",
      ...this.hostName(settings),
      ...this.webAcl(settings, engine),
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_100,
      errorResponses: cachedErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: {
        ...toApi,
        origin: this.apiOrigin(api),
        functionAssociations: [
          {
            eventType: FunctionEventType.VIEWER_REQUEST,
            function: new EdgeFunction(this, "ApiFunction", {
              comment: "Sends files to the upload service, and rejects bodies that are too large",
              runtime: FunctionRuntime.JS_2_0,
              code: FunctionCode.fromInline(apiRequestCode(root, uploads ? uploadOriginId : "")),
            }),
          },
        ],
      },
    });
    // A distribution needs a behavior for each origin. The CloudFront function selects this one for files.
    if (uploads) this.distribution.addBehavior("/.uploads", uploads, toApi);
    this.addMedia(props);
    this.allowReading(bucket, engine);
    this.publicUrl = `https://${settings.domainName ?? this.distribution.distributionDomainName}`;
  }

  private hostName({ domainName, certificateArn }: FrontSettings) {
    if (domainName === undefined || certificateArn === undefined) return {};
    return {
      domainNames: [domainName],
      certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  private webAcl({ waf }: FrontSettings, engine: Engine) {
    if (waf === undefined) return {};
    if (waf !== "create") return { webAclId: waf };
    const acl = new WebAcl(this, "WebAcl");
    engine.onlyInCloud(acl);
    return { webAclId: acl.arn };
  }

  private apiOrigin(api: HttpApi): IOrigin {
    const { region, urlSuffix } = Stack.of(this);
    return new HttpOrigin(`${api.apiId}.execute-api.${region}.${urlSuffix}`, {
      protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
      readTimeout: apiTimeout,
    });
  }

  /**
   * The behavior of media links. Not cached: most objects are requested once, and deleted ones must become unavailable
   * immediately.
   */
  private addMedia({ bucket, keyGroup, root }: FrontProps): void {
    const accessControl = new CfnOriginAccessControl(this, "AccessControl", {
      originAccessControlConfig: {
        name: globalName(this, "media"),
        originAccessControlOriginType: "s3",
        signingBehavior: "always",
        signingProtocol: "sigv4",
      },
    });
    const origin = S3BucketOrigin.withBucketDefaults(bucket, {
      originAccessControlId: accessControl.attrId,
    });
    this.distribution.addBehavior(`${mediaPathPrefix}*`, origin, {
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: new OriginRequestPolicy(this, "MediaRequest", {
        originRequestPolicyName: globalName(this, "media"),
        // S3 rejects a preflight request without them.
        headerBehavior: OriginRequestHeaderBehavior.allowList(
          "Origin",
          "Access-Control-Request-Method",
          "Access-Control-Request-Headers",
        ),
        queryStringBehavior: OriginRequestQueryStringBehavior.allowList(...responseParameters),
      }),
      responseHeadersPolicy: this.mediaHeaders(),
      trustedKeyGroups: [keyGroup],
      compress: false,
      functionAssociations: [
        {
          eventType: FunctionEventType.VIEWER_REQUEST,
          function: new EdgeFunction(this, "MediaFunction", {
            comment: "Turns the path of a link into the key of the object",
            runtime: FunctionRuntime.JS_2_0,
            code: FunctionCode.fromFile({ filePath: `${root}/lib/edge/media-request.js` }),
          }),
        },
      ],
    });
  }

  private mediaHeaders(): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, "MediaHeaders", {
      responseHeadersPolicyName: globalName(this, "media"),
      comment: "Links work in pages of any site",
      corsBehavior: {
        accessControlAllowCredentials: false,
        accessControlAllowOrigins: ["*"],
        accessControlAllowMethods: ["GET", "HEAD", "OPTIONS"],
        accessControlAllowHeaders: ["*"],
        accessControlExposeHeaders: ["ETag", "Content-Length", "Content-Range", "Accept-Ranges"],
        accessControlMaxAge: Duration.hours(1),
        originOverride: true,
      },
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
      },
    });
  }

  /** Only this distribution may read, and only objects that have links. */
  private allowReading(bucket: IBucket, engine: Engine): void {
    const { partition, account } = Stack.of(this);
    const distributionArn = `arn:${partition}:cloudfront::${account}:distribution/${this.distribution.distributionId}`;
    bucket.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal("cloudfront.amazonaws.com")],
        actions: ["s3:GetObject"],
        resources: [...mediaPrefixes, brollPrefix].map((prefix) => bucket.arnForObjects(`${prefix}/*`)),
        conditions: { StringEquals: { "AWS:SourceArn": engine.choose(distributionArn, "none") } },
      }),
    );
  }
}
