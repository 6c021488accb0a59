import { describe, expect, test } from "@jest/globals";
import {
  importEnvironment,
  importTaskInputSchema,
  serveEnvironment,
} from "../../../../containers/ingest/environment.ts";
import { fetchingEnvironment, ingestServeEnvironment } from "../../../../lambdas/environment.ts";

describe("the container's environment", () => {
  test("asks for nothing that the infrastructure does not give", () => {
    const given = Object.keys(ingestServeEnvironment.shape);
    const asked = Object.keys(serveEnvironment.shape).filter((name) => name !== "HOST");
    expect(given).toEqual(expect.arrayContaining(asked));
  });

  test("an import adds what the machine's state overrides", () => {
    const own = ["TASK_TOKEN", "TASK_INPUT"];
    const given = [...Object.keys(fetchingEnvironment.shape), ...own];
    expect(given).toEqual(expect.arrayContaining(Object.keys(importEnvironment.shape)));
  });

  test("a job says where to and, unless the bytes are there, where from", () => {
    const job = {
      videoId: "v",
      sourceKey: "videos/v/source",
      url: null,
      maxVideoBytes: 1000,
      maxVideoSeconds: 60,
    };
    expect(importTaskInputSchema.parse(job)).toEqual(job);
    expect(() => importTaskInputSchema.parse({ ...job, url: undefined })).toThrow();
  });
});
