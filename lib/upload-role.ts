import { Lazy } from "aws-cdk-lib";
import { ArnPrincipal, CompositePrincipal, PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";

/**
 * The role that signs the URLs of parts. The end of a session of an assumed role is known, whereas the session of a
 * function may end at any moment and invalidate its URLs.
 */
export class UploadRole extends Construct {
  /**
   * The name is known before the role exists, because functions have the ARN in their environment and the role trusts
   * the functions.
   */
  readonly arn: string;
  private role: Role | undefined;
  private readonly bucket: IBucket;

  constructor(scope: Construct, id: string, bucket: IBucket) {
    super(scope, id);
    this.bucket = bucket;
    this.arn = Lazy.string({ produce: () => this.role?.roleArn ?? "" });
  }

  /** Creates the role for the functions that sign. */
  trust(functions: readonly LambdaFunction[]): void {
    const principals = functions.map(({ role }) => new ArnPrincipal(role?.roleArn ?? ""));
    this.role = new Role(this, "Role", { assumedBy: new CompositePrincipal(...principals) });
    this.role.addToPolicy(
      new PolicyStatement({
        actions: ["s3:PutObject"],
        resources: [this.bucket.arnForObjects("videos/*")],
      }),
    );
  }
}
