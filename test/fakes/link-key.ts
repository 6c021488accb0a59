import { generateKeyPairSync } from "node:crypto";

/** A key pair that signs and verifies links to media, made once per test file. */
export const aLinkKey = () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  return { publicKey, privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
};
