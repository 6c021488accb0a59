import { describe, expect, test } from "@jest/globals";
import { type EndedTask, moneyProblems, openTasks, webhookProblems } from "../../chaos/invariants.ts";
import type { Post } from "../../integration/receiver.ts";

const task = (taskId: string, end: EndedTask["end"]): EndedTask => ({ taskId, end, path: `/${taskId}` });
const charge = (taskId: string) => ({ kind: "charge", amount: "-0.10", taskId });

describe("the invariants of a chaos run", () => {
  test("name tasks that have not ended", () => {
    expect(openTasks([task("a", "completed"), task("b", "open")])).toEqual(["Task b has not ended."]);
  });

  test("name charges that are missing, repeated or made for a failed task, and money that stays held", () => {
    const tasks = [task("a", "completed"), task("b", "completed"), task("c", "failed"), task("d", "deleted")];
    const entries = [charge("a"), charge("a"), charge("c"), charge("d")];
    expect(moneyProblems(tasks, { entries, held: "0.20" })).toEqual([
      "Task a (completed) was charged 2 times.",
      "Task b (completed) was charged 0 times.",
      "Task c (failed) was charged 1 times.",
      "0.20 USD are held after the last task.",
    ]);
    expect(moneyProblems([task("a", "completed")], { entries: [charge("a")], held: "0.00" })).toEqual([]);
  });

  test("name final events that are missing or repeated, and bodies that change", () => {
    const post = (eventId: string, event: string, body = ""): Post =>
      ({ at: 0, headers: {}, body, payload: { eventId, event } }) as unknown as Post;
    const posts: Record<string, Post[]> = {
      "/a": [post("1", "completed"), post("1", "completed", "other")],
      "/b": [post("2", "completed"), post("3", "failed")],
      "/d": [post("4", "progress")],
    };
    const tasks = [task("a", "completed"), task("b", "completed"), task("c", "failed"), task("d", "deleted")];
    expect(webhookProblems(tasks, (path) => posts[path] ?? [])).toEqual([
      "Event 1 of task a was sent with different bodies.",
      "Task b (completed) has 2 final events.",
      "Task c (failed) has 0 final events.",
    ]);
  });
});
