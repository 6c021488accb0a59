import type { JsonSchema } from "./openapi.ts";

export interface FieldNote {
  description: string;
  default?: unknown;
  example?: unknown;
}

const note = (description: string, more: Omit<FieldNote, "description"> = {}): FieldNote => ({
  description,
  ...more,
});

const uuid = "0199a3c4-7d1e-7b52-9f3c-2a64b8f01c77";
const colour = { example: "#FFD166" };

/**
 * What the documentation says of a field beyond its type and bounds, by the end of its path: a longer one goes before a
 * shorter one. A description that stands in the schema itself wins.
 */
const notes: Readonly<Record<string, FieldNote>> = {
  id: note("Its id.", { example: uuid }),
  videoId: note("Id of a video: `id` or `videoId` of an upload's answer.", { example: uuid }),
  taskId: note("Id of the task.", { example: uuid }),
  storageId: note("Stable id of the stored file.", { example: uuid }),
  templateId: note("Id of the task's template.", { example: "4b0f3c51-7a39-4f0e-9d5c-0b7d1f4f8a01" }),
  filename: note("The file's name, without folders.", { example: "interview.mp4" }),
  createdAt: note("When it was created, UTC.", { example: "2026-12-01T09:30:00.000Z" }),
  completedAt: note("When it ended, UTC; null before.", { example: "2026-12-01T09:34:12.000Z" }),
  expiresAt: note("From then on it is unknown (404), UTC.", { example: "2026-12-31T09:30:00.000Z" }),
  currency: note("Always USD."),
  status: note(
    "todo: no bytes yet. inProgress: bytes arriving or being read. uploaded: usable. aborted: never will be, `error` says why.",
  ),
  ttl: note("Time to live from its creation; a later task may keep a video longer.", { default: "30d" }),
  data: note("The page's entries, newest first."),
  page: note("Counts from 1.", { default: 1 }),
  limit: note("Entries per page.", { default: 20 }),
  totalCount: note("Entries on all pages together."),
  file: note("Name of the file."),
  openapi: note("Version of the OpenAPI specification."),

  "Video.metadata": note("What the file holds; null until it has been read."),
  "metadata.id": note("The storageId.", { example: uuid }),
  "metadata.height": note("Pixels as shown, rotation applied; null without a picture.", { example: 1920 }),
  "metadata.fps": note("Frames per second; null without a picture.", { example: 29.97 }),
  "metadata.hasAudio": note("Whether there is a sound track that can be decoded."),
  "metadata.hasVideo": note("Whether there is a picture."),
  clipTasks: note("Ids of the video's clip tasks, oldest first."),

  uploadParts: note(
    "The parts in order. All but the last have at least 5,242,880 bytes; 10 MB or more is best.",
  ),
  uploadId: note("Identifies the multipart upload together with videoId."),
  urlsExpireAt: note("Until then the addresses work, UTC; they can be signed again."),
  partNumber: note("Counts from 1."),
  presignedUrl: note("PUT exactly the part's bytes here, without an API key."),
  partNumbers: note("Parts whose addresses are wanted, counted from 1.", { example: [2, 3] }),

  renderOptions: note("How the captions look. What is absent is as in the template."),
  subsOptions: note("What is shown."),
  "subsOptions.emoji": note("Show emojis beside the words that have one."),
  emojiAnimation: note("Animate emojis."),
  emphasizeKeywords: note("Highlight words with `important`, in the template's manner."),
  animation: note("Animate the captions."),
  punctuation: note("Show punctuation marks."),
  displayWords: note(
    "About how many words are shown at once. Clamped to 6 to 12 on horizontal videos, 1 to 6 on others.",
    { example: 4 },
  ),
  styleOptions: note("Position, letters and colours; takes precedence over the template."),
  top: note(
    "Vertical position of the captions' middle, percent of the video's height; higher is lower down. It goes before the margins that are kept free for apps.",
    { example: 75 },
  ),
  fontUppercase: note("Write in capitals."),
  fontShadow: note("Size of the shadow."),
  fontSize: note("Pixels on a frame whose shorter side is 540; scaled with the frame. 46 looks normal.", {
    example: 46,
  }),
  fontWeight: note("CSS font weight.", { example: 700 }),
  fontColor: note("Colour of the letters: #RGB, #RRGGBB or #RRGGBBAA.", { example: "#FFFFFF" }),
  stroke: note("Width of the outline."),
  strokeColor: note("Colour of the outline: #RGB, #RRGGBB or #RRGGBBAA.", { example: "#000000" }),
  fontId: note("Id of one of your fonts; takes precedence over the template's."),
  highlightOptions: note(
    "Colours of highlighted words: the first also of the word being spoken. Keywords take those that are given, or the look's own, in turn.",
  ),
  randomColourOne: note("First colour: #RGB, #RRGGBB or #RRGGBBAA.", colour),
  randomColourTwo: note("Second colour: #RGB, #RRGGBB or #RRGGBBAA.", colour),
  randomColourThree: note("Third colour: #RGB, #RRGGBB or #RRGGBBAA.", colour),

  transcribeSettings: note("B-roll."),
  broll: note("Footage shown over parts of the video; brollPercent and customBrolls exclude one another."),
  brollPercent: note("Part of the video that is covered, percent; 0: none.", { default: 50 }),
  customBrolls: note("Your own footage: in order, without overlap."),
  startTime: note("Seconds from the video's beginning.", { example: 10 }),
  endTime: note("Seconds from the video's beginning, after startTime.", { example: 15 }),
  url: note("http or https address of the video.", { example: "https://example.com/harbour.mp4" }),

  exportSettings: note("The file that comes out."),
  fps: note("Frames per second, such as 23.976, 29.97, 59.94.", { default: 30, example: 29.97 }),
  quality: note(
    "Caps the shorter side at 1080, 1440 or 2160 pixels, never upscales; no effect with width and height.",
    { default: "standard" },
  ),
  speed: note("Each level takes about half the time of the one before.", { default: "standard" }),
  greenScreen: note("Older form of outputMode greenScreen.", { default: false }),
  outputMode: note(
    "composited: captions on the video, .mp4. greenScreen: captions on #04F404, .mp4. transparent: captions alone with alpha; needs width and height.",
    { default: "composited" },
  ),
  outputCodec: note("Only with outputMode transparent. prores4444: .mov; vp9: .webm.", {
    default: "prores4444",
  }),
  width: note(
    "Pixels. Not with an aspectRatio preset; one of width and height alone takes the other from the source.",
    {
      example: 1080,
    },
  ),
  height: note(
    "Pixels. Not with an aspectRatio preset; one of width and height alone takes the other from the source.",
    {
      example: 1920,
    },
  ),
  aspectRatio: note("Not with outputMode transparent, nor with width and height.", { default: "original" }),
  fit: note("Only with an aspectRatio preset. cover crops; contain puts the video on a blurred copy.", {
    default: "cover",
  }),
  fitPosition: note(
    "Percent along the cropped axis; only with an aspectRatio preset, no effect with contain.",
    {
      default: 50,
    },
  ),

  "notification.type": note("Always webhook."),
  notificationsFor: note("What to be told of.", { example: ["transcript", "render"] }),
  silenceRemoval: note("How long a pause between words may stay; lower cuts tighter.", { example: 0.3 }),
  disfluencyRemoval: note("Cut out filler words.", { default: false }),
  referenceTranscript: note(
    "Phrases that correct the spelling of what is recognised; times improve the match.",
  ),
  "referenceTranscript.start_time": note("Seconds; the phrases may overlap, and stand in any order.", {
    example: 0.32,
  }),
  dictionary: note(
    "Words and phrases to expect, as they are to be written: the recogniser is told of them, and near misses in spelling or sound are put right. At most 65,536 bytes in all.",
    { example: ["Capstack"] },
  ),
  metadata: note("Your own flat strings, at most 50; returned with the task and in webhooks."),

  text: note("The text.", { example: "Hello" }),
  type: note("A spoken word or a punctuation mark."),
  start_time: note("Seconds; not before the end of the entry before.", { example: 0.32 }),
  end_time: note("Seconds; not before start_time.", { example: 0.71 }),
  emoji: note("Emoji shown with the word. The service proposes some in transcripts that it makes."),
  important: note("Highlight the word. The service marks keywords in transcripts that it makes."),
  fontFamily: note("Font family of this word."),
  fontFileKey: note("`fileKey` of one of your fonts, for this word."),
  confidence: note("How sure the recogniser was; cannot be written."),

  "CaptioningTask.status": note("Where the task stands; transcriptionCompleted waits for approval."),
  transcriptApproved: note("True once approved, with autoApprove from the beginning."),
  errorName: note("Stable name of the failure; null unless failed.", { example: "RenderFailed" }),
  progress: note("Percent."),
  storageIds: note("Stable ids of the stored files."),
  original: note("Of the source."),
  render: note("Of the output; null before."),
  "storageIds.transcript": note("Of the transcript as it is now; null before."),
  brolls: note("Footage that was placed."),

  "WebhookBody.status": note("The task's status at that moment."),
  event: note("What has happened."),
  notificationFor: note("The subscription that this is for."),
  clips: note("The clips that were cut."),
  theme: note("What the clip is about."),
  "clips.url": note("Where the clip can be downloaded."),
  "clips.startTime": note("Seconds in the source where the clip begins."),
  "clips.endTime": note("Seconds in the source where it ends."),
  "clips.duration": note("Seconds."),

  isVariable: note("Whether it is a variable font."),
  "Template.name": note("Its name.", { example: "Pop" }),
  categories: note("What kind of look it is."),
  previewUrl: note("Address of a moving preview."),
  previews: note("Previews made by the renderer itself."),
  previewMp4: note("As a film."),
  previewGif: note("As a GIF."),
  statusCode: note("The HTTP status."),
  requestId: note("Tell it to the operator when you ask about a request."),
};

/** The note for a field, by the longest end of its path that has one. */
export const noteFor = (path: readonly string[]): FieldNote | undefined => {
  for (let start = 0; start < path.length; start += 1) {
    const found = notes[path.slice(start).join(".")];
    if (found !== undefined) return found;
  }
  return undefined;
};

type Io = "input" | "output";

/** The schema with a note at every field that has none of its own. `path` are the names that lead to it. */
export const annotated = (schema: JsonSchema, path: readonly string[], io: Io): JsonSchema => {
  const parts = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === "anyOf" || key === "oneOf") {
      return [key, (value as JsonSchema[]).map((one) => annotated(one, path, io))];
    }
    if (key === "items") return [key, annotated(value as JsonSchema, path, io)];
    if (key === "$defs") return [key, mapped(value, (name, each) => annotated(each, [name], io))];
    if (key !== "properties") return [key, value];
    return [key, mapped(value, (name, each) => annotatedField(each, [...path, name], io))];
  });
  return Object.fromEntries(parts);
};

/** A field or a parameter itself. Only what is sent has a default. */
export const annotatedField = (field: JsonSchema, path: readonly string[], io: Io): JsonSchema => {
  const { description, default: byDefault, example } = noteFor(path) ?? {};
  return {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined || io === "output" ? {} : { default: byDefault }),
    ...(example === undefined ? {} : { examples: [example] }),
    ...annotated(field, path, io),
  };
};

const mapped = (value: unknown, change: (name: string, each: JsonSchema) => JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(value as Record<string, JsonSchema>).map(([name, each]) => [name, change(name, each)]),
  );
