import { beforeEach, describe, expect, test } from "@jest/globals";
import type { OperatorDeps } from "../../../../bin/operator/command.ts";
import { helpText, parseOperatorArguments, runCommand } from "../../../../bin/operator/commands.ts";
import { createdAt, someMedia } from "../../../fakes/builders.ts";
import { createMemoryBucket } from "../../../fakes/media.ts";

let bucket: ReturnType<typeof createMemoryBucket>;
let nowIso: string;
const files = new Map<string, string>();
beforeEach(() => {
  bucket = createMemoryBucket();
  nowIso = createdAt;
  files.clear();
});

const run = (line: string) => {
  const brolls: OperatorDeps["brolls"] = {
    bucket: { ...bucket, delete: async (key) => void files.delete(key) },
    uploadFile: async (key, path) => void files.set(key, path),
    probe: async (path) => someMedia(path.endsWith("short.mp4") ? { durationSeconds: 1.9 } : {}),
    newId: () => `clip-${files.size + 1}`,
    now: () => new Date(nowIso),
  };
  return runCommand(parseOperatorArguments(line.split(" ")), { brolls } as OperatorDeps, async () => true);
};

describe("the b-roll library commands", () => {
  test("add clips with keywords, list them, and delete removed ones after the retention period", async () => {
    const added = await run("broll add /videos/dogs.mp4 --keywords dog,犬，puppy,dog");
    expect(added.value).toMatchObject({
      id: "clip-1",
      filename: "dogs.mp4",
      keywords: ["dog", "犬", "puppy"],
    });
    expect(files.get("brolls/clip-1/clip")).toBe("/videos/dogs.mp4");
    await run("broll add /videos/sea.mp4 --keywords sea");
    expect((await run("broll list")).value).toMatchObject({ clips: [{ id: "clip-1" }, { id: "clip-2" }] });
    await run("broll remove clip-1");
    expect((await run("broll list")).value).toMatchObject({ clips: [{ id: "clip-2" }] });
    expect(files.has("brolls/clip-1/clip")).toBe(true);
    nowIso = new Date(Date.parse(createdAt) + 32 * 24 * 3600 * 1000).toISOString();
    await run("broll remove clip-2");
    expect([...files.keys()]).toEqual(["brolls/clip-2/clip"]);
  });

  test.each([
    ["broll add --keywords a", "FILE is required"],
    ["broll add a.mp4", "--keywords is required"],
    ["broll add a.mp4 --keywords ,;", "1 to 100 words"],
    ["broll add short.mp4 --keywords a", "shorter than 2 s"],
    ["broll remove nothing", "Clip nothing does not exist"],
    ["broll add a.mp4 b.mp4 --keywords a", "Unknown command"],
  ])("reject %s", async (line, message) => {
    await expect(run(line)).rejects.toThrow(message);
  });

  test("document the b-roll command in the help", () => {
    expect(helpText("broll add")).toContain("Usage: npm run admin -- broll add FILE --keywords A,B,C");
  });
});
