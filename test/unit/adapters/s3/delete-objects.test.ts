import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { expect, test } from "@jest/globals";
import { deleteObjects } from "../../../../adapters/s3/delete-objects.ts";

const bucketWith = (keys: string[]) => {
  const send = async (command: unknown) => {
    if (command instanceof ListObjectsV2Command) {
      const { Prefix = "", ContinuationToken } = command.input;
      const found = keys.filter((key) => key.startsWith(Prefix) && key > (ContinuationToken ?? ""));
      const page = found.slice(0, 2);
      return {
        Contents: page.map((Key) => ({ Key })),
        NextContinuationToken: page.length < found.length ? page.at(-1) : undefined,
      };
    }
    if (!(command instanceof DeleteObjectsCommand)) throw new Error("unexpected command");
    const gone = command.input.Delete?.Objects?.map(({ Key = "" }) => Key) ?? [];
    if (gone.includes("locked")) return { Errors: [{ Key: "locked", Code: "AccessDenied" }] };
    for (const key of gone) keys.splice(keys.indexOf(key), 1);
    return {};
  };
  return Object.assign(new S3Client({ region: "eu-west-1" }), { send });
};

test("deletes the objects of all pages with a prefix, or of the whole bucket", async () => {
  const keys = ["a/1", "a/2", "a/3", "b/1"];
  await deleteObjects(bucketWith(keys), "b", "a/");
  expect(keys).toEqual(["b/1"]);
  await deleteObjects(bucketWith(keys), "b", "", () => 900);
  expect(keys).toEqual([]);
});

test("names the object that S3 did not delete", async () => {
  await expect(deleteObjects(bucketWith(["locked"]), "b", "")).rejects.toThrow(
    "S3 did not delete locked: AccessDenied",
  );
});

test("ends before its time does, and a repetition continues", async () => {
  const keys = ["1", "2", "3", "4", "5"];
  const times = [100, 20];
  const client = bucketWith(keys);
  await expect(deleteObjects(client, "media", "", () => times.shift() ?? 0)).rejects.toThrow(
    "The bucket media still has objects. Delete the stack again.",
  );
  expect(keys).toEqual(["3", "4", "5"]);
  await deleteObjects(client, "media", "");
  expect(keys).toEqual([]);
});
