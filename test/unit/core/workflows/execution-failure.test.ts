import { describe, expect, test } from "@jest/globals";
import { executionFailure } from "../../../../core/workflows/execution-failure.ts";
import {
  orphanedToken,
  stoppedTaskSchema,
} from "../../../../core/workflows/maintenance/stopped-container.ts";

describe("executionFailure", () => {
  test.each([
    ["a container's own name", "MediaUnreadable", "No frame could be decoded."],
    ["a step's own name", "InsufficientCredits", "The balance does not cover this."],
  ])("returns %s with its message", (_, name, sentence) => {
    expect(executionFailure(name, sentence, "render")).toEqual({ name, message: sentence });
  });

  test.each(["AmazonECS.Unknown", "ECS.AmazonECSException", "CapacityUnavailable"])(
    "has a name for a container that could not be started for hours: %s",
    (error) => {
      expect(executionFailure(error, "", "render")).toMatchObject({
        name: "CapacityUnavailable",
        message: expect.stringContaining("had no capacity"),
      });
    },
  );

  test("finds the name and the message in a function's error", () => {
    const cause = JSON.stringify({
      errorType: "AudioSourceRequiresTransparent",
      errorMessage: "The source has no video stream.",
      trace: ["at file:///var/task/index.mjs:1:1"],
    });
    expect(executionFailure("AudioSourceRequiresTransparent", cause, "prepare")).toEqual({
      name: "AudioSourceRequiresTransparent",
      message: "The source has no video stream.",
    });
  });

  test("finds them in a failed child execution (States.TaskFailed)", () => {
    const cause = JSON.stringify({
      ExecutionArn: "arn:aws:states:eu-west-1:111122223333:execution:Capstack-transcription:x",
      Status: "FAILED",
      Error: "MediaUnreadable",
      Cause: "The sound could not be decoded.",
      Input: "{}",
    });
    expect(executionFailure("States.TaskFailed", cause, "speech")).toEqual({
      name: "MediaUnreadable",
      message: "The sound could not be decoded.",
    });
  });

  test("finds them two levels deep", () => {
    const inner = JSON.stringify({ errorType: "TranscriptionFailed", errorMessage: "No model." });
    const cause = JSON.stringify({ Status: "FAILED", Error: "TranscriptionFailed", Cause: inner });
    expect(executionFailure("States.TaskFailed", cause, "speech")).toEqual({
      name: "TranscriptionFailed",
      message: "No model.",
    });
  });

  test.each([
    ["speech", "TranscriptionFailed"],
    ["approval", "ApprovalExpired"],
    ["render", "RenderTimedOut"],
    ["import", "MediaUnreadable"],
    ["prepare", "InternalError"],
  ] as const)("converts a timeout in %s to %s", (stage, name) => {
    expect(executionFailure("States.Timeout", "", stage).name).toBe(name);
  });

  test("treats a child's timeout as a timeout", () => {
    const cause = JSON.stringify({ Status: "TIMED_OUT" });
    expect(executionFailure("States.TaskFailed", cause, "speech").name).toBe("TranscriptionFailed");
  });

  test.each(["ContainerStopped", "States.HeartbeatTimeout"])("%s reveals nothing about hosts", (error) => {
    const failure = executionFailure(error, "Host EC2 (instance i-0abc) terminated.", "render");
    expect(failure.name).toBe("ContainerStopped");
    expect(failure.message).not.toMatch(/EC2|i-0abc/);
  });

  test.each([
    ["an unknown name", "TypeError", "Cannot read properties of undefined (reading 'secret')"],
    ["a platform name", "Lambda.Unknown", "arn:aws:lambda:eu-west-1:111122223333:function:x is gone"],
    ["JSON that is no error", "States.TaskFailed", '{"some":"thing"}'],
    ["broken JSON", "States.TaskFailed", "{oops"],
  ])("%s becomes the message of the stage", (_, error, cause) => {
    const failure = executionFailure(error, cause, "render");
    expect(failure.name).toBe("RenderFailed");
    expect(failure.message).toMatch(/^Rendering failed unexpectedly\./);
  });

  test("replaces an unexpected error of a function by the name and message of the stage", () => {
    const cause = JSON.stringify({
      errorType: "InternalError",
      errorMessage: "translate-transcript failed; the log has the reason.",
    });
    const failure = executionFailure("InternalError", cause, "translation");
    expect(failure.name).toBe("TranslationFailed");
    expect(failure.message).toMatch(/^The transcript could not be translated\. Create the task again/);
  });

  test("adds a message to a name without one", () => {
    expect(executionFailure("MediaUnreadable", "", "render").message).not.toBe("");
  });
});

describe("strandedToken", () => {
  const event = (detail: object) =>
    stoppedTaskSchema.parse({
      detail: {
        taskArn: "arn:aws:ecs:eu-west-1:111122223333:task/c/1",
        lastStatus: "STOPPED",
        stopCode: "EssentialContainerExited",
        stoppedReason: "Essential container in task exited",
        containers: [{ name: "render", exitCode: 137 }],
        overrides: {
          containerOverrides: [
            {
              name: "render",
              environment: [
                { name: "TASK_TOKEN", value: "token-1" },
                { name: "TASK_INPUT", value: "{}" },
              ],
            },
          ],
        },
        ...detail,
      },
    });

  test("returns the token and the reason of the stop", () => {
    const stranded = orphanedToken(event({}));
    expect(stranded?.taskToken).toBe("token-1");
    expect(stranded?.cause).toContain("exit code 137");
    expect(stranded?.cause).toContain("EssentialContainerExited");
  });

  test("returns it for a task that never started", () => {
    const stranded = orphanedToken(
      event({ stopCode: "TaskFailedToStart", stoppedReason: "CannotPullContainerError", containers: [{}] }),
    );
    expect(stranded).toMatchObject({ taskToken: "token-1" });
    expect(stranded?.cause).toContain("CannotPullContainerError");
  });

  test.each([
    ["a task that no machine started", { overrides: { containerOverrides: [{ name: "ingest" }] } }],
    ["a task without overrides", { overrides: undefined }],
    ["a task that has not stopped", { lastStatus: "RUNNING" }],
  ])("returns null for %s", (_, detail) => {
    expect(orphanedToken(event(detail))).toBeNull();
  });
});
