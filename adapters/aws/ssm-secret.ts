import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";

/** Reads a SecureString from Parameter Store once and caches it for the life of the process. */
export const createSsmSecret = (name: string, client = new SSMClient({})): (() => Promise<string>) => {
  let value: Promise<string> | undefined;
  const read = async (): Promise<string> => {
    const { Parameter } = await client.send(new GetParameterCommand({ Name: name, WithDecryption: true }));
    if (!Parameter?.Value) throw new Error(`The parameter ${name} is empty`);
    return Parameter.Value.trim();
  };
  return () => {
    value ??= read().catch((error: unknown) => {
      value = undefined;
      throw error;
    });
    return value;
  };
};
