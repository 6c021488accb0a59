import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { App } from "aws-cdk-lib";
import { imageArchitecture } from "../../../lib/architecture.ts";
import { checkOptionNames, optionNames, stackNameOf } from "../../../lib/context.ts";
import { imageBuild } from "../../../lib/deployed-image.ts";
import { settingsOf } from "../../../lib/settings.ts";
import { translationSettings } from "../../../lib/translation-settings.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const appWith = (context: Record<string, string | boolean>) => new App({ context });

describe("the names of options", () => {
  test("are those that the guide describes", () => {
    const guide = readFileSync(join(root, "docs/operators/deploying.md"), "utf8");
    const [, options = ""] = guide.split("\n## Options\n");
    const rows = options.split("\n## ")[0]?.match(/^\| `.+?` \|/gm) ?? [];
    const described = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(described.sort()).toEqual([...optionNames].sort());
  });

  test("are checked, so that a misspelled option does not deploy without effect", () => {
    expect(() => checkOptionNames(appWith({ fargateVcpu: "40" }))).toThrow(
      "-c fargateVcpu: unknown option. Use one of alarmEmail,",
    );
  });

  test("do not restrict the context of the CDK", () => {
    const context = {
      "aws:cdk:enable-path-metadata": true,
      "@aws-cdk/core:newStyleStackSynthesis": true,
      "cli-telemetry": false,
      "acknowledged-issue-numbers": true,
      fargateVcpus: "40",
    };
    expect(() => checkOptionNames(appWith(context))).not.toThrow();
  });
});

describe("values that AWS rejects", () => {
  const model = (context: Record<string, string>) => translationSettings(appWith(context));
  const rejected: [Record<string, string>, string, (context: Record<string, string>) => unknown][] = [
    [
      { bucketName: "media.example.com" },
      "-c bucketName must be a bucket without dots",
      (c) => settingsOf(appWith(c)),
    ],
    [
      { bucketName: "arn:aws:s3:::media" },
      "-c bucketName must be the name of a bucket",
      (c) => settingsOf(appWith(c)),
    ],
    [{ bucketName: "Media" }, "-c bucketName must be the name of a bucket", (c) => settingsOf(appWith(c))],
    [{ tableName: "restored" }, "must be set together", (c) => settingsOf(appWith(c))],
    [
      { tableName: "arn:aws:dynamodb:eu-west-1:111122223333:table/restored", tableStreamArn: "x" },
      "-c tableName must be the name of a table",
      (c) => settingsOf(appWith(c)),
    ],
    [
      {
        tableName: "restored",
        tableStreamArn: "arn:aws:dynamodb:eu-west-1:111122223333:table/other/stream/2026-11-29T00:00:00.000",
      },
      "-c tableStreamArn must be the ARN of the stream of restored",
      (c) => settingsOf(appWith(c)),
    ],
    [{ alarmEmail: "operator" }, "-c alarmEmail must be one e-mail address", (c) => settingsOf(appWith(c))],
    [
      { webhookConcurrency: "2.5" },
      "-c webhookConcurrency must be an integer from 2",
      (c) => settingsOf(appWith(c)),
    ],
    [{ retainData: "yes" }, "-c retainData must be true or false", (c) => settingsOf(appWith(c))],
    [
      { console: "true", cloudFront: "false" },
      "-c console requires CloudFront: leave out -c cloudFront=false, or -c console",
      (c) => settingsOf(appWith(c)),
    ],
    [
      { largeUploads: "true", cloudFront: "false" },
      "-c largeUploads requires CloudFront",
      (c) => settingsOf(appWith(c)),
    ],
    [{ linkKeys: "0" }, "-c linkKeys must be the number of one key", (c) => settingsOf(appWith(c))],
    [{ webhookDelays: "soon" }, "-c webhookDelays: must be", (c) => settingsOf(appWith(c))],
    [
      { architecture: "arm" },
      "-c architecture must be one of x86_64, arm64",
      (c) => imageArchitecture(appWith(c)),
    ],
    [{ translationModel: "a model" }, "-c translationModel must be the ID or ARN", model],
    [{ translator: "deepl" }, "-c translator must be one of auto", model],
    [
      { whisperModel: "base; rm -rf /" },
      "-c whisperModel must be a model of Whisper",
      (c) => imageBuild(appWith(c), root, "speech"),
    ],
    [{ stackName: "9lives" }, "-c stackName must be at most 40 letters", (c) => stackNameOf(appWith(c))],
    [{ stackName: "AwsCaptions" }, "not with aws or ssm", (c) => stackNameOf(appWith(c))],
  ];
  test.each(rejected)("%j is rejected at synthesis: %s", (context, message, read) => {
    expect(() => read(context)).toThrow(message);
  });

  test("do not include the names of a restored table and bucket", () => {
    const { data } = settingsOf(
      appWith({
        tableName: "restored",
        tableStreamArn:
          "arn:aws:dynamodb:eu-west-1:111122223333:table/restored/stream/2026-11-29T00:00:00.000",
        bucketName: "restored-media",
      }),
    );
    expect(data).toMatchObject({ table: { name: "restored" }, bucketName: "restored-media" });
  });
});
