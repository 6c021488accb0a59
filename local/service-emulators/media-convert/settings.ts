import * as z from "zod";

/**
 * The settings of jobs that the emulator supports, as they are sent. A job with any other setting is rejected: MediaConvert
 * would apply it.
 */
const timecode = z.string().regex(/^\d{2}:\d{2}:\d{2}:\d{2}$/, "timecodes of the form HH:MM:SS:FF only");

const inputSchema = z.strictObject({
  fileInput: z.string(),
  timecodeSource: z.literal("ZEROBASED"),
  inputClippings: z.tuple([z.strictObject({ startTimecode: timecode, endTimecode: timecode })]),
  audioSelectors: z.strictObject({
    "Audio Selector 1": z.strictObject({
      selectorType: z.literal("TRACK"),
      tracks: z.tuple([z.number().int().positive()]),
    }),
  }),
  videoSelector: z.strictObject({}),
});

const h264Schema = z.strictObject({
  rateControlMode: z.literal("QVBR"),
  maxBitrate: z.number(),
  qvbrSettings: z.strictObject({ qvbrQualityLevel: z.number() }),
  qualityTuningLevel: z.literal("SINGLE_PASS_HQ"),
  sceneChangeDetect: z.literal("TRANSITION_DETECTION"),
  framerateControl: z.literal("SPECIFIED"),
  framerateNumerator: z.number(),
  framerateDenominator: z.number(),
});

const aacSchema = z.strictObject({
  bitrate: z.number(),
  codingMode: z.enum(["CODING_MODE_1_0", "CODING_MODE_2_0"]),
  sampleRate: z.number(),
});

const clipSchema = z.strictObject({
  containerSettings: z.strictObject({
    container: z.literal("MP4"),
    mp4Settings: z.strictObject({ audioDuration: z.literal("MATCH_VIDEO_DURATION") }),
  }),
  videoDescription: z.strictObject({
    codecSettings: z.strictObject({ codec: z.literal("H_264"), h264Settings: h264Schema }),
  }),
  audioDescriptions: z.tuple([
    z.strictObject({
      audioSourceName: z.literal("Audio Selector 1"),
      codecSettings: z.strictObject({ codec: z.literal("AAC"), aacSettings: aacSchema }),
    }),
  ]),
});

const captureSchema = z.strictObject({
  containerSettings: z.strictObject({ container: z.literal("RAW") }),
  videoDescription: z.strictObject({
    codecSettings: z.strictObject({
      codec: z.literal("FRAME_CAPTURE"),
      frameCaptureSettings: z.strictObject({
        framerateNumerator: z.literal(1),
        framerateDenominator: z.number().int(),
        maxCaptures: z.number().int(),
        quality: z.number(),
      }),
    }),
  }),
});

const groupSchema = <T extends z.ZodType>(output: T) =>
  z.strictObject({
    name: z.string(),
    outputGroupSettings: z.strictObject({
      type: z.literal("FILE_GROUP_SETTINGS"),
      fileGroupSettings: z.strictObject({ destination: z.string() }),
    }),
    outputs: z.tuple([output]),
  });

export const settingsSchema = z.strictObject({
  timecodeConfig: z.strictObject({ source: z.literal("ZEROBASED") }),
  inputs: z.tuple([inputSchema]),
  outputGroups: z.tuple([groupSchema(clipSchema), groupSchema(captureSchema)]),
});
export type ClipSettings = z.infer<typeof settingsSchema>;
