import { describe, expect, test } from "@jest/globals";
import { commandEnvironment, resolveCommand } from "../../../../local/docker-shim/commands.ts";

describe("resolveCommand", () => {
  const paths = { root: "/repo", node: "/node", python: "/venv/python" };

  test.each([
    ["render", [], "/node", ["/repo/containers/render/main.ts"]],
    ["speech", [], "/venv/python", ["/repo/containers/speech", "task"]],
    ["import", ["import"], "/node", ["/repo/containers/ingest/main.ts", "import"]],
    ["brolls", ["brolls"], "/node", ["/repo/containers/ingest/main.ts", "brolls"]],
  ])("returns the command of %s %j", (name, taskCommand, command, args) => {
    expect(resolveCommand(name, taskCommand, paths)).toMatchObject({ command, args });
  });

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
