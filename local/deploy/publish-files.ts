import { readFileSync } from "node:fs";
import {
  CreateBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { region, testCredentials } from "../emulator/environment.ts";
import type { Assembly, AssemblyFile } from "./assembly.ts";
import { zip, zipEntriesIn } from "./zip.ts";

const templateBucket = "capstack-templates";

const client = (emulatorPort: number): S3Client =>
  new S3Client({
    endpoint: `http://127.0.0.1:${emulatorPort}`,
    forcePathStyle: true,
    region,
    credentials: testCredentials,
  });

async function ensureBucket(s3: S3Client, bucket: string): Promise<void> {
  await s3.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: unknown) => {
    const alreadyExists = error instanceof S3ServiceException && /^BucketAlready/.test(error.name);
    if (!alreadyExists) throw error;
  });
}

/** Uploads the template and returns its URL for CloudFormation. */
export async function publishTemplate(
  assembly: Pick<Assembly, "stackName" | "templateText">,
  emulatorPort: number,
): Promise<string> {
  const s3 = client(emulatorPort);
  const key = `${assembly.stackName}.template.json`;
  await ensureBucket(s3, templateBucket);
  await s3.send(
    new PutObjectCommand({
      Bucket: templateBucket,
      Key: key,
      Body: assembly.templateText,
      ContentType: "application/json",
    }),
  );
  s3.destroy();
  return `http://127.0.0.1:${emulatorPort}/${templateBucket}/${key}`;
}

/** Uploads the files that the template refers to into the bootstrap bucket; existing ones are skipped. */
export async function publishFiles(files: readonly AssemblyFile[], emulatorPort: number): Promise<void> {
  const s3 = client(emulatorPort);
  for (const bucket of new Set(files.map((file) => file.bucket))) await ensureBucket(s3, bucket);
  for (const { bucket, key, path, packaging } of files) {
    if (await exists(s3, bucket, key)) continue;
    const body = packaging === "zip" ? zip(zipEntriesIn(path)) : readFileSync(path);
    await s3.send(
      new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentType: "application/octet-stream" }),
    );
  }
  s3.destroy();
}

async function exists(s3: S3Client, bucket: string, key: string): Promise<boolean> {
  try {
    await s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
    return true;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false;
    throw error;
  }
}
