import { CustomResource, Duration, Lazy, Stack } from "aws-cdk-lib";
import { type CfnPublicKey, type IPublicKey, KeyGroup, PublicKey } from "aws-cdk-lib/aws-cloudfront";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Engine } from "./engine.ts";
import { globalName } from "./global-name.ts";

/** Where links lead and what signs them. */
export interface LinkSettings {
  /** URL of the service as clients see it; empty on one machine. */
  publicUrl: string;
  /** Value of LINK_KEYS. */
  keys: string;
  /** Matches the parameters of all keys. */
  parameterArns: string;
}

export interface LinkKeysProps {
  engine: Engine;
  /** Numbers of the keys, the newest last. */
  numbers: readonly number[];
  /** Whether the service itself verifies links, with the private keys, because there is no CloudFront. */
  withCloudFront: boolean;
}

/**
 * The keys that sign links to media. A deployment creates each key pair: the private key stays in Parameter Store, the
 * public key is added to CloudFront's key group. With two keys in the group one can be replaced while links of the
 * other remain valid.
 */
export class LinkKeys extends Construct {
  /** Value of the environment variable LINK_KEYS. */
  readonly value: string;
  /** ARN pattern of all parameters, including those of keys that a later deployment removes. */
  readonly parameterArns: string;
  readonly keyGroup: KeyGroup | undefined;
  private readonly keys: { parameter: string; resource: CustomResource; publicKey: PublicKey | undefined }[];
  private creator: LambdaFunction | undefined;

  constructor(scope: Construct, id: string, { engine, numbers, withCloudFront }: LinkKeysProps) {
    super(scope, id);
    const stack = Stack.of(this);
    const prefix = `${stack.stackName}/link-keys`;
    this.parameterArns = stack.formatArn({
      service: "ssm",
      resource: "parameter",
      resourceName: `${prefix}/*`,
    });
    const serviceToken = Lazy.string({ produce: () => this.creator?.functionArn ?? "" });
    this.keys = numbers.map((number) => {
      const parameter = `/${prefix}/${number}`;
      const resource = new CustomResource(this, `Key${number}`, {
        serviceToken,
        resourceType: "Custom::LinkKey",
        serviceTimeout: Duration.minutes(5),
        properties: { Parameter: parameter },
      });
      const publicKey = withCloudFront ? this.publicKey(number, resource) : undefined;
      return { parameter, resource, publicKey };
    });
    const publicKeys = this.keys.flatMap(({ publicKey }) => (publicKey ? [publicKey as IPublicKey] : []));
    this.keyGroup = withCloudFront
      ? new KeyGroup(this, "Group", { keyGroupName: globalName(this, "links"), items: publicKeys })
      : undefined;
    const pairs = this.keys.map(({ parameter, publicKey }, index) => {
      const keyId = publicKey?.publicKeyId ?? String(numbers[index]);
      return `${keyId}=${parameter}`;
    });
    this.value = engine.choose(pairs.join(","), "");
  }

  private publicKey(number: number, resource: CustomResource): PublicKey {
    const publicKeyName = globalName(this, `key${number}`);
    const publicKey = new PublicKey(this, `PublicKey${number}`, {
      publicKeyName,
      encodedKey: resource.getAttString("PublicKey"),
    });
    // The construct derives it from its path, which is the same in every region.
    const { defaultChild } = publicKey.node;
    (defaultChild as CfnPublicKey).addPropertyOverride("PublicKeyConfig.CallerReference", publicKeyName);
    return publicKey;
  }

  /**
   * Returns the function that creates the keys. The custom resource depends on its role, which must have its
   * permissions by then.
   */
  createWith(creator: LambdaFunction): void {
    this.creator = creator;
    for (const { resource } of this.keys) {
      if (creator.role) resource.node.addDependency(creator.role);
    }
  }
}
