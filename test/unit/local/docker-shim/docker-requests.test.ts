import { describe, expect, test } from "@jest/globals";
import { hasLabels, parseDockerRequest, signalName } from "../../../../local/docker-shim/docker-requests.ts";

describe("parseDockerRequest", () => {
  test.each([
    ["GET", "/_ping", { kind: "ping" }],
    ["GET", "/version", { kind: "version" }],
    ["GET", "/v1.45/info", { kind: "info" }],
    ["GET", "/v1.45/images/repo/name:tag/json", { kind: "inspectImage" }],
    ["POST", "/v1.45/images/create?tag=1&fromImage=x", { kind: "pullImage" }],
    ["GET", "/v1.45/distribution/a/b:c/json", { kind: "imageDigest" }],
    ["POST", "/v1.45/containers/create?name=n", { kind: "create", name: "n" }],
    ["GET", "/v1.45/containers/abc/json", { kind: "inspect", ref: "abc" }],
    ["POST", "/v1.45/containers/abc/start", { kind: "start", ref: "abc" }],
    ["POST", "/v1.45/containers/abc/wait", { kind: "wait", ref: "abc" }],
    ["POST", "/v1.45/containers/abc/stop?t=5", { kind: "stop", ref: "abc", graceSeconds: 5 }],
    ["POST", "/v1.45/containers/abc/stop", { kind: "stop", ref: "abc", graceSeconds: 10 }],
    ["POST", "/v1.45/containers/abc/kill?signal=15", { kind: "kill", ref: "abc", signal: "15" }],
    ["DELETE", "/v1.45/containers/abc?v=True&force=False", { kind: "remove", ref: "abc", force: false }],
    ["DELETE", "/v1.45/containers/abc?force=True", { kind: "remove", ref: "abc", force: true }],
    [
      "GET",
      "/v1.45/containers/abc/logs?stderr=1&stdout=1&follow=1&tail=all",
      { kind: "logs", ref: "abc", follow: true, tailLines: null, stdout: true, stderr: true },
    ],
    [
      "GET",
      "/v1.45/containers/abc/logs?stdout=1&tail=5",
      { kind: "logs", ref: "abc", follow: false, tailLines: 5, stdout: true, stderr: false },
    ],
  ])("parses %s %s", (method, target, operation) => {
    expect(parseDockerRequest(method, target)).toEqual(operation);
  });

  test("accepts label filters as a list or an object", () => {
    const list = encodeURIComponent(JSON.stringify({ label: ["a=1", "b"] }));
    const object = encodeURIComponent(JSON.stringify({ label: { "a=1": true } }));
    const expected = { kind: "listContainers", all: true };
    expect(parseDockerRequest("GET", `/v1.45/containers/json?all=1&filters=${list}`)).toEqual({
      ...expected,
      labels: ["a=1", "b"],
    });
    expect(parseDockerRequest("GET", `/v1.45/containers/json?all=1&filters=${object}`)).toEqual({
      ...expected,
      labels: ["a=1"],
    });
  });

  test.each([
    ["POST", "/v1.45/containers/abc/exec"],
    ["GET", "/v1.45/volumes"],
  ])("returns null for %s %s", (method, target) => {
    expect(parseDockerRequest(method, target)).toBeNull();
  });
});

test("hasLabels matches by name, or by name and value, which may contain an equals sign", () => {
  expect(hasLabels({ a: "1=2", b: "" }, ["a=1=2", "b"])).toBe(true);
  expect(hasLabels({ a: "1" }, ["a=2"])).toBe(false);
  expect(hasLabels({}, ["toString"])).toBe(false);
});

test.each([
  ["SIGTERM", "SIGTERM"],
  ["KILL", "SIGKILL"],
  ["9", "SIGKILL"],
  ["NONSENSE", undefined],
])("signalName(%s) is %s", (text, name) => {
  expect(signalName(text)).toBe(name);
});
