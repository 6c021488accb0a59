import { verify } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { createSignedLinks } from "../../../../adapters/links/signed-links.ts";
import { verifyLink } from "../../../../adapters/links/verify-link.ts";
import { aLinkKey } from "../../../fakes/link-key.ts";

const { privateKey, publicKey } = aLinkKey();
const expiresAt = "2026-03-31T12:00:00.500Z";
const before = new Date("2026-03-31T11:59:59.000Z");
const links = createSignedLinks({
  publicUrl: "https://captions.example.com/",
  readKey: async () => ({ id: "K1", privateKey }),
});
const link = () =>
  links.signDownload("tasks/1/render/captioned.mp4", expiresAt, "It's (1) 面.mp4", "video/mp4");
const publicKeyOf = (id: string) => (id === "K1" ? publicKey : null);

describe("a link", () => {
  test("is a CloudFront signed URL with a canned policy", async () => {
    const url = await link();
    const [resource, signature] = url.split("&Expires=1774958400&Signature=");
    expect(resource).toBe(
      "https://captions.example.com/media/tasks/1/render/captioned.mp4" +
        "?response-content-disposition=attachment%3B%20filename%3D%22It%27s%20%281%29%20_.mp4%22%3B%20filename%2A%3DUTF-8%27%27It%2527s%2520%25281%2529%2520%25E9%259D%25A2.mp4" +
        "&response-content-type=video%2Fmp4",
    );
    const [encoded, rest] = (signature ?? "").split("&Key-Pair-Id=");
    expect(rest).toBe("K1&Hash-Algorithm=SHA256");
    expect(encoded).toMatch(/^[A-Za-z0-9~_-]+$/);
    const policy = `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":1774958400}}}]}`;
    const bytes = Buffer.from(
      (encoded ?? "").replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/"),
      "base64",
    );
    expect(verify("sha256", Buffer.from(policy), publicKey, bytes)).toBe(true);
  });

  test("is the same at each read, and leads to the object and its response headers", async () => {
    expect(await link()).toBe(await link());
    expect(verifyLink(await link(), publicKeyOf, before)).toEqual({
      key: "tasks/1/render/captioned.mp4",
      response: {
        "response-content-disposition":
          "attachment; filename=\"It's (1) _.mp4\"; filename*=UTF-8''It%27s%20%281%29%20%E9%9D%A2.mp4",
        "response-content-type": "video/mp4",
      },
    });
  });

  test.each<[string, (url: string) => string]>([
    ["another object", (url) => url.replace("tasks/1/", "tasks/2/")],
    ["another media type", (url) => url.replace("video%2Fmp4", "text%2Fhtml")],
    ["a later end", (url) => url.replace("1774958400", "1774958401")],
    ["a further parameter", (url) => url.replace("&Expires", "&versionId=1&Expires")],
    ["another host", (url) => url.replace("captions.", "evil.")],
    ["an unknown key", (url) => url.replace("=K1", "=K2")],
    ["another digest", (url) => url.replace("SHA256", "SHA1")],
    ["no signature", (url) => url.replace(/&Signature=[^&]*/, "")],
    ["no query", (url) => url.split("?")[0] ?? ""],
    ["another path", (url) => url.replace("/media/", "/other/")],
  ])("with %s is not valid", async (_, change) => {
    const changed = change(await link());
    expect(changed).not.toBe(await link());
    expect(verifyLink(changed, publicKeyOf, before)).toBeNull();
  });

  test("is valid until the second in which the object expires", async () => {
    const at = (time: string) => link().then((url) => verifyLink(url, publicKeyOf, new Date(time)));
    expect(await at("2026-03-31T11:59:59.999Z")).not.toBeNull();
    expect(await at("2026-03-31T12:00:00.000Z")).toBeNull();
  });
});

test("a key that could not be read is read again", async () => {
  let reads = 0;
  const flaky = createSignedLinks({
    publicUrl: "https://captions.example.com",
    readKey: async () => {
      reads += 1;
      if (reads === 1) throw new Error("throttled");
      return { id: "K1", privateKey };
    },
  });
  const sign = () => flaky.signDownload("a", expiresAt, "a", "text/plain");
  await expect(sign()).rejects.toThrow("throttled");
  expect(verifyLink(await sign(), publicKeyOf, before)?.key).toBe("a");
  await sign();
  expect(reads).toBe(2);
});
