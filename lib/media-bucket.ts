import { Duration, RemovalPolicy } from "aws-cdk-lib";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  HttpMethods,
  type IBucket,
  type LifecycleRule,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { DataSettings } from "./settings.ts";

/**
 * The sweep (core/workflows/maintenance/sweep-expired.ts) removes what has expired; these rules are for what it could not reach. A
 * task's objects live 30 days at most; a video lives as long as it has tasks, and a year and a month at most.
 */
const leftovers: LifecycleRule[] = [
  { id: "videos", prefix: "videos/", expiration: Duration.days(400) },
  { id: "tasks", prefix: "tasks/", expiration: Duration.days(45) },
  // A job takes hours at most, and what it leaves is removed when it is read.
  { id: "transcriptions", prefix: "transcribe/", expiration: Duration.days(2) },
  // Counted from the beginning of an upload, which may be slow; an idle one is aborted after a day.
  { id: "abandoned-uploads", abortIncompleteMultipartUploadAfter: Duration.days(7) },
];

/**
 * Sources, transcripts and outputs. Private, TLS only, kept when the stack is deleted, unless the operator says otherwise. A
 * bucket that exists already is used as it is.
 */
export class MediaBucketStore extends Construct {
  readonly bucket: IBucket;

  constructor(scope: Construct, id: string, { retain, bucketName }: DataSettings) {
    super(scope, id);
    this.bucket =
      bucketName === undefined ? this.ownBucket(retain) : Bucket.fromBucketName(this, "Bucket", bucketName);
  }

  private ownBucket(retain: boolean): IBucket {
    const bucket = new Bucket(this, "Bucket", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // An empty one of a deployment that failed is not kept.
      removalPolicy: retain ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
      lifecycleRules: leftovers,
      cors: [
        {
          // Presigned URLs carry the permission; pages of any origin may use the URL that they received.
          allowedOrigins: ["*"],
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.PUT],
          allowedHeaders: ["*"],
          exposedHeaders: ["ETag", "Content-Length", "Content-Range", "Accept-Ranges"],
          maxAge: 3600,
        },
      ],
    });
    // Set on the resource: the construct's option would add a custom resource with a function.
    (bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
    return bucket as IBucket;
  }
}
