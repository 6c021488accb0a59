import { accountId, region } from "./engine.ts";

/** Calls IAM by its query protocol. */
const iam = async (endpoint: string, parameters: Record<string, string>): Promise<void> => {
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { authorization: `AWS4-HMAC-SHA256 Credential=test/20260101/${region}/iam/aws4_request` },
    body: new URLSearchParams({ Version: "2010-05-08", ...parameters }),
  });
  if (!response.ok) throw new Error(await response.text());
};

/** Creates a role with one policy, which everybody may assume, and returns its ARN. */
export const createRole = async (
  endpoint: string,
  name: string,
  Statement: readonly object[],
): Promise<string> => {
  const trust = { Statement: { Effect: "Allow", Principal: "*", Action: "sts:AssumeRole" } };
  const RoleName = name;
  await iam(endpoint, { Action: "CreateRole", RoleName, AssumeRolePolicyDocument: JSON.stringify(trust) });
  await iam(endpoint, {
    Action: "PutRolePolicy",
    RoleName,
    PolicyName: "own",
    PolicyDocument: JSON.stringify({ Version: "2012-10-17", Statement }),
  });
  return `arn:aws:iam::${accountId}:role/${name}`;
};
