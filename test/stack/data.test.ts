import { describe, expect, test } from "@jest/globals";
import { bareContext, ofType, synthesize, tableStreamArn, takenOverContext } from "./synthesized.ts";

describe("data of an earlier stack", () => {
  test("is adopted without a new table or bucket, and all grants and streams refer to it", async () => {
    const { template, text } = await synthesize(takenOverContext);
    expect(ofType(template, "AWS::DynamoDB::GlobalTable")).toEqual([]);
    const buckets = ofType(template, "AWS::S3::Bucket").map(([id]) => id);
    expect(buckets).toEqual([expect.stringMatching(/^ConsoleBucket/)]);
    const sources = ofType(template, "AWS::Lambda::EventSourceMapping").map(([, mapping]) => mapping);
    expect(sources.filter(({ EventSourceArn }) => EventSourceArn === tableStreamArn)).toHaveLength(2);
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
    const { template } = await synthesize(bareContext);
    const policies = Object.values(template.Resources)
      .filter(({ Type }) => Type === "AWS::DynamoDB::GlobalTable" || Type === "AWS::S3::Bucket")
      .map(({ DeletionPolicy }) => DeletionPolicy);
    expect(policies).toEqual(["Delete", "Delete"]);
  }, 180_000);
});
