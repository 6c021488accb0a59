import { afterEach, expect, jest, test } from "@jest/globals";
import { sentenceRatings } from "../../../../lambdas/shared/sentence-ratings.ts";

afterEach(() => {
  jest.restoreAllMocks();
});

test("failures of the rating model are logged and counted, with the error that an operator needs", () => {
  const lines: string[] = [];
  jest.spyOn(process.stdout, "write").mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  sentenceRatings({ STACK_NAME: "Capstack" }).reportRatingFailure(new RangeError("out of memory"));
  jest.restoreAllMocks();
  const [entry, metric] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toHaveLength(2);
  expect(entry).toMatchObject({
    level: "WARN",
    message: "the rating of sentences failed, so rules alone scored the clips",
    error: "RangeError",
    detail: "out of memory",
  });
  expect(metric).toMatchObject({ SentenceRatingFailed: 1, Stack: "Capstack", Area: "Tasks" });
});
