import { describe, expect, test } from "@jest/globals";
import { ofType, synthesize } from "./synthesized.ts";

const streamArn = "arn:aws:dynamodb:eu-west-1:111122223333:table/restored/stream/2026-11-29T00:00:00.000";

describe("data of an earlier stack", () => {
  test("is adopted without a new table or bucket, and all grants and streams refer to it", async () => {
    const { template, text } = await synthesize({
      tableName: "restored",
      tableStreamArn: streamArn,
      bucketName: "restored-media",
    });
    expect(ofType(template, "AWS::DynamoDB::GlobalTable")).toEqual([]);
    expect(ofType(template, "AWS::S3::Bucket")).toEqual([]);
    const sources = ofType(template, "AWS::Lambda::EventSourceMapping").map(([, mapping]) => mapping);
    expect(sources.filter(({ EventSourceArn }) => EventSourceArn === streamArn)).toHaveLength(2);
    const functions = ofType(template, "AWS::Lambda::Function").map(([, { Environment }]) => Environment);
    const names = JSON.stringify(functions);
    expect(names).toContain('"TABLE_NAME":"restored"');
    expect(names).toContain('"BUCKET_NAME":"restored-media"');
    expect(text).toContain(":table/restored/index/gsi2");
    const [[policyId, policy] = ["", {}]] = ofType(template, "AWS::S3::BucketPolicy");
    // With another ID, a stack that takes over its own bucket would delete the policy after it has written it.
    expect(policyId).toBe(ofType((await synthesize()).template, "AWS::S3::BucketPolicy")[0]?.[0]);
    expect(policy.Bucket).toBe("restored-media");
    const principals = JSON.stringify(policy.PolicyDocument);
    for (const service of ["cloudfront", "transcribe"])
      expect(principals).toContain(`${service}.amazonaws.com`);
  }, 180_000);

  test("is deleted with the stack if retainData is false", async () => {
    const { template } = await synthesize({ retainData: "false" });
    const policies = Object.values(template.Resources)
      .filter(({ Type }) => Type === "AWS::DynamoDB::GlobalTable" || Type === "AWS::S3::Bucket")
      .map(({ DeletionPolicy }) => DeletionPolicy);
    expect(policies).toEqual(["Delete", "Delete"]);
  }, 180_000);
});
