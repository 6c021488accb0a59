import { describe, expect, test } from "@jest/globals";
import { WriteConflict } from "../../../../core/storage/write-conflict.ts";
import type { Deletion } from "../../../../core/videos/deletion.ts";
import type { Video } from "../../../../core/videos/video.ts";
import { aVideo, createdAt, expiresAt, someMedia } from "../../../fakes/builders.ts";
import { allParts } from "../../../fakes/parts.ts";
import { onBothRecords } from "./store-suites.ts";

const uploaded = (video: Video): Video =>
  ({ ...video, status: "uploaded", media: someMedia(), sequence: video.sequence + 1 }) as Video;

onBothRecords((records, clock) => {
  describe("videos", () => {
    test("are returned as they were stored, once per ID", async () => {
      const { videos } = records();
      const video = aVideo({ origin: { kind: "multipart", uploadId: "u", partSizes: [5_242_880, 1] } });
      await videos.create(video);
      expect(await videos.get(video.id)).toEqual(video);
      expect(await videos.get("unknown")).toBeNull();
      expect(await videos.get("a".repeat(3000))).toBeNull();
      await expect(videos.create(video)).rejects.toBeInstanceOf(WriteConflict);
    });

    test("change only if unchanged since they were read, and only by legal transitions", async () => {
      const { videos } = records();
      const video = aVideo({ status: "todo" });
      await videos.create(video);
      const tries = await Promise.allSettled([1, 2, 3].map(() => videos.update(video, uploaded(video))));
      expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const now = (await videos.get(video.id)) as Video;
      expect(now).toEqual(uploaded(video));
      await expect(videos.update(now, { ...video, status: "inProgress" } as Video)).rejects.toThrow(
        "cannot change",
      );
    });

    test("extend their expiry, never shorten it, also after a concurrent change", async () => {
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

    test("are hidden from readers as soon as they expire", async () => {
      const { videos } = records();
      const video = aVideo();
      await videos.create(video);
      clock().advance(Date.parse(expiresAt) - clock().now().getTime());
      expect(await videos.get(video.id)).toBeNull();
      expect(await videos.list("account", 1, 20)).toEqual({ items: [], totalCount: 0 });
    });

    test("are deleted once if unchanged since they were read, and leave a deletion record for the clean-up", async () => {
      const { videos, deletions } = records();
      const video = aVideo({ status: "todo" });
      await videos.create(video);
      await videos.update(video, uploaded(video));
      await expect(videos.delete(video, clock().now())).rejects.toBeInstanceOf(WriteConflict);
      await videos.delete(uploaded(video), clock().now());
      await expect(videos.delete(uploaded(video), clock().now())).rejects.toBeInstanceOf(WriteConflict);
      await expect(videos.update(uploaded(video), uploaded(video))).rejects.toBeInstanceOf(WriteConflict);
      await videos.extendExpiry(video.id, "2026-05-10T00:00:00.000Z");
      expect(await videos.get(video.id)).toBeNull();
      expect(await videos.list("account", 1, 20)).toEqual({ items: [], totalCount: 0 });
      expect(await deletions.list(clock().now(), 10)).toEqual([]);
      clock().advance(120_000);
      const [deletion] = await deletions.list(clock().now(), 10);
      expect(deletion).toMatchObject({
        videoId: video.id,
        accountId: "account",
        attempt: 0,
        deletedAt: createdAt,
      });
      await deletions.postpone(deletion as Deletion, new Date(clock().now().getTime() + 60_000));
      expect(await deletions.list(clock().now(), 10)).toEqual([]);
      await deletions.complete(deletion as Deletion);
      await deletions.postpone(deletion as Deletion, clock().now());
      clock().advance(120_000);
      expect(await deletions.list(clock().now(), 10)).toEqual([]);
    });

    test("that have expired are found by the sweep, without those that were extended", async () => {
      const { videos } = records();
      const [kept, over, coming] = [aVideo(), aVideo(), aVideo({ status: "todo" })];
      for (const video of [kept, over, coming]) await videos.create(video);
      expect(await videos.listExpired(10)).toEqual([]);
      await videos.extendExpiry(kept.id, "2026-04-10T00:00:00.000Z");
      clock().advance(Date.parse(expiresAt) - clock().now().getTime() + 1000);
      expect((await videos.listExpired(10)).map(({ id }) => id)).toEqual([over.id]);
      clock().advance(30 * 86_400_000);
      expect((await videos.listExpired(10)).map(({ id }) => id).sort()).toEqual([kept.id, over.id].sort());
    });

    test("are listed newest first, page by page, for their account only", async () => {
      const { videos } = records();
      const all = [aVideo(), aVideo(), aVideo()].sort((a, b) => (a.id < b.id ? 1 : -1));
      for (const video of [...all, aVideo({ accountId: "another" })]) await videos.create(video);
      expect(await videos.list("account", 1, 2)).toEqual({ items: all.slice(0, 2), totalCount: 3 });
      expect(await videos.list("account", 2, 2)).toEqual({ items: all.slice(2), totalCount: 3 });
      expect(await videos.list("account", 3, 2)).toEqual({ items: [], totalCount: 3 });
    });

    test("that are unfinished are listed in pages", async () => {
      const { videos } = records();
      const first = aVideo({ status: "todo" });
      const second = aVideo({ status: "inProgress", createdAt: "2026-03-01T12:00:01.000Z" });
      for (const video of [first, second, aVideo()]) await videos.create(video);
      expect(await allParts((cursor) => videos.listUnfinished(1, cursor))).toEqual(
        [first.id, second.id].sort(),
      );
      await videos.update(first, uploaded(first));
      expect(await allParts((cursor) => videos.listUnfinished(10, cursor))).toEqual([second.id]);
    });
  });
});
