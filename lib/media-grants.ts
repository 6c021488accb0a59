import type { IBucket } from "aws-cdk-lib/aws-s3";
import type { Resources, Rule, RulesOf } from "./grants.ts";

/** Folders of the media bucket. Source: core/storage/keys.ts. */
export const mediaPrefixes = ["videos", "tasks", "fonts"] as const;
/** The operator's own clips, which the product only reads. */
export const brollPrefix = "brolls";

/** Returns the rules of the media bucket: each function uses the folders that it needs. */
export const mediaRules = ({ bucket }: Resources): RulesOf<"media" | "segments"> => {
  const objectsOf = (prefixes: readonly string[]): string[] =>
    prefixes.map((prefix) => bucket.arnForObjects(`${prefix}/*`));
  const read = (prefixes: readonly string[]): Rule[] => [
    { actions: ["s3:GetObject"], resources: objectsOf(prefixes) },
    // Without it S3 returns 403 for an object that does not exist.
    { actions: ["s3:ListBucket"], resources: [bucket.bucketArn] },
  ];
  return {
    "media:read": read([...mediaPrefixes, brollPrefix]),
    "media:tasks:read": read(["tasks"]),
    "media:tasks:write": [{ actions: ["s3:PutObject"], resources: objectsOf(["tasks"]) }],
    "media:brolls:read": read([brollPrefix]),
    "media:videos:read": read(["videos"]),
    "media:videos:write": store(objectsOf(["videos"])),
    "media:videos:delete": [{ actions: ["s3:DeleteObject"], resources: objectsOf(["videos"]) }],
    "media:fonts:write": store(objectsOf(["fonts"])),
    "media:fonts:delete": [{ actions: ["s3:DeleteObject"], resources: objectsOf(["fonts"]) }],
    "media:uploads": [
      {
        actions: ["s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"],
        resources: objectsOf(["videos"]),
      },
    ],
    "media:sweep": sweep(bucket, objectsOf(["videos", "tasks", "transcribe"])),
    "segments:sweep": sweep(bucket, [bucket.arnForObjects("tasks/*/segments/*")]),
  };
};

/** A file may be large: then it is written in parts, and a failed upload is aborted. */
const store = (objects: string[]): Rule[] => [
  { actions: ["s3:PutObject", "s3:AbortMultipartUpload"], resources: objects },
];

const sweep = (bucket: IBucket, objects: string[]): Rule[] => [
  { actions: ["s3:DeleteObject", "s3:AbortMultipartUpload"], resources: objects },
  { actions: ["s3:ListBucket", "s3:ListBucketMultipartUploads"], resources: [bucket.bucketArn] },
];
