import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "@jest/globals";
import { fetchDigest, parseReference } from "../../../../bin/images/registry.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

const serve = async (
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> => {
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const reference = parseReference("registry.example/library/node:24");
const digest = `sha256:${"0f".repeat(32)}`;

describe("parseReference", () => {
  test("separates host, repository and tag", () => {
    expect(reference).toEqual({ host: "registry.example", repository: "library/node", tag: "24" });
  });

  test.each(["node", "registry.example/node", "node:24"])("rejects %s", (image) => {
    expect(() => parseReference(image)).toThrow("host/repository:tag");
  });
});

describe("fetchDigest", () => {
  test("gets a token as the challenge says, and reads the digest of the manifest", async () => {
    const requests: string[] = [];
    const origin = await serve((request, response) => {
      requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""}`.trim());
      if (request.url?.startsWith("/token")) return response.end(JSON.stringify({ token: "t" }));
      if (!request.headers.authorization)
        return response
          .writeHead(401, {
            "www-authenticate": `Bearer realm="${origin}/token",service="r",scope="repository:library/node:pull"`,
          })
          .end();
      return response.writeHead(200, { "docker-content-digest": digest }).end();
    });
    expect(await fetchDigest(reference, origin)).toBe(digest);
    expect(requests).toEqual([
      "HEAD /v2/library/node/manifests/24",
      "GET /token?service=r&scope=repository%3Alibrary%2Fnode%3Apull",
      "HEAD /v2/library/node/manifests/24 Bearer t",
    ]);
  });

  test("fails for a missing image and for a response without a digest", async () => {
    const missing = await serve((_, response) => response.writeHead(404).end());
    await expect(fetchDigest(reference, missing)).rejects.toThrow("library/node:24: 404");
    const silent = await serve((_, response) => response.end());
    await expect(fetchDigest(reference, silent)).rejects.toThrow("stated no digest");
  });

  test("names a registry that cannot be reached", async () => {
    await expect(fetchDigest(reference, "http://127.0.0.1:9")).rejects.toThrow(
      "127.0.0.1:9 cannot be reached",
    );
  });
});
