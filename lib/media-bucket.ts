import { Duration, RemovalPolicy } from "aws-cdk-lib";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  HttpMethods,
  type LifecycleRule,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";

/**
 * The sweep (core/workflows/maintenance/sweep-expired.ts) removes what has expired; these rules are for what it could not reach. A
 * task's objects live 30 days at most. A video's have no such bound: every task may keep it longer.
 */
const leftovers: LifecycleRule[] = [
  { id: "tasks", prefix: "tasks/", expiration: Duration.days(45) },
  // A job takes hours at most, and what it leaves is removed when it is read.
  { id: "transcriptions", prefix: "transcribe/", expiration: Duration.days(2) },
  // Counted from the beginning of an upload, which may be slow; an idle one is aborted after a day.
  { id: "abandoned-uploads", abortIncompleteMultipartUploadAfter: Duration.days(7) },
];

/** Sources, transcripts and outputs. Private, TLS only, kept when the stack is deleted. */
export class MediaBucketStore extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.bucket = new Bucket(this, "Bucket", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
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
    (this.bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
  }
}
