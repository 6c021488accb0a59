import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { localPaths } from "../../../local/paths.ts";

describe("localPaths", () => {
  test("keeps the path of the socket within the limit", () => {
    const shallow = localPaths("/repo", "/data");
    expect(shallow.dockerSocket).toBe("/data/docker.sock");
    const deep = localPaths("/repo", `/${"deep/".repeat(40)}`);
    expect(Buffer.byteLength(deep.dockerSocket)).toBeLessThan(104);
  });

  test("shares only installed programs between instances", () => {
    const one = localPaths("/repo", "/one");
    const two = localPaths("/repo", "/two");
    expect(one.venv).toBe(two.venv);
    expect(one.serviceFile).toBe(join("/one", "service.json"));
    expect(localPaths("/repo", null).serviceFile).toBe(join("/repo", ".local", "service.json"));
  });
});
