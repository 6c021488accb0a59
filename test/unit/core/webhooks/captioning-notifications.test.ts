import { describe, expect, test } from "@jest/globals";
import { taskStatusEvent } from "../../../../core/events/status-event.ts";
import { checkNotification, type NotificationKind } from "../../../../core/tasks/notification.ts";
import { captioningNotifications } from "../../../../core/webhooks/captioning-notifications.ts";
import {
  plannedFailure,
  plannedProgress,
  type Tool,
} from "../../../../core/webhooks/planned-notification.ts";
import { aTask } from "../../../fakes/builders.ts";

const all: NotificationKind[] = ["transcript", "render", "renderProgress", "tool"];

const planned = (
  previous: string,
  status: string,
  subscribed: NotificationKind[] = all,
  tools: Tool[] = [],
  sequence = 3,
) => {
  const from = aTask({ id: "task", status: previous } as never);
  const to = aTask({ id: "task", status, sequence, error: "No.", errorName: "RenderFailed" } as never);
  return captioningNotifications(taskStatusEvent(from, to, "event"), subscribed, tools);
};

describe("the notifications of a subscriber", () => {
  test.each([
    ["pending", "transcribing", []],
    ["transcribing", "transcriptionCompleted", ["transcript"]],
    ["transcribing", "rendering", ["transcript"]],
    ["transcriptionCompleted", "rendering", []],
    ["rendering", "completed", ["render"]],
    ["transcriptionCompleted", "failed", ["render"]],
  ])("%s → %s: %j", (previous, status, kinds) => {
    expect(planned(previous, status).map(({ kind }) => kind)).toEqual(kinds);
  });

  test("precede the transcript if they are of tools, each with a unique ID and sequence", () => {
    const both = planned("transcribing", "rendering", all, ["dub", "autoCut"]);
    expect(both).toMatchObject([
      { kind: "tool", event: "completed", tool: "dub" },
      { kind: "tool", event: "completed", tool: "autoCut" },
      { kind: "transcript", event: "transcriptionCompleted" },
    ]);
    expect(new Set(both.map(({ eventId }) => eventId)).size).toBe(3);
    expect(both.map(({ sequence }) => sequence)).toEqual([3000, 3001, 3010]);
    expect(planned("transcribing", "rendering", ["tool"])).toEqual([]);
  });

  test.each<[NotificationKind[], string]>([
    [all, "render"],
    [["tool", "transcript", "renderProgress"], "transcript"],
    [["renderProgress", "tool"], "tool"],
    [["renderProgress"], "renderProgress"],
  ])("include exactly one failure for subscribers of %j: %s", (subscribed, kind) => {
    expect(planned("rendering", "failed", subscribed)).toMatchObject([{ kind, event: "failed" }]);
  });

  test("exclude a subscriber of kinds that the task does not have", () => {
    const event = taskStatusEvent(null, aTask(), "event");
    expect(plannedFailure(event, ["render"], ["tool"], "clip")).toBeNull();
    expect(plannedFailure(event, all, ["tool"], "clip")).toMatchObject({ kind: "tool", tool: "clip" });
  });

  test("include only subscribed kinds", () => {
    expect(planned("transcribing", "rendering", ["render"])).toEqual([]);
    expect(planned("rendering", "completed", ["transcript"])).toEqual([]);
  });

  test("have the same IDs when planned again, and increasing sequences", () => {
    expect(planned("rendering", "completed")).toEqual(planned("rendering", "completed"));
    const transcript = planned("transcribing", "rendering")[0]?.sequence ?? 0;
    const progress = [1, 50, 100].map((percent) => plannedProgress("task", 3, percent));
    const completed = planned("rendering", "completed", all, [], 4)[0]?.sequence ?? 0;
    const sequences = [transcript, ...progress.map(({ sequence }) => sequence), completed];
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    expect(new Set(sequences).size).toBe(5);
    expect(plannedProgress("task", 3, 50)).toEqual(progress[1]);
  });
});

describe("the recipient", () => {
  const to = (recipient: string) => ({ recipient, type: "webhook" as const, notificationsFor: all });

  test.each([
    "ftp://example.com/",
    "example.com",
    "http://10.0.0.1/",
    "http://169.254.169.254/latest",
    "http://2130706433/",
    "http://[::ffff:127.0.0.1]/",
    "http://localhost/",
    "https://user:secret@example.com/",
    "https://example.com:25/",
  ])("%s is rejected with the field's name", (recipient) => {
    expect(() => checkNotification(to(recipient), "strict")).toThrow(/^notification\.recipient must/);
  });

  test("loopback is allowed on one machine only; duplicate kinds are removed", () => {
    expect(checkNotification(to("http://127.0.0.1:9999/hook"), "loopback").recipient).toContain("127.0.0.1");
    const twice = {
      ...to("https://example.com/"),
      notificationsFor: ["render", "render"] as NotificationKind[],
    };
    expect(checkNotification(twice, "strict").notificationsFor).toEqual(["render"]);
  });
});
