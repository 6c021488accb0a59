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
 * Objects carry their video's or task's time to live as the tag `ttl`. The record decides what has expired; the rule
 * cleans up behind it, a day later because lifecycle counts whole days from the upload.
 */
const expiryRules: LifecycleRule[] = [1, 7, 30].map((days) => ({
  id: `ttl-${days}d`,
  tagFilters: { ttl: `${days}d` },
  expiration: Duration.days(days + 1),
}));

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
      lifecycleRules: [
        ...expiryRules,
        { id: "abandoned-uploads", abortIncompleteMultipartUploadAfter: Duration.days(2) },
      ],
      cors: [
        {
          // Presigned addresses carry the permission; browsers of any page may use the one that they were given.
          allowedOrigins: ["*"],
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.PUT],
          allowedHeaders: ["*"],
          exposedHeaders: ["ETag", "Content-Length", "Content-Range", "Accept-Ranges"],
          maxAge: 3600,
        },
      ],
    });
    // Through the resource itself: the construct's own switch would add a custom resource with a function.
    (this.bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
  }
}
