import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { createTaskBody } from "../../../../core/api/schemas/tasks.ts";
import { signatureHeaders } from "../../../../core/webhooks/signatures.ts";
import { webhookBodySchema } from "../../../../core/webhooks/webhook-body.ts";

const documentation = readFileSync(resolve(import.meta.dirname, "../../../../docs/api/webhooks.md"), "utf8");
const blocks = (language: string): string[] =>
  [...documentation.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(
    ([, text]) => text ?? "",
  );

const folder = mkdtempSync(join(tmpdir(), "capstack-webhooks-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the payloads in the documentation are equal to those that the service sends", () => {
  const [request, ...bodies] = blocks("json").map((text) => JSON.parse(text));
  expect(createTaskBody.safeParse(request)).toMatchObject({ success: true });
  for (const body of bodies) expect(webhookBodySchema.strict().parse(body)).toEqual(body);
  expect(new Set(bodies.map(({ event }) => event))).toEqual(
    new Set(["transcriptionCompleted", "progress", "completed", "failed"]),
  );
});

const secret = `whsec_${Buffer.alloc(32, 5).toString("base64")}`;
const newer = `whsec_${Buffer.alloc(32, 6).toString("base64")}`;
const body = '{"eventId":"e","metadata":{"name":"Zoë 🎬"}}';
const sign = (at: Date, rotating = false): Record<string, string> => {
  const until = new Date(at.getTime() + 60_000).toISOString();
  const secrets = rotating
    ? { webhookSecret: newer, previousWebhookSecret: { secret, until } }
    : { webhookSecret: secret };
  return signatureHeaders({ eventId: "e", body, at }, secrets);
};

/** Cases: headers, body, and the expected results of the two verifications. */
const cases = () => {
  const now = new Date();
  return [
    { headers: sign(now), body, whole: true, simple: true },
    { headers: sign(now, true), body, whole: true, simple: true },
    { headers: sign(now), body: `${body} `, whole: false, simple: false },
    { headers: { ...sign(now), "webhook-id": "other" }, body, whole: false, simple: true },
    { headers: sign(new Date(now.getTime() - 3_600_000)), body, whole: false, simple: true },
    {
      headers: signatureHeaders({ eventId: "e", body, at: now }, { webhookSecret: newer }),
      body,
      whole: false,
      simple: false,
    },
  ];
};
const expected = () => cases().map(({ whole, simple }) => [whole, simple]);
const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

describe("the verification examples, run as they are printed", () => {
  const input = (): string => JSON.stringify(cases().map((one) => ({ ...one, secret })));

  test("in TypeScript", () => {
    const [code = ""] = blocks("ts");
    file("verify.mjs", stripTypeScriptTypes(code));
    const main = file(
      "main.mjs",
      `import { readFileSync } from "node:fs";
       import { verifyBody, verifyWebhook } from "./verify.mjs";
       const cases = JSON.parse(readFileSync(0, "utf8"));
       console.log(JSON.stringify(cases.map((c) => [verifyWebhook(c.body, c.headers, c.secret), verifyBody(c.body, c.headers, c.secret)])));`,
    );
    const output = execFileSync(process.execPath, [main], { input: input(), env: {}, encoding: "utf8" });
    expect(JSON.parse(output)).toEqual(expected());
  });

  test("in Python", () => {
    const [code = ""] = blocks("python");
    const main = file(
      "verify.py",
      `${code}\n\nimport json, sys\ncases = json.load(sys.stdin)\nprint(json.dumps([[verify_webhook(c["body"].encode(), c["headers"], c["secret"]), verify_body(c["body"].encode(), c["headers"], c["secret"])] for c in cases]))\n`,
    );
    const output = execFileSync("python3", [main], { input: input(), encoding: "utf8" });
    expect(JSON.parse(output)).toEqual(expected());
  });
});
