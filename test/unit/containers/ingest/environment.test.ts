import { describe, expect, test } from "@jest/globals";
import {
  importEnvironment,
  importTaskInputSchema,
  serveEnvironment,
} from "../../../../containers/ingest/environment.ts";
import { fetchingEnvironment, ingestServeEnvironment } from "../../../../lambdas/environment.ts";

describe("the environment of the ingest container", () => {
  test("requires only variables that the infrastructure sets", () => {
    const given = Object.keys(ingestServeEnvironment.shape);
    const required = Object.keys(serveEnvironment.shape).filter((name) => name !== "HOST");
    expect(given).toEqual(expect.arrayContaining(required));
  });

  test("an import requires the variables that the state machine adds", () => {
    const own = ["TASK_TOKEN", "TASK_INPUT"];
    const given = [...Object.keys(fetchingEnvironment.shape), ...own];
    expect(given).toEqual(expect.arrayContaining(Object.keys(importEnvironment.shape)));
  });

  test("an import task names the object key and, unless the file is uploaded, the URL", () => {
    const job = {
      videoId: "v",
      sourceKey: "videos/v/source",
      url: null,
      maxVideoBytes: 1000,
      maxVideoSeconds: 60,
    };
    expect(importTaskInputSchema.parse(job)).toEqual({ ...job, job: "import" });
    expect(() => importTaskInputSchema.parse({ ...job, url: undefined })).toThrow();
  });
});
