import { AssumeRoleCommand, STSClient } from "@aws-sdk/client-sts";

export interface SessionCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  expiration: Date;
}

/** The longest session of a role that is assumed by a role. Source: IAM User Guide, "role chaining". */
const sessionSeconds = 3600;
/** A session with less time left is replaced: a slow client needs this long for a part. */
const minLeftMs = 30 * 60_000;

/**
 * Returns credentials of a session whose end is known. The credentials of a function do not state when they expire, so URLs that
 * they sign may stop working at any moment.
 *
 * @param roleArn a role that may only upload parts
 */
export const createUploadCredentials = (
  roleArn: string,
  { client = new STSClient({}), now = (): number => Date.now() } = {},
): (() => Promise<SessionCredentials>) => {
  let known: Promise<SessionCredentials> | undefined;
  const assume = async (): Promise<SessionCredentials> => {
    const { Credentials } = await client.send(
      new AssumeRoleCommand({
        RoleArn: roleArn,
        RoleSessionName: "upload-urls",
        DurationSeconds: sessionSeconds,
      }),
    );
    const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {};
    if (!AccessKeyId || !SecretAccessKey || !SessionToken || !Expiration)
      throw new Error(`STS returned no credentials for ${roleArn}`);
    return {
      accessKeyId: AccessKeyId,
      secretAccessKey: SecretAccessKey,
      sessionToken: SessionToken,
      expiration: Expiration,
    };
  };
  return async () => {
    const current = await known?.catch(() => undefined);
    if (current !== undefined && current.expiration.getTime() - now() >= minLeftMs) return current;
    known = assume();
    return known;
  };
};
