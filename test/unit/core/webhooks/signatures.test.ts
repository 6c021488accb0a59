import { createHmac } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { signatureHeaders } from "../../../../core/webhooks/signatures.ts";

const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString("base64")}`;
const body = '{"eventId":"1","metadata":{"name":"Zoë 🎬"}}';
const hex = (secret: string): string =>
  createHmac("sha256", Buffer.from(secret, "utf8")).update(body).digest("hex");

describe("signatures", () => {
  const at = new Date();

  test("are verified by the library of Standard Webhooks; x-signature is keyed with the whole secret", () => {
    const headers = signatureHeaders({ eventId: "event-1", body, at }, { webhookSecret: secretOf(1) });
    expect(new Webhook(secretOf(1)).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secretOf(2)).verify(body, headers)).toThrow();
    expect(() => new Webhook(secretOf(1)).verify(body.replace("Zoë", "Zoe"), headers)).toThrow();
    expect(headers["x-signature"]).toBe(hex(secretOf(1)));
    expect(headers["webhook-id"]).toBe("event-1");
    expect(headers["webhook-timestamp"]).toBe(String(Math.floor(at.getTime() / 1000)));
  });

  test("are valid for both secrets during the overlap of a rotation; x-signature uses the old one", () => {
    const secrets = (until: Date) => ({
      webhookSecret: secretOf(2),
      previousWebhookSecret: { secret: secretOf(1), until: until.toISOString() },
    });
    const during = signatureHeaders({ eventId: "e", body, at }, secrets(new Date(at.getTime() + 1000)));
    for (const secret of [secretOf(1), secretOf(2)]) {
      expect(new Webhook(secret).verify(body, during)).toEqual(JSON.parse(body));
    }
    expect(during["webhook-signature"]?.split(" ")).toHaveLength(2);
    expect(during["x-signature"]).toBe(hex(secretOf(1)));
    const after = signatureHeaders({ eventId: "e", body, at }, secrets(at));
    expect(() => new Webhook(secretOf(1)).verify(body, after)).toThrow();
    expect(after["x-signature"]).toBe(hex(secretOf(2)));
  });
});
