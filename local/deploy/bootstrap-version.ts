import { region } from "../emulator/environment.ts";

interface CloudFormationTemplate {
  Parameters?: Record<string, { Type?: string; Default?: string }>;
}

/** Higher than any version that CDK requires: of the bootstrap resources only the bucket is used, which publish-files creates. */
const version = "999";

/**
 * Stores the version of the bootstrap stack in the Parameter Store if the template reads it. The local engine has no bootstrap
 * stack, and this way the template needs no change.
 */
export async function putBootstrapVersion(templateText: string, emulatorPort: number): Promise<void> {
  const { Parameters = {} } = JSON.parse(templateText) as CloudFormationTemplate;
  const parameter = Parameters.BootstrapVersion;
  if (!parameter?.Type?.startsWith("AWS::SSM::Parameter::Value") || !parameter.Default) return;
  const response = await fetch(`http://127.0.0.1:${emulatorPort}/`, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "AmazonSSM.PutParameter",
      // The emulator reads service and region from the scope; it does not check the signature.
      authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${region}/ssm/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify({ Name: parameter.Default, Value: version, Type: "String", Overwrite: true }),
  });
  if (!response.ok) throw new Error(`could not set ${parameter.Default}: ${await response.text()}`);
}
