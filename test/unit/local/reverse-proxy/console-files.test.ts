import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { sendConsoleFile } from "../../../../local/reverse-proxy/console-files.ts";

const parent = mkdtempSync(join(tmpdir(), "capstack-console-files-"));
const folder = join(parent, "built");
let server: Server;
let origin: string;
beforeAll(async () => {
  mkdirSync(join(folder, "captions-ab12", "fonts"), { recursive: true });
  writeFileSync(join(folder, "index.html"), "the page");
  writeFileSync(join(folder, "captions-ab12", "fonts", "inter-latin.woff2"), "a font");
  writeFileSync(join(parent, "secret.json"), "a secret");
  server = createServer((request, response) =>
    sendConsoleFile(folder, (request.url ?? "").slice(1), request.method ?? "GET", response),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(parent, { recursive: true });
});

test("a font is sent with its type, and never changes", async () => {
  const response = await fetch(`${origin}/captions-ab12/fonts/inter-latin.woff2`);
  expect(response.headers.get("content-type")).toBe("font/woff2");
  expect(response.headers.get("cache-control")).toMatch(/immutable/);
  expect(await response.text()).toBe("a font");
});

test.each(["videos/v", "captions-ab12/fonts/missing.woff2", "%2e%2e/secret.json"])(
  "the page is sent for %s",
  async (path) => {
    expect(await (await fetch(`${origin}/${path}`)).text()).toBe("the page");
  },
);
