import { beforeAll, describe, expect, test } from "@jest/globals";
import { createS3Client, createS3MediaBucket } from "../../adapters/s3/media-bucket.ts";
import { consoleHeaders } from "../../console/response-headers.ts";
import { createIngestServer } from "../../containers/ingest/server.ts";
import {
  bareContext,
  flat,
  handlerOf,
  list,
  ofType,
  statementsOf,
  synthesize,
  type Template,
  takenOverContext,
} from "./synthesized.ts";

interface Behavior {
  PathPattern?: string;
  TargetOriginId: string;
  AllowedMethods: string[];
  ViewerProtocolPolicy: string;
  CachePolicyId: string;
  OriginRequestPolicyId: unknown;
  TrustedKeyGroups?: unknown[];
  FunctionAssociations?: { EventType: string }[];
}
interface Distribution {
  DefaultCacheBehavior: Behavior;
  CacheBehaviors: Behavior[];
  CustomErrorResponses: object[];
  Origins: { Id: string; DomainName: unknown; OriginAccessControlId?: unknown }[];
}

/** CloudFront's managed policies. Source: CloudFront Developer Guide, "Use managed cache policies". */
const cachingDisabled = "4135ea2d-6df8-44a3-9df3-4b5a84be39ad";
const allViewerExceptHost = "b689b0a8-53d0-40ab-baf2-68738e2966ac";

let template: Template;
let distribution: Distribution;

beforeAll(async () => {
  ({ template } = await synthesize());
  const [found] = ofType(template, "AWS::CloudFront::Distribution");
  distribution = found?.[1].DistributionConfig as Distribution;
}, 180_000);

/** The names in the properties of a resource of CloudFront, with the reference that must be as unique. */
const namesIn = (properties: unknown): string[] => {
  if (typeof properties !== "object" || properties === null) return [];
  return Object.entries(properties).flatMap(([name, value]) =>
    ["Name", "CallerReference", "DashboardName"].includes(name) ? [flat(value)] : namesIn(value),
  );
};

/** Variables of a function with a name. */
const environmentOf = (from: Template, name: string): Record<string, unknown> => {
  const found = ofType(from, "AWS::Lambda::Function").find(
    ([, properties]) => handlerOf(properties) === name,
  );
  if (found === undefined) throw new Error(`No function ${name}`);
  return (found[1].Environment as { Variables: Record<string, unknown> }).Variables;
};

describe("CloudFront", () => {
  test("passes everything but media to the API, uncached, over TLS only and without its own host name", () => {
    expect(distribution.DefaultCacheBehavior).toMatchObject({
      ViewerProtocolPolicy: "https-only",
      CachePolicyId: cachingDisabled,
      OriginRequestPolicyId: allViewerExceptHost,
    });
    expect(distribution.DefaultCacheBehavior.AllowedMethods).toEqual(
      expect.arrayContaining(["GET", "HEAD", "OPTIONS", "PUT", "POST", "DELETE"]),
    );
    const origin = distribution.Origins.find(
      ({ Id }) => Id === distribution.DefaultCacheBehavior.TargetOriginId,
    );
    expect(flat(origin?.DomainName)).toMatch(
      /^\$\{Api\w+\}\.execute-api\.\$\{AWS::Region\}\.\$\{AWS::URLSuffix\}$/,
    );
  });

  // CloudFront caches these for 10 s by default, by the path alone and also where caching is disabled and the response has `no-store`:
  // https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/custom-error-pages-expiration.html
  test("caches no error, which another account would receive, and returns each as it is", () => {
    const statuses = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];
    expect(distribution.CustomErrorResponses).toEqual(
      statuses.map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })),
    );
  });

  test("has names that contain the region wherever they are unique in an account", () => {
    const named = Object.values(template.Resources)
      .filter(({ Type }) => /^AWS::CloudFront::|Dashboard$/.test(Type))
      .flatMap(({ Properties }) => namesIn(Properties));
    // Three functions, two access controls, two header policies, the key with its reference, and one each of the others.
    expect(named).toHaveLength(13);
    for (const name of named) {
      // Those of functions are CDK's.
      expect(name).toMatch(/^Capstack-\$\{AWS::Region\}-[a-z\d]{4,7}$|^\$\{AWS::Region\}Capstack/);
    }
  });

  test("serves media to signed URLs only, with the response headers in them", () => {
    const media = distribution.CacheBehaviors.find(({ PathPattern }) => PathPattern === "/media/*");
    expect(media).toMatchObject({
      ViewerProtocolPolicy: "https-only",
      CachePolicyId: cachingDisabled,
      TrustedKeyGroups: [expect.anything()],
      FunctionAssociations: [{ EventType: "viewer-request" }],
    });
    expect(media?.AllowedMethods.sort()).toEqual(["GET", "HEAD", "OPTIONS"]);
    const origin = distribution.Origins.find(({ Id }) => Id === media?.TargetOriginId);
    expect(origin?.OriginAccessControlId).toBeDefined();
    expect(ofType(template, "AWS::CloudFront::OriginRequestPolicy")[0]?.[1]).toMatchObject({
      OriginRequestPolicyConfig: {
        QueryStringsConfig: {
          QueryStringBehavior: "whitelist",
          QueryStrings: ["response-content-disposition", "response-content-type"],
        },
        // Of preflight requests.
        HeadersConfig: { Headers: expect.arrayContaining(["Origin"]) },
      },
    });
  });

  test("has one key, which signs links in the functions that return them", () => {
    for (const name of ["get-task", "get-clip-task", "get-playback", "publish-outbox", "reconcile"]) {
      const variables = environmentOf(template, name);
      expect(flat(variables.LINK_KEYS)).toMatch(/^\$\{LinkKeysPublicKey1\w+\}=\/Capstack\/link-keys\/1$/);
      expect(flat(variables.PUBLIC_URL)).toMatch(/^https:\/\/\$\{FrontDistribution\w+\.DomainName\}$/);
    }
  });

  test("lets only functions that sign links read the private keys, and only a deployment write them", () => {
    const holders = (action: string): string[] =>
      statementsOf(template)
        .filter(({ statement }) => list(statement.Action).includes(action))
        .map(({ holder }) => holder.replace(/^Functions(\w+?)Role.*/, "$1"));
    expect(holders("ssm:PutParameter")).toEqual(["CreateLinkKey"]);
    expect(holders("ssm:GetParameter").sort()).toEqual([
      "CreateLinkKey",
      "GetClipTask",
      "GetFont",
      "GetPlayback",
      "GetTask",
      "PreparePlayback",
      "PublishOutbox",
      "Reconcile",
    ]);
  });
});

describe("signing of uploads", () => {
  test("uses a role that may only write objects of videos", () => {
    const role = statementsOf(template).filter(({ holder }) => holder.startsWith("UploadRole"));
    expect(role.map(({ statement }) => [statement.Action, flat(statement.Resource)])).toEqual([
      ["s3:PutObject", expect.stringMatching(/\/videos\/\*$/)],
    ]);
    const assuming = statementsOf(template).filter(({ statement }) =>
      list(statement.Action).includes("sts:AssumeRole"),
    );
    expect(assuming.map(({ holder }) => holder)).toEqual([
      expect.stringMatching(/^FunctionsCreateUpload/),
      expect.stringMatching(/^FunctionsSignUploadUrls/),
    ]);
  });
});

describe("the console", () => {
  test("comes from a separate private bucket, with the response headers of one machine", () => {
    const behaviors = distribution.CacheBehaviors.filter(({ PathPattern }) =>
      PathPattern?.startsWith("/console"),
    );
    expect(behaviors.map(({ PathPattern }) => PathPattern)).toEqual(["/console", "/console/*"]);
    for (const behavior of behaviors) {
      const origin = distribution.Origins.find(({ Id }) => Id === behavior.TargetOriginId);
      expect(flat(origin?.DomainName)).toMatch(/^\$\{ConsoleBucket\w+\.RegionalDomainName\}$/);
      expect(origin?.OriginAccessControlId).toBeDefined();
      expect(behavior).toMatchObject({ FunctionAssociations: [{ EventType: "viewer-request" }] });
    }
    const policies = ofType(template, "AWS::CloudFront::ResponseHeadersPolicy");
    const [, { ResponseHeadersPolicyConfig: config } = {}] =
      policies.find(([id]) => id.startsWith("Console")) ?? [];
    const { SecurityHeadersConfig: headers } = config as {
      SecurityHeadersConfig: { ContentSecurityPolicy: { ContentSecurityPolicy: unknown } };
    };
    const storage = /connect-src 'self' (\S+);/.exec(
      flat(headers.ContentSecurityPolicy.ContentSecurityPolicy),
    );
    expect(storage?.[1]).toMatch(/^https:\/\/\$\{MediaBucket\w+\.RegionalDomainName\}$/);
    expect(flat(headers.ContentSecurityPolicy.ContentSecurityPolicy)).toBe(
      consoleHeaders(storage?.[1])["content-security-policy"],
    );
  });

  test.each(["eu-west-1", "us-east-1"])("may send parts to their URLs in %s", async (region) => {
    const credentials = { accessKeyId: "id", secretAccessKey: "secret" };
    const bucket = createS3MediaBucket({ name: "media", client: createS3Client({ region, credentials }) });
    const { url } = await bucket.signPart("videos/1/source", "upload", 1, 10, 60);
    // The regional domain name of a bucket: https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
    expect(new URL(url).origin).toBe(`https://media.s3.${region}.amazonaws.com`);
  });

  test("is published again by a deployment that changes its files", () => {
    const [published] = ofType(template, "Custom::ConsoleFiles");
    expect(published?.[1].Version).toMatch(/^[0-9a-f]{24}$/);
    const publisher = ofType(template, "AWS::Lambda::Function").find(
      ([, properties]) => handlerOf(properties) === "publish-console",
    );
    expect(publisher?.[1].Layers).toHaveLength(1);
    expect(flat(published?.[1].ServiceToken)).toContain(publisher?.[0]);
  });

  test("exists in AWS only", () => {
    const resources = Object.entries(template.Resources).filter(([id]) =>
      /^Console|^FunctionsPublishConsole/.test(id),
    );
    expect(resources.length).toBeGreaterThan(8);
    expect(resources.filter(([, { Condition }]) => Condition !== "NotLocal")).toEqual([]);
  });
});

describe("uploads", () => {
  test("are routed to a service behind an internal load balancer without a public IP address", () => {
    expect(ofType(template, "AWS::ElasticLoadBalancingV2::LoadBalancer")[0]?.[1].Scheme).toBe("internal");
    expect(ofType(template, "AWS::CloudFront::VpcOrigin")[0]?.[1]).toMatchObject({
      VpcOriginEndpointConfig: { OriginProtocolPolicy: "http-only", HTTPPort: 80 },
    });
    const origin = distribution.Origins.find(({ Id }) => Id === "uploads");
    expect(origin).toMatchObject({ VpcOriginConfig: expect.anything() });
    const [service] = ofType(template, "AWS::ECS::Service");
    // An update would restore it, while more containers receive files.
    expect(service?.[1]).not.toHaveProperty("DesiredCount");
    expect(service?.[1]).toMatchObject({
      CapacityProviderStrategy: [{ CapacityProvider: "FARGATE" }],
    });
    // Otherwise the balancer sends requests on connections that the container is closing, and returns 502.
    const balancer = ofType(template, "AWS::ElasticLoadBalancingV2::LoadBalancer")[0]?.[1];
    const attributes = balancer?.LoadBalancerAttributes as { Key: string; Value: string }[];
    const idle = attributes.find(({ Key }) => Key === "idle_timeout.timeout_seconds")?.Value;
    const { server } = createIngestServer({} as never);
    expect(server.keepAliveTimeout / 1000).toBeGreaterThan(Number(idle));
    // A gigabyte over 10 Mbit/s is not interrupted by a deployment, nor when the service needs fewer containers.
    expect(ofType(template, "AWS::ElasticLoadBalancingV2::TargetGroup")[0]?.[1]).toMatchObject({
      TargetGroupAttributes: expect.arrayContaining([
        { Key: "deregistration_delay.timeout_seconds", Value: "900" },
      ]),
    });
    const code = ofType(template, "AWS::CloudFront::Function").map(([, { FunctionCode }]) =>
      String(FunctionCode),
    );
    expect(code.filter((text) => text.includes('const uploadOrigin = "uploads"'))).toHaveLength(1);
  });
});

describe("options", () => {
  test("accept both keys during a rotation, and sign with the second one", async () => {
    const { template: rotating } = await synthesize(takenOverContext);
    expect(ofType(rotating, "AWS::CloudFront::KeyGroup")[0]?.[1]).toMatchObject({
      KeyGroupConfig: { Items: [expect.anything(), expect.anything()] },
    });
    expect(flat(environmentOf(rotating, "get-task").LINK_KEYS)).toMatch(
      /^\$\{LinkKeysPublicKey1\w+\}=\/Capstack\/link-keys\/1,\$\{LinkKeysPublicKey2\w+\}=\/Capstack\/link-keys\/2$/,
    );
  }, 180_000);

  test("verify links in a function without CloudFront, with the API's own host name", async () => {
    const { template: bare } = await synthesize(bareContext);
    const types = Object.values(bare.Resources).map(({ Type }) => Type);
    expect(types.filter((type) => type.startsWith("AWS::CloudFront"))).toEqual([]);
    const variables = environmentOf(bare, "redirect-media");
    expect(flat(variables.LINK_KEYS)).toBe("1=/Capstack/link-keys/1");
    expect(flat(variables.PUBLIC_URL)).toMatch(/^\$\{ApiHttp\w+\.ApiEndpoint\}$/);
    // Without CloudFront, files cannot reach a load balancer: a function takes them.
    expect(types.filter((type) => /LoadBalancer|ECS::Service/.test(type))).toEqual([]);
    const uploads = ofType(bare, "AWS::Lambda::Function").filter(
      ([, { Description }]) => Description === "upload of capstack",
    );
    expect(uploads.map(([, properties]) => properties)).toMatchObject([
      {
        ...{ PackageType: "Image", Environment: { Variables: { TMPDIR: "/tmp" } } },
        ImageConfig: { EntryPoint: ["node", "containers/ingest/main.ts", "lambda"] },
      },
    ]);
    const routes = ofType(bare, "AWS::ApiGatewayV2::Route").map(([, { RouteKey }]) => RouteKey);
    expect(routes).toEqual(
      expect.arrayContaining(["GET /media/{key+}", "HEAD /media/{key+}", "POST /videos", "POST /fonts"]),
    );
  }, 180_000);
});
