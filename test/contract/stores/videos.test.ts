import { describe, expect, test } from "@jest/globals";
import { StaleWrite } from "../../../core/storage/stale-write.ts";
import type { Video } from "../../../core/videos/video.ts";
import { aVideo, expiresAt, someMedia } from "../../fakes/builders.ts";
import { onBothRecords } from "./both.ts";

const uploaded = (video: Video): Video =>
  ({ ...video, status: "uploaded", media: someMedia(), sequence: video.sequence + 1 }) as Video;

onBothRecords((records, clock) => {
  describe("videos", () => {
    test("come back as they were stored, once per id", async () => {
      const { videos } = records();
      const video = aVideo({ origin: { kind: "multipart", uploadId: "u", partSizes: [5_242_880, 1] } });
      await videos.create(video);
      expect(await videos.get(video.id)).toEqual(video);
      expect(await videos.get("unknown")).toBeNull();
      expect(await videos.get("a".repeat(3000))).toBeNull();
      await expect(videos.create(video)).rejects.toBeInstanceOf(StaleWrite);
    });

    test("change only from the state that was read, and only along the table of transitions", async () => {
      const { videos } = records();
      const video = aVideo({ status: "todo" });
      await videos.create(video);
      const tries = await Promise.allSettled([1, 2, 3].map(() => videos.update(video, uploaded(video))));
      expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const now = (await videos.get(video.id)) as Video;
      expect(now).toEqual(uploaded(video));
      await expect(videos.update(now, { ...video, status: "inProgress" } as Video)).rejects.toThrow(
        "does not move",
      );
    });

    test("expire later, never earlier, and a change from an older reading keeps that", async () => {
      const { videos } = records();
      const video = aVideo({ status: "todo" });
      await videos.create(video);
      await videos.extendExpiry(video.id, "2026-04-10T00:00:00.000Z");
      await videos.extendExpiry(video.id, "2026-03-02T00:00:00.000Z");
      await videos.extendExpiry("unknown", "2026-04-10T00:00:00.000Z");
      await videos.update(video, uploaded(video));
      expect(await videos.get(video.id)).toMatchObject({
        status: "uploaded",
        expiresAt: "2026-04-10T00:00:00.000Z",
      });
    });

    test("are gone for readers the moment they expire", async () => {
      const { videos } = records();
      const video = aVideo();
      await videos.create(video);
      clock().advance(Date.parse(expiresAt) - clock().now().getTime());
      expect(await videos.get(video.id)).toBeNull();
      expect(await videos.list("account", 1, 20)).toEqual({ items: [], totalCount: 0 });
    });

    test("are listed newest first, page by page, the account's own only", async () => {
      const { videos } = records();
      const all = [aVideo(), aVideo(), aVideo()].sort((a, b) => (a.id < b.id ? 1 : -1));
      for (const video of [...all, aVideo({ accountId: "another" })]) await videos.create(video);
      expect(await videos.list("account", 1, 2)).toEqual({ items: all.slice(0, 2), totalCount: 3 });
      expect(await videos.list("account", 2, 2)).toEqual({ items: all.slice(2), totalCount: 3 });
      expect(await videos.list("account", 3, 2)).toEqual({ items: [], totalCount: 3 });
    });

    test("that still have a way to go are listed oldest first", async () => {
      const { videos } = records();
      const first = aVideo({ status: "todo" });
      const second = aVideo({ status: "inProgress", createdAt: "2026-03-01T12:00:01.000Z" });
      for (const video of [first, second, aVideo()]) await videos.create(video);
      expect((await videos.listUnfinished(10)).map(({ id }) => id)).toEqual([first.id, second.id]);
      await videos.update(first, uploaded(first));
      expect((await videos.listUnfinished(10)).map(({ id }) => id)).toEqual([second.id]);
    });
  });
});
