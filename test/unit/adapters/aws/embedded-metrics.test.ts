import { describe, expect, test } from "@jest/globals";
import { createEmbeddedMetrics } from "../../../../adapters/aws/embedded-metrics.ts";
import { errorFields } from "../../../../adapters/json-log.ts";
import { webhookMetrics } from "../../../../core/webhooks/webhook-metrics.ts";

describe("metrics and logs", () => {
  test("metrics are lines in the embedded metric format, with `_aws` at the top level", () => {
    const lines: string[] = [];
    createEmbeddedMetrics(webhookMetrics, { Stack: "Capstack", Area: "Webhooks" }, (line) =>
      lines.push(line),
    ).record({
      Attempts: 1,
      SecondsToDeliver: 0.25,
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]?.endsWith("\n")).toBe(true);
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          {
            Namespace: "Capstack",
            Dimensions: [["Stack", "Area"]],
            Metrics: [
              { Name: "Attempts", Unit: "Count" },
              { Name: "SecondsToDeliver", Unit: "Seconds" },
            ],
          },
        ],
      },
      Stack: "Capstack",
      Area: "Webhooks",
      Attempts: 1,
      SecondsToDeliver: 0.25,
    });
  });

  test("the errors of an AggregateError are logged with their reasons", () => {
    const gathered = new AggregateError([new Error("first"), new Error("second")], "2 queues had failures");
    expect(errorFields(new Error("outer", { cause: gathered }))).toMatchObject({
      cause: { detail: "2 queues had failures", errors: [{ detail: "first" }, { detail: "second" }] },
    });
  });
});
