import { expect, test } from "@jest/globals";
import { transitionsPerTask } from "../../core/capacity/work.ts";
import { readMachine, type State } from "./machines.ts";

/** Returns the states of an execution without errors. `picks` names the next states of a choice in turn; then its default is next. */
const pathOf = (name: string, picks: Readonly<Record<string, string[]>>): string[] => {
  const { StartAt, States } = readMachine(name);
  const remaining = structuredClone(picks) as Record<string, string[]>;
  const path: string[] = [];
  for (let at: string | undefined = StartAt; at !== undefined; ) {
    path.push(at);
    const { Type, Next, Default, Choices = [] }: State = States[at] ?? { Type: "missing" };
    const pick: string | undefined = remaining[at]?.shift();
    if (pick !== undefined && !Choices.some((choice) => choice.Next === pick))
      throw new Error(`${at} does not lead to ${pick}`);
    at = Type === "Choice" ? (pick ?? Default) : Next;
  }
  return path;
};

// Each state that is entered is one transition. Source: the price list of Step Functions.
test("the costs and quotas count the transitions of a video and its captioning task", () => {
  const paths = [
    pathOf("video-import", { ChooseStage: ["ReserveImport"] }),
    pathOf("transcription", { ChooseEngine: ["ReserveExtractAudio"] }),
    pathOf("captioning-task", { ChooseStage: ["Transcribe", "AwaitApproval"] }),
  ];
  expect(paths[2]).toEqual(expect.arrayContaining(["AwaitApproval", "Render", "CompleteTask"]));
  expect(paths.flat()).toHaveLength(transitionsPerTask);
});
