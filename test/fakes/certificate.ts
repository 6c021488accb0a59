import { generateKeyPairSync, sign } from "node:crypto";

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
};
const sequence = (...parts: Buffer[]): Buffer => tlv(0x30, ...parts);
const hex = (text: string): Buffer => Buffer.from(text, "hex");
/** UTCTime. */
const time = (at: Date): Buffer =>
  tlv(
    0x17,
    Buffer.from(
      `${at
        .toISOString()
        .replace(/[-:T]|\..*/g, "")
        .slice(2)}Z`,
    ),
  );

/** A key made now and a certificate for `name` that is signed by itself only, valid until `until`. Source: RFC 5280, 4.1. */
export const selfSigned = (name: string, until: Date): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(hex("06082a8648ce3d040302"));
  const commonName = sequence(tlv(0x31, sequence(hex("0603550403"), tlv(0x0c, Buffer.from(name)))));
  const from = new Date(until.getTime() - 365 * 86_400_000);
  const content = sequence(
    tlv(0x02, hex("01")),
    ecdsaWithSha256,
    commonName,
    sequence(time(from), time(until)),
    commonName,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = tlv(0x03, Buffer.concat([hex("00"), sign("sha256", content, privateKey)]));
  const base64 = sequence(content, ecdsaWithSha256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
};
