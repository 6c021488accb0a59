import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

export interface LinkKeyPair {
  /** PEM. */
  privateKey: string;
  publicKey: KeyObject;
}

/** Returns the key pair that signs links to media, created at the first start: links stay valid through a restart. */
export function ensureLinkKey(file: string): LinkKeyPair {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    writeFileSync(file, privateKey, { mode: 0o600 });
  }
  const privateKey = readFileSync(file, "utf8");
  return { privateKey, publicKey: createPublicKey(createPrivateKey(privateKey)) };
}
