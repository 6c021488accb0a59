import { describe, expect, test } from "@jest/globals";
import { createProgressParser, type FfmpegProgress } from "../../../../adapters/media/ffmpeg-progress.ts";

// As ffmpeg 5.1 wrote it: the first report before any packet, one in the middle, the last.
const output = `frame=0
fps=0.00
stream_0_0_q=0.0
bitrate=N/A
total_size=44
out_time_us=N/A
out_time_ms=N/A
out_time=N/A
dup_frames=0
drop_frames=0
speed=N/A
progress=continue
frame=151
fps=75.31
stream_0_0_q=28.0
bitrate= 101.6kbits/s
total_size=62561
out_time_us=4923356
out_time_ms=4923356
out_time=00:00:04.923356
dup_frames=0
drop_frames=0
speed=2.45x
progress=continue
frame=330
fps=98.20
stream_0_0_q=-1.0
bitrate= 111.2kbits/s
total_size=152731
out_time_us=10983311
out_time_ms=10983311
out_time=00:00:10.983311
dup_frames=0
drop_frames=0
speed=3.27x
progress=end
`;

const parseInPieces = (size: number): FfmpegProgress[] => {
  const reports: FfmpegProgress[] = [];
  const parse = createProgressParser((report) => reports.push(report));
  for (let at = 0; at < output.length; at += size) parse(output.slice(at, at + size));
  return reports;
};

describe("ffmpeg progress", () => {
  test.each([output.length, 7, 1])("reads reports in chunks of %i characters", (size) => {
    expect(parseInPieces(size)).toEqual([
      { frames: 0, outSeconds: null, outBytes: 44, speed: null, isLast: false },
      { frames: 151, outSeconds: 4.923356, outBytes: 62561, speed: 2.45, isLast: false },
      { frames: 330, outSeconds: 10.983311, outBytes: 152731, speed: 3.27, isLast: true },
    ]);
  });

  test("reports nothing before a report is complete", () => {
    const reports: FfmpegProgress[] = [];
    createProgressParser((report) => reports.push(report))("frame=10\nprogr");
    expect(reports).toEqual([]);
  });
});
