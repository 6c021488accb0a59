import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { AnyPrincipal, Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  BucketPolicy,
  HttpMethods,
  type IBucket,
  type LifecycleRule,
  ObjectOwnership,
} from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { DataSettings } from "./settings.ts";

/**
 * Lifecycle rules for objects that the sweep (core/workflows/maintenance/sweep-expired.ts) did not remove. A task's
 * objects live 30 days at most; a video lives as long as it has tasks, and a year and a month at most.
 */
const leftovers: LifecycleRule[] = [
  { id: "videos", prefix: "videos/", expiration: Duration.days(400) },
  { id: "tasks", prefix: "tasks/", expiration: Duration.days(45) },
  // A job takes hours at most, and its objects are removed when its result is read.
  { id: "transcriptions", prefix: "transcribe/", expiration: Duration.days(2) },
  // Counted from the start of an upload, which may be slow. An idle upload is aborted after a day.
  { id: "abandoned-uploads", abortIncompleteMultipartUploadAfter: Duration.days(7) },
];

/**
 * The bucket of sources, transcripts and outputs. Private, TLS only, kept when the stack is deleted unless `retainData`
 * is false. An existing bucket is used without changes.
 */
export class MediaBucketStore extends Construct {
  readonly bucket: IBucket;

  constructor(scope: Construct, id: string, { retain, bucketName }: DataSettings) {
    super(scope, id);
    this.bucket = bucketName === undefined ? this.ownBucket(retain) : this.existingBucket(bucketName);
  }

  private ownBucket(retain: boolean): IBucket {
    const bucket = new Bucket(this, "Bucket", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      // The empty bucket of a failed deployment is deleted.
      removalPolicy: retain ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
      lifecycleRules: leftovers,
      cors: [
        {
          // Presigned URLs contain the permission, so pages of any origin may use them.
          allowedOrigins: ["*"],
          allowedMethods: [HttpMethods.GET, HttpMethods.HEAD, HttpMethods.PUT],
          allowedHeaders: ["*"],
          exposedHeaders: ["ETag", "Content-Length", "Content-Range", "Accept-Ranges"],
          maxAge: 3600,
        },
      ],
    });
    return bucket as IBucket;
  }

  /**
   * Replaces the policy of an existing bucket, because CloudFront and Transcribe need access. It has the logical ID of
   * the policy of a new bucket, so that a stack that adopts its own former bucket updates the policy instead of
   * deleting it.
   */
  private existingBucket(name: string): IBucket {
    const bucket = Bucket.fromBucketName(this, "Bucket", name);
    bucket.policy = new BucketPolicy(bucket, "Policy", { bucket });
    bucket.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ["s3:*"],
        resources: [bucket.bucketArn, bucket.arnForObjects("*")],
        conditions: { Bool: { "aws:SecureTransport": "false" } },
      }),
    );
    return bucket;
  }
}
