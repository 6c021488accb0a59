import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import {
  type AccessReport,
  reportAccess,
  resourceName,
  roleName,
  summarize,
} from "../../../../bin/testing/access-report.ts";

const role = "Capstack-FunctionsGetTaskRole4BBF078D-FD6145A29C3C";
const table = "arn:aws:dynamodb:us-east-1:000000000000:table/Capstack-RecordsTableC9B7A30B-880BC9C6FE028";

const report = (changes: Partial<AccessReport>): AccessReport => ({
  denied: [],
  grants: [],
  violations: [],
  ...changes,
});

const grant = (action: string, used: boolean) => ({ role, action, resource: table, used });

describe("names of the report", () => {
  test("are the same in every deployment", () => {
    expect(roleName(role)).toBe("FunctionsGetTask");
    expect(roleName("Capstack-ContainersrenderTaskRole9F7F5F19-AEF0")).toBe("ContainersrenderTask");
    expect(resourceName(table)).toBe("arn:aws:dynamodb:table/RecordsTable");
    expect(resourceName(`${table}/stream/2026-11-29T11:05:48.296Z`)).toBe(
      "arn:aws:dynamodb:table/RecordsTable/stream/*",
    );
  });
});

describe("summarize", () => {
  test("counts a grant as used when any engine has seen a call for it", () => {
    const reports = [
      report({ grants: [grant("dynamodb:GetItem", false), grant("dynamodb:Query", false)] }),
      report({ grants: [grant("dynamodb:GetItem", true), grant("dynamodb:Query", false)] }),
    ];
    const { used, unexplained, explained } = summarize(reports, []);
    expect([used, explained]).toEqual([1, 0]);
    expect(unexplained).toMatchObject([{ role: "FunctionsGetTask", action: "dynamodb:Query" }]);
  });

  test("accepts an unused grant that the table explains", () => {
    const rows = [{ role: "Functions*", action: "dynamodb:*", resource: "*:table/RecordsTable" }];
    const { explained, unexplained } = summarize(
      [report({ grants: [grant("dynamodb:Query", false)] })],
      rows,
    );
    expect([explained, unexplained]).toEqual([1, []]);
  });

  test("fails for an unused grant only after all tests", () => {
    const folder = mkdtempSync(join(tmpdir(), "capstack-access-"));
    const unused = [grant("dynamodb:ConditionCheckItem", false)];
    writeFileSync(join(folder, "engine.json"), JSON.stringify(report({ grants: unused })));
    const file = join(folder, "report.txt");
    expect([reportAccess(folder, file, false), reportAccess(folder, file, true)]).toEqual([true, false]);
    expect(readFileSync(file, "utf8")).toBe(
      "unused: FunctionsGetTask dynamodb:ConditionCheckItem arn:aws:dynamodb:table/RecordsTable\n",
    );
    rmSync(folder, { recursive: true });
  });

  test("names each denied call and each invalid request once", () => {
    const denied = { role, action: "s3:GetObject", resource: "arn:aws:s3:::media/a", count: 2 };
    const violation = { role, request: "sqs:SendMessage", violation: "DelaySeconds is missing", count: 1 };
    const one = report({ denied: [denied], violations: [violation] });
    expect(summarize([one, one], []).problems).toEqual([
      "FunctionsGetTask is denied s3:GetObject on arn:aws:s3:media/a.",
      "FunctionsGetTask: sqs:SendMessage: DelaySeconds is missing.",
    ]);
  });
});
