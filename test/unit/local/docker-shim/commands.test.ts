import { describe, expect, test } from "@jest/globals";
import { commandEnvironment, resolveCommand } from "../../../../local/docker-shim/commands.ts";

describe("resolveCommand", () => {
  const paths = { root: "/repo", renderer: "/bundle", node: "/node", python: "/venv/python" };

  test.each([
    ["render", [], "/node", ["/bundle/main.mjs"], "render"],
    ["speech", [], "/venv/python", ["/repo/containers/speech", "task"], "speech"],
    ["clips", [], "/node", ["/bundle/main.mjs"], "render"],
    ["extract", ["extract"], "/venv/python", ["/repo/containers/speech", "task", "extract"], "speech"],
    ["import", ["import"], "/node", ["/repo/containers/ingest/main.ts", "import"], undefined],
    ["brolls", ["brolls"], "/node", ["/repo/containers/ingest/main.ts", "brolls"], undefined],
  ])(
    "returns the command of %s %j, and the processes that wait for its tasks",
    (name, taskCommand, command, args, waitsAs) => {
      expect(resolveCommand(name, taskCommand, paths)).toEqual({ command, args, waitsAs });
    },
  );

  test("returns null for an unknown container", () => {
    expect(resolveCommand("toString", [], paths)).toBeNull();
  });
});

describe("containerEnvironment", () => {
  test("replaces the name of the host, takes the region from the task, and prefers values of the task", () => {
    const entries = [
      "AWS_ENDPOINT_URL=http://host.docker.internal:4566",
      'TASK_INPUT={"a":"b=c"}',
      "MODEL=own",
      "broken",
    ];
    expect(
      commandEnvironment(entries, "arn:aws:ecs:eu-west-1:1:task/c/t", { MODEL: "base", PATH: "/bin" }),
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
