import { region } from "../emulator/environment.ts";

interface Template {
  Parameters?: Record<string, { Type?: string; Default?: string }>;
}

/** As high as CDK may ask for: nothing that a bootstrap makes is used here except the bucket that publish-files makes. */
const version = "999";

/**
 * A CDK template asks the Parameter Store which version of the bootstrap stack is there. The local engine has no bootstrap
 * stack; it answers the question, so that the template need not be changed.
 */
export async function answerBootstrapVersion(templateText: string, emulatorPort: number): Promise<void> {
  const { Parameters = {} } = JSON.parse(templateText) as Template;
  const asked = Parameters.BootstrapVersion;
  if (!asked?.Type?.startsWith("AWS::SSM::Parameter::Value") || !asked.Default) return;
  const response = await fetch(`http://127.0.0.1:${emulatorPort}/`, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": "AmazonSSM.PutParameter",
      // The emulator reads service and region from the scope; it does not check the signature.
      authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${region}/ssm/aws4_request, SignedHeaders=host, Signature=0`,
    },
    body: JSON.stringify({ Name: asked.Default, Value: version, Type: "String", Overwrite: true }),
  });
  if (!response.ok) throw new Error(`could not set ${asked.Default}: ${await response.text()}`);
}
