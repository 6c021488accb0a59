import { Lazy } from "aws-cdk-lib";
import { ArnPrincipal, CompositePrincipal, PolicyStatement, Role } from "aws-cdk-lib/aws-iam";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";

/**
 * The role that signs the URLs of parts. A function assumes it because the end of such a session is known, while the session of
 * a function may end at any moment and takes its URLs along.
 */
export class UploadRole extends Construct {
  /** Known before the role exists: functions have it in their environment, and the role trusts the functions. */
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
