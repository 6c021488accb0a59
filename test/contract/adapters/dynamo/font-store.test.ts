import { describe, expect, test } from "@jest/globals";
import { WriteConflict } from "../../../../core/storage/write-conflict.ts";
import { createdAt } from "../../../fakes/builders.ts";
import { aFont } from "../../../fakes/fonts.ts";
import { onBothRecords } from "./store-suites.ts";

onBothRecords((records) => {
  describe("fonts", () => {
    test("are listed newest first, page by page, for their account only", async () => {
      const { fonts } = records();
      const own = ["a", "b", "c"].map((id) => aFont({ id }));
      for (const font of [...own, aFont({ id: "d", accountId: "another" })]) await fonts.create(font, 10);
      const [a, b, c] = own;
      expect(await fonts.list("account", 1, 2)).toEqual({ items: [c, b], totalCount: 3 });
      expect(await fonts.list("account", 2, 2)).toEqual({ items: [a], totalCount: 3 });
      expect(await fonts.list("account", 3, 2)).toEqual({ items: [], totalCount: 3 });
      expect(await fonts.get("account", "d")).toBeNull();
      expect(await fonts.get("another", "d")).toMatchObject({ id: "d" });
      await expect(fonts.create(aFont({ id: "a" }), 10)).rejects.toBeInstanceOf(WriteConflict);
      expect(await fonts.count("account")).toBe(3);
    });

    test("never exceed the limit, even if many are created at once", async () => {
      const { fonts } = records();
      const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => fonts.create(aFont(), 5)));
      const rejected = outcomes.filter((outcome) => outcome.status === "rejected");
      expect(rejected.map(({ reason }) => reason.name)).toEqual(Array(7).fill("FontLimitExceeded"));
      expect(await fonts.count("account")).toBe(5);
      await expect(fonts.create(aFont({ accountId: "another" }), 0)).rejects.toMatchObject({
        name: "FontLimitExceeded",
      });
    });

    test("decrement the count once when deleted, and remain readable as deleted", async () => {
      const { fonts } = records();
      const font = aFont();
      await fonts.create(font, 1);
      expect(await fonts.delete("another", font.id, createdAt)).toBe(false);
      const deletions = await Promise.all([1, 2, 3].map(() => fonts.delete("account", font.id, createdAt)));
      expect(deletions.filter(Boolean)).toHaveLength(1);
      expect(await fonts.get("account", font.id)).toEqual({ ...font, deletedAt: createdAt });
      expect(await fonts.list("account", 1, 20)).toEqual({ items: [], totalCount: 0 });
      expect(await fonts.count("account")).toBe(0);
      await fonts.create(aFont(), 1);
      await expect(fonts.create(aFont(), 1)).rejects.toMatchObject({ name: "FontLimitExceeded" });
    });
  });
});
