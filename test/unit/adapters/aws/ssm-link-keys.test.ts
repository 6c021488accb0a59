import { createPublicKey } from "node:crypto";
import {
  DeleteParameterCommand,
  GetParameterCommand,
  ParameterAlreadyExists,
  ParameterNotFound,
  PutParameterCommand,
  type SSMClient,
} from "@aws-sdk/client-ssm";
import { expect, test } from "@jest/globals";
import { createLinkKeys } from "../../../../adapters/aws/ssm-link-keys.ts";

const parameterStore = () => {
  const values = new Map<string, { value: string; type: string }>();
  const client = {
    send: async (command: unknown) => {
      if (command instanceof PutParameterCommand) {
        const { Name = "", Value = "", Type = "" } = command.input;
        if (values.has(Name)) throw new ParameterAlreadyExists({ message: "exists", $metadata: {} });
        values.set(Name, { value: Value, type: Type });
        return {};
      }
      if (command instanceof GetParameterCommand)
        return { Parameter: { Value: values.get(command.input.Name ?? "")?.value } };
      if (command instanceof DeleteParameterCommand && !values.delete(command.input.Name ?? ""))
        throw new ParameterNotFound({ message: "no such parameter", $metadata: {} });
      return {};
    },
  } as unknown as SSMClient;
  return { values, client };
};

test("a key is created once, encrypted, with a public key in CloudFront's format", async () => {
  const { values, client } = parameterStore();
  const keys = createLinkKeys(client);
  const publicKey = await keys.ensure("/Capstack/link-keys/1");
  expect(createPublicKey(publicKey)).toMatchObject({
    asymmetricKeyType: "rsa",
    asymmetricKeyDetails: { modulusLength: 2048 },
  });
  expect(publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n[\s\S]+\n-----END PUBLIC KEY-----\n$/);
  expect(values.get("/Capstack/link-keys/1")?.type).toBe("SecureString");
  expect(await keys.ensure("/Capstack/link-keys/1")).toBe(publicKey);
});

test("a key is deleted, idempotently", async () => {
  const { values, client } = parameterStore();
  const keys = createLinkKeys(client);
  await keys.ensure("/Capstack/link-keys/1");
  await keys.remove("/Capstack/link-keys/1");
  await keys.remove("/Capstack/link-keys/1");
  expect(values.size).toBe(0);
});
