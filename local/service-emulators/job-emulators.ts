import type { ClipCutterOption } from "../../core/clips/clip-cutter.ts";
import type { TranscriberOption } from "../../core/transcript/choose-engine.ts";
import { startMediaConvert } from "./media-convert/start.ts";
import { type StartOptions, startTranscribe } from "./transcribe/start.ts";

/** Emulators of the AWS services whose jobs the options of the service use. */
export class JobEmulators {
  private readonly started: { close: () => Promise<void> }[] = [];

  /** Starts those that the options need, and returns the variables with their URLs. */
  async start(
    options: StartOptions,
    {
      transcriber,
      clipCutter,
    }: { transcriber: TranscriberOption | null; clipCutter: ClipCutterOption | null },
  ): Promise<Record<string, string>> {
    const urls: Record<string, string> = {};
    if (transcriber !== null && transcriber !== "whisper") {
      const { emulator, port } = await startTranscribe(options);
      this.started.push(emulator);
      urls.AWS_ENDPOINT_URL_TRANSCRIBE = `http://127.0.0.1:${port}`;
    }
    if (clipCutter === "mediaconvert") {
      const { emulator, port } = await startMediaConvert(options);
      this.started.push(emulator);
      urls.AWS_ENDPOINT_URL_MEDIACONVERT = `http://127.0.0.1:${port}`;
    }
    return urls;
  }

  async close(): Promise<void> {
    await Promise.all(this.started.map((emulator) => emulator.close()));
  }
}
