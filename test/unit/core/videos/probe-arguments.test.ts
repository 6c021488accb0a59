import { describe, expect, test } from "@jest/globals";
import { decodedPixelFormat } from "../../../../core/videos/probe-arguments.ts";

describe("the report of a trial decode", () => {
  test("states the format of the decoded frames, not that of the container", () => {
    const report = `Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'file:hevc_alpha.mov':
  Stream #0:0[0x1]: Video: hevc (Main) (hvc1 / 0x31637668), yuv420p(tv, progressive), 320x240 [SAR 1:1 DAR 4:3], 25 fps
Stream mapping:
  Stream #0:0 -> #0:0 (hevc (native) -> wrapped_avframe (native))
  Stream #0:0: Video: wrapped_avframe, yuva420p(tv, progressive), 320x240 [SAR 1:1 DAR 4:3], q=2-31, 200 kb/s, 25 fps
`;
    expect(decodedPixelFormat(report)).toBe("yuva420p");
  });

  test("states none when no frame was decoded", () => {
    expect(decodedPixelFormat("Error while opening decoder")).toBeNull();
  });
});
