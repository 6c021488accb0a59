import { describe, expect, test } from "@jest/globals";
import { stillOfClip } from "../../../../core/clips/captured-still.ts";
import { clipStillKey, clipThumbnailKey } from "../../../../core/storage/keys.ts";

const bucketWith = (sizes: Readonly<Record<string, number>>) => ({
  head: async (key: string) => sizes[key] ?? null,
});
const key = (still: number): string => clipStillKey("task", 1, still);

describe("stillOfClip", () => {
  test("prefers the still that the container chose", async () => {
    const bucket = bucketWith({ [clipThumbnailKey("task", 1)]: 10, [key(0)]: 90 });
    expect(await stillOfClip("task", 1, bucket)).toBe("tasks/task/clips/thumbnail-2.jpg");
  });

  test("takes the capture with the most bytes", async () => {
    const bucket = bucketWith({ [key(0)]: 900, [key(1)]: 40_000, [key(2)]: 39_000 });
    expect(await stillOfClip("task", 1, bucket)).toBe("tasks/task/clips/still-2.0000001.jpg");
  });

  test("keeps the container's key when there is no capture", async () => {
    expect(await stillOfClip("task", 1, bucketWith({}))).toBe("tasks/task/clips/thumbnail-2.jpg");
  });
});
