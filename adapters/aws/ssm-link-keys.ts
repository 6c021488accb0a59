import { createPublicKey, generateKeyPairSync } from "node:crypto";
import {
  DeleteParameterCommand,
  GetParameterCommand,
  ParameterAlreadyExists,
  ParameterNotFound,
  PutParameterCommand,
  SSMClient,
} from "@aws-sdk/client-ssm";

export interface LinkKeyStore {
  /** Creates the private key of a parameter unless it exists. Returns the public key, PEM. */
  ensure(parameter: string): Promise<string>;
  /** Deletes the parameter; harmless if it does not exist. */
  remove(parameter: string): Promise<void>;
}

/** RSA with 2,048 bits is what CloudFront takes. Source: CloudFront API reference, PublicKeyConfig. */
const newPrivateKey = (): string =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  }).privateKey;

const publicKeyOf = (privateKey: string): string =>
  createPublicKey(privateKey).export({ type: "spki", format: "pem" }).toString();

/** Private keys of links, one SecureString of Parameter Store each. */
export const createLinkKeys = (client: Pick<SSMClient, "send"> = new SSMClient({})): LinkKeyStore => {
  const read = async (Name: string): Promise<string> => {
    const { Parameter } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
    if (!Parameter?.Value) throw new Error(`The parameter ${Name} is empty`);
    return Parameter.Value;
  };
  return {
    async ensure(Name) {
      const Value = newPrivateKey();
      try {
        await client.send(
          new PutParameterCommand({
            Name,
            Value,
            Type: "SecureString",
            Description: "Private key that signs links to media",
          }),
        );
        return publicKeyOf(Value);
      } catch (error) {
        if (!(error instanceof ParameterAlreadyExists)) throw error;
        return publicKeyOf(await read(Name));
      }
    },
    async remove(Name) {
      try {
        await client.send(new DeleteParameterCommand({ Name }));
      } catch (error) {
        if (!(error instanceof ParameterNotFound)) throw error;
      }
    },
  };
};
