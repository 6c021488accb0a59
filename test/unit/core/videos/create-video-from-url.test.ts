import { describe, expect, test } from "@jest/globals";
import { createVideoFromUrl } from "../../../../core/videos/create-video-from-url.ts";
import type { Video } from "../../../../core/videos/video.ts";

const create = async (url: string): Promise<Video> => {
  const records = new Map<string, Video>();
  const videos = {
    create: async (video: Video) => {
      records.set(video.id, video);
      return true;
    },
    get: async (id: string) => records.get(id) ?? null,
  };
  return createVideoFromUrl({ videoId: "v1", storageId: "s1", accountId: "a1", ttl: "1d", url }, {
    videos,
    workflows: { startVideoImport: async () => "arn" },
    egress: "strict",
    now: () => new Date(0),
  } as never);
};

/** Room for the 4,096 characters of a URL after its host. */
const room = 4096 - "https://a.test/?".length;

describe("the length of a URL to import", () => {
  test.each([
    ["a letter", "a", 1],
    ["an encoded letter", "é", 6],
    ["an escaped backslash", "\\", 2],
  ])("counts %s as it travels to the container", async (_, character, width) => {
    const fitting = Math.floor(room / width);
    await expect(create(`https://a.test/?${character.repeat(fitting)}`)).resolves.toMatchObject({ id: "v1" });
    await expect(create(`https://a.test/?${character.repeat(fitting + 1)}`)).rejects.toMatchObject({
      name: "ValidationFailed",
    });
  });
});
