import { expect, test } from "@jest/globals";
import { ratingModel } from "../../../../lambdas/shared/rating-model.ts";
import { writtenLines } from "./written-lines.ts";

test("failures of the rating model are logged and counted, with the error that an operator needs", () => {
  const lines = writtenLines(() => {
    ratingModel({ STACK_NAME: "Capstack" }).reportRatingFailure(new RangeError("out of memory"));
  });
  const [entry, metric] = lines;
  expect(lines).toHaveLength(2);
  expect(entry).toMatchObject({
    level: "WARN",
    message: "the rating model failed, so rules scored the clips or chose their titles",
    error: "RangeError",
    detail: "out of memory",
  });
  expect(metric).toMatchObject({ SentenceRatingFailed: 1, Stack: "Capstack", Area: "Tasks" });
});
