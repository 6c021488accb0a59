import { expect, test } from "@jest/globals";
import { createUploadSlots } from "../../../../containers/ingest/upload-slots.ts";

test("rejects works beyond the maximum, and frees the place of one that ends or fails", async () => {
  const receive = createUploadSlots(2);
  const ends: (() => void)[] = [];
  const running = () => receive(() => new Promise<void>((resolve) => ends.push(resolve)));
  const both = [running(), running()];
  await expect(running()).rejects.toMatchObject({ name: "TooManyRequests", retryAfterSeconds: 10 });
  ends[0]?.();
  await both[0];
  await expect(receive(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await receive(async () => "received")).toBe("received");
  ends[1]?.();
  await both[1];
});
