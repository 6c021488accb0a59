import { describe, expect, test } from "@jest/globals";
import { containerEnvironment, resolveCommand } from "../../../local/docker-shim/commands.ts";
import { hasLabels, parseDockerRequest, signalName } from "../../../local/docker-shim/docker-requests.ts";
import { type LogChunk, lastLines, logFrame } from "../../../local/docker-shim/log-frames.ts";

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
  ])("%s %s", (method, target, operation) => {
    expect(parseDockerRequest(method, target)).toEqual(operation);
  });

  test("list filters come as a list or as an object", () => {
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
  ])("%s %s is not served", (method, target) => {
    expect(parseDockerRequest(method, target)).toBeNull();
  });
});

test("labels match by name or by name and value, which may hold an equals sign", () => {
  expect(hasLabels({ a: "1=2", b: "" }, ["a=1=2", "b"])).toBe(true);
  expect(hasLabels({ a: "1" }, ["a=2"])).toBe(false);
  expect(hasLabels({}, ["toString"])).toBe(false);
});

test.each([
  ["SIGTERM", "SIGTERM"],
  ["KILL", "SIGKILL"],
  ["9", "SIGKILL"],
  ["NONSENSE", undefined],
])("signal %s is %s", (text, name) => {
  expect(signalName(text)).toBe(name);
});

describe("logs", () => {
  test("a frame is the stream's number, the length and the bytes", () => {
    const frame = logFrame({ stream: "stderr", bytes: Buffer.from("é\n") });
    expect([...frame]).toEqual([2, 0, 0, 0, 0, 0, 0, 3, 0xc3, 0xa9, 0x0a]);
    expect(logFrame({ stream: "stdout", bytes: Buffer.alloc(0) })[0]).toBe(1);
  });

  test.each([
    [1, "three"],
    [2, "two|three"],
    [3, "one|two|three"],
    [9, "one|two|three"],
    [0, ""],
  ])("the last %i lines", (lines, expected) => {
    for (const text of ["one\ntwo\nthree\n", "one\ntwo\nthree"]) {
      for (let cut = 0; cut <= text.length; cut += 1) {
        const pieces: LogChunk[] = [text.slice(0, cut), text.slice(cut)]
          .filter((part) => part !== "")
          .map((part) => ({ stream: "stdout", bytes: Buffer.from(part) }));
        const tail = Buffer.concat(lastLines(pieces, lines).map(({ bytes }) => bytes)).toString();
        expect(tail.trimEnd().split("\n").join("|")).toBe(expected);
      }
    }
  });
});

describe("commands", () => {
  const parts = { root: "/repo", node: "/node", python: "/venv/python" };

  test.each([
    ["render", [], "/node", ["/repo/containers/render/main.ts"]],
    ["speech", [], "/venv/python", ["/repo/containers/speech", "task"]],
    ["ingest", ["import"], "/node", ["/repo/containers/ingest/main.ts", "import"]],
  ])("%s %j", (name, taskCommand, command, args) => {
    expect(resolveCommand(name, taskCommand, parts)).toEqual({ command, args });
  });

  test("a name that the product does not have is none", () => {
    expect(resolveCommand("toString", [], parts)).toBeNull();
  });

  test("the environment: host name rewritten, region from the task, the task's own values win", () => {
    const entries = [
      "AWS_ENDPOINT_URL=http://host.docker.internal:4566",
      'TASK_INPUT={"a":"b=c"}',
      "MODEL=own",
      "broken",
    ];
    expect(
      containerEnvironment(entries, "arn:aws:ecs:eu-west-1:1:task/c/t", { MODEL: "base", PATH: "/bin" }),
    ).toEqual({
      AWS_ENDPOINT_URL: "http://127.0.0.1:4566",
      AWS_REGION: "eu-west-1",
      AWS_DEFAULT_REGION: "eu-west-1",
      TASK_INPUT: '{"a":"b=c"}',
      MODEL: "own",
      PATH: "/bin",
    });
  });
});
