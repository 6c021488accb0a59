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
const color = { example: "#FFD166" };

/**
 * Descriptions of schemas (`Video`), of fields in a schema (`Video.metadata`) and of fields with the same meaning everywhere (`videoId`).
 * A description in the schema itself takes precedence.
 */
const notes: Readonly<Record<string, FieldNote>> = {
  ErrorResponse: note("The body of every error response."),
  statusCode: note("HTTP status code."),
  error: note("Name of the HTTP status code."),
  "ErrorResponse.message": note(
    "Description of the problem and its remedy. For validation errors, a list with one sentence per field.",
  ),
  code: note("Stable name of the error.", { example: "NotFound" }),
  requestId: note("ID of the request. Include it when you contact the operator."),

  id: note("ID of the resource.", { example: uuid }),
  videoId: note("ID of the video.", { example: uuid }),
  taskId: note("ID of the task.", { example: uuid }),
  storageId: note("Stable ID of the stored file.", { example: uuid }),
  RequestSettings: note("Settings from the request; an empty object if there were none."),
  "CaptioningTask.renderOptions": note("The `renderOptions` of the request."),
  "CaptioningTask.exportSettings": note("The `exportSettings` of the request."),
  templateId: note("ID of the template.", { example: "4b0f3c51-7a39-4f0e-9d5c-0b7d1f4f8a01" }),
  filename: note("Name of the file without its path.", { example: "interview.mp4" }),
  createdAt: note("Time of creation, UTC.", { example: "2026-12-01T09:30:00.000Z" }),
  completedAt: note("Time of completion or failure, UTC; null until then.", {
    example: "2026-12-01T09:34:12.000Z",
  }),
  expiresAt: note("Time of expiry, UTC. Afterwards, requests for the resource return 404.", {
    example: "2026-12-31T09:30:00.000Z",
  }),
  currency: note("Always USD."),
  Ttl: note("Time until a resource expires."),
  ttl: note("Time to live from creation. A video lives at least as long as its tasks.", { default: "30d" }),
  data: note("Entries of the page, newest first."),
  page: note("Page number, starting at 1.", { default: 1 }),
  limit: note("Entries per page.", { default: 20 }),
  totalCount: note("Number of entries on all pages."),
  FileUpload: note("A file in a multipart/form-data request."),
  file: note("Content of the file."),
  OpenApiDocument: note("An OpenAPI 3.1 document."),

  "PlanLimits.fontLimit": note("Maximum number of fonts."),
  "PlanLimits.requestsPerSecond": note("Sustained number of requests per second."),
  "PlanLimits.maxConcurrentTasks": note("Maximum number of concurrent tasks."),
  "PlanLimits.maxVideoBytes": note("Maximum size of a source file."),
  "PlanLimits.maxVideoSeconds": note("Maximum duration of a source file."),
  Warning: note("A part of the media of a video that is not used."),
  warnings: note("Parts of the media of the video that are not used; empty if there are none."),

  Video: note("An uploaded or imported video."),
  VideoStatus: note(
    "todo: no data received. inProgress: data is being received or inspected. uploaded: ready for tasks. aborted: failed, see `error`.",
  ),
  "Video.status": note("Status of the video."),
  "Video.metadata": note("Properties of the media; null until the file has been inspected."),
  VideoList: note("One page of videos."),
  VideoCreated: note("A created video."),
  "VideoCreated.status": note("Status of the video."),
  Playback: note("URLs for playback of a video."),
  VideoMetadata: note("Properties of a video's media."),
  "VideoMetadata.id": note("The storageId of the video.", { example: uuid }),
  "VideoMetadata.fps": note("Frames per second; null without a video stream.", { example: 29.97 }),
  hasAudio: note("Whether the file has an audio track that can be decoded."),
  hasVideo: note("Whether the file has a video stream."),

  CreateVideoFromUrlRequest: note("A video to import."),
  CreateUploadRequest: note("A file to upload in parts."),
  uploadParts: note(
    "The parts in order. Each part except the last must have at least 5,242,880 bytes; 10 MB or more is recommended.",
  ),
  UploadPart: note("One part of a multipart upload."),
  MultipartUpload: note("A multipart upload with the URLs of its parts."),
  uploadId: note("ID of the multipart upload."),
  urlsExpireAt: note("Time until which the URLs are valid, UTC. The URLs can be renewed."),
  SignedUploadPart: note("The URL of one part."),
  partNumber: note("Number of the part, starting at 1."),
  presignedUrl: note("URL for a PUT of exactly the bytes of the part. The request needs no API key."),
  SignUploadUrlsRequest: note("Parts of a multipart upload whose URLs are to be renewed."),
  partNumbers: note("Numbers of the parts, starting at 1.", { example: [2, 3] }),
  CompleteUploadRequest: note("The multipart upload to complete."),

  CreateTaskRequest: note("Settings of a captioning task."),
  TaskCreated: note("A created task."),
  TaskCost: note("The cost of a task."),
  Metadata: note("String values that you define: at most 50 keys."),
  metadata: note("String values that you define, returned with the task and in webhooks.", {
    example: { order: "17" },
  }),
  autoApprove: note("Renders without waiting for approval of the transcript.", { default: false }),
  dub: note("Replaces the speech with a translated voice-over.", { default: false }),

  RenderOptions: note("Appearance of the captions. Absent fields default to the values of the template."),
  renderOptions: note("Appearance of the captions. Absent fields default to the values of the template."),
  SubsOptions: note("Content and animation of the captions."),
  subsOptions: note("Content and animation of the captions."),
  "SubsOptions.emoji": note("Shows emoji next to words that have one."),
  emojiAnimation: note("Animates emoji."),
  emphasizeKeywords: note("Highlights words with `important: true` in the style of the template."),
  animation: note("Animates the captions."),
  punctuation: note("Shows punctuation."),
  displayWords: note(
    "Approximate number of words on screen. Limited to 6 to 12 for horizontal videos and 1 to 6 for others.",
    { example: 4 },
  ),
  StyleOptions: note("Position, font and colors of the captions."),
  styleOptions: note("Position, font and colors of the captions. Takes precedence over the template."),
  top: note(
    "Vertical position of the center of the captions, in percent of the video height. Higher values place captions lower. Takes precedence over the safe area of the frame. With `auto`, captions have the position of the template and move away while they would cover a face; only valid with outputMode composited.",
    { example: 75 },
  ),
  fontUppercase: note("Shows the text in uppercase."),
  Size: note("s: small. m: medium. l: large."),
  fontShadow: note("Size of the shadow."),
  fontSize: note(
    "Font size in pixels of a frame whose shorter side is 540. Scales with the frame. A typical size is 46.",
    {
      example: 46,
    },
  ),
  fontWeight: note("CSS font weight.", { example: 700 }),
  fontColor: note("Text color as #RGB, #RRGGBB or #RRGGBBAA.", { example: "#FFFFFF" }),
  stroke: note("Width of the stroke around letters."),
  strokeColor: note("Stroke color as #RGB, #RRGGBB or #RRGGBBAA.", { example: "#000000" }),
  HighlightOptions: note("Colors of highlighted words."),
  highlightOptions: note(
    "Colors of highlighted words. Keywords take the given colors in turn, or those of the template. The first color is also that of the word being spoken.",
  ),
  randomColourOne: note("First color as #RGB, #RRGGBB or #RRGGBBAA.", color),
  randomColourTwo: note("Second color as #RGB, #RRGGBB or #RRGGBBAA.", color),
  randomColourThree: note("Third color as #RGB, #RRGGBB or #RRGGBBAA.", color),

  TranscribeSettings: note("Settings of the transcription stage."),
  transcribeSettings: note("B-roll settings."),
  BrollSettings: note("B-roll to show over parts of the video: either brollPercent or customBrolls."),
  brollPercent: note("Share of the video to cover, in percent; 0: none.", { default: 50 }),
  CustomBroll: note("A b-roll clip that you supply."),
  "CustomBroll.url": note("Public http or https URL of a video file.", {
    example: "https://example.com/harbor.mp4",
  }),
  startTime: note("Start in seconds.", { example: 10 }),
  endTime: note("End in seconds.", { example: 15 }),

  ExportSettings: note("Format of the output video."),
  exportSettings: note("Format of the output video."),
  fps: note("Frames per second, for example 23.976, 29.97 or 59.94.", { default: 30, example: 29.97 }),
  Quality: note("standard: 1080p. quadHD: 1440p. ultraHD: 2160p."),
  quality: note(
    "Limits the shorter side to 1080, 1440 or 2160 pixels. Never upscales. Ignored with width and height.",
    { default: "standard" },
  ),
  RenderSpeed: note("Each level takes about half the time of the one before."),
  speed: note("Speed of the render.", { default: "standard" }),
  greenScreen: note("Legacy form of outputMode greenScreen.", { default: false }),
  OutputMode: note(
    "composited: captions on the video (.mp4). greenScreen: captions on #04F404 (.mp4). transparent: captions with an alpha channel (.mov or .webm).",
  ),
  outputMode: note("Content of the output. `transparent` requires width and height.", {
    default: "composited",
  }),
  OutputCodec: note("prores4444: .mov. vp9: .webm."),
  outputCodec: note("Codec of a transparent output. Only valid with outputMode transparent.", {
    default: "prores4444",
  }),
  width: note(
    "Width in pixels. Cannot be combined with an aspectRatio preset. If only width or height is set, the other follows from the aspect ratio of the source.",
    { example: 1080 },
  ),
  height: note(
    "Height in pixels. Cannot be combined with an aspectRatio preset. If only width or height is set, the other follows from the aspect ratio of the source.",
    { example: 1920 },
  ),
  AspectRatio: note("Aspect ratio of the output. original: that of the source."),
  aspectRatio: note("Cannot be combined with outputMode transparent, width or height.", {
    default: "original",
  }),
  Fit: note("cover: fill the frame and crop. contain: show the whole video over a blurred copy."),
  fit: note("How the video fills the frame. Only valid with an aspectRatio preset.", { default: "cover" }),
  fitPosition: note(
    "Position along the cropped axis, in percent, or `speaker`: the crop follows the faces. If several people do not fit, it follows the one who is speaking. In scenes without a face, it shows the center. Only valid with an aspectRatio preset; ignored with contain.",
    { default: 50 },
  ),

  Notification: note("A subscription to the webhooks of a task."),
  "Notification.type": note("Always webhook."),
  NotificationKind: note("Kind of event."),
  notificationsFor: note("Kinds of events to send.", { example: ["transcript", "render"] }),
  AutoCutSettings: note("Automatic cuts."),
  silenceRemoval: note("Maximum pause between words. Lower values cut more.", { example: 0.3 }),
  disfluencyRemoval: note("Removes disfluencies.", { default: false }),
  ReferenceCue: note("A phrase with its time."),
  "ReferenceCue.text": note("Text of the phrase.", { example: "Hello, world." }),
  "ReferenceCue.start_time": note("Start in seconds. Cues can overlap and be in any order.", {
    example: 0.32,
  }),
  "ReferenceCue.end_time": note("End in seconds, not less than start_time.", { example: 1.24 }),
  dictionary: note(
    "Words and phrases that the recognizer should expect, in their correct spelling. Similar misspellings are corrected. At most 65,536 bytes in total.",
    { example: ["Capstack"] },
  ),

  TranscriptFormat: note("json: word entries. srt, vtt: subtitles. txt: plain text."),
  Transcript: note("Word entries in chronological order, without overlap."),
  WordEntry: note("A word or a punctuation mark of a transcript."),
  WordEntryType: note("A word, or a punctuation mark that is attached to the previous word."),
  text: note("Text of the entry.", { example: "Hello" }),
  "WordEntry.type": note("Type of the entry."),
  start_time: note("Start in seconds, not less than the end_time of the previous entry.", { example: 0.32 }),
  end_time: note("End in seconds, not less than start_time.", { example: 0.71 }),
  emoji: note("Emoji of the word. Generated transcripts suggest some emoji."),
  important: note("Highlights the word. Set for the keywords of generated transcripts."),
  fontFamily: note("Name of a bundled font family for the word. Other names have no effect."),
  "WordEntry.fontWeight": note("Font weight of the word.", { example: 700 }),
  fontFileKey: note(
    "Font file of the word: the `fileKey` of an uploaded font. Takes precedence over fontFamily.",
  ),
  fontId: note("ID of an uploaded font. Takes precedence over the font of the template."),
  "WordEntry.fontId": note(
    "ID of an uploaded font for the word. Stored as fontFamily, fontWeight and fontFileKey.",
  ),
  confidence: note(
    "Confidence of the recognizer, from 0 to 1. Read-only. 1 for words that were edited or supplied, and if the recognizer reports none; at most 0.3 for doubtful sentences of translations and dubs.",
  ),

  CaptioningTask: note("A captioning task."),
  CaptioningTaskStatus: note(
    "pending: queued. transcribing: the transcript is being created. transcriptionCompleted: waiting for approval. rendering: the output is being rendered. completed: downloadUrl is set. failed: see `error`.",
  ),
  "CaptioningTask.status": note("Status of the task."),
  transcriptApproved: note("Whether the transcript was approved; true from creation with autoApprove."),
  errorName: note("Stable name of the failure; null unless the task failed.", { example: "RenderFailed" }),
  progress: note("Progress in percent."),
  StorageIds: note("Stable IDs of the stored files of a task."),
  storageIds: note("Stable IDs of the stored files of the task."),
  original: note("ID of the source."),
  render: note("ID of the output; null until it exists."),
  "StorageIds.transcript": note("ID of the current transcript; null until it exists."),
  Broll: note("A b-roll of the output video."),
  BrollAttribution: note("The source and the author of a b-roll."),

  kind: note("Kind of the task."),

  CreateClipTaskRequest: note("Settings of a clip task."),
  ClipTask: note("A clip task."),
  ClipTaskStatus: note(
    "pending: queued. clipping: the clips are being chosen and cut. clipped: all clips are cut and are being published. completed: the clips can be downloaded. failed: see `error`.",
  ),
  "ClipTask.status": note("Status of the task."),
  Reframe: note("What a crop shows."),
  ClipCaptions: note("Captions of the clips of a task."),
  Clip: note("A clip of a video."),
  "Clip.startTime": note("Start of the clip in seconds of the source video.", { example: 127.4 }),
  "Clip.endTime": note("End of the clip in seconds of the source video.", { example: 150.9 }),
  "Clip.duration": note("Duration of the clip in seconds.", { example: 23.5 }),

  WebhookBody: note("The body of a webhook. Fields without a value are absent."),
  notificationFor: note("The subscribed kind of event."),
  "WebhookBody.clips": note("The clips of a completed clip task."),
  "WebhookBody.errorName": note("Stable name of the failure.", { example: "RenderFailed" }),

  Font: note("An uploaded font."),
  FontList: note("One page of fonts."),

  Template: note("A caption template."),
  TemplateList: note("All caption templates."),
  "Template.name": note("Name of the template.", { example: "Pop" }),
  categories: note("Categories of the template: animated, highlighted, basic. Others may be added."),
  previewUrl: note("URL of an animated preview."),
  TemplatePreviews: note("Previews of a template, made by the renderer."),
  previews: note("Previews made by the renderer."),
  previewMp4: note("URL of the preview as MP4."),
  previewGif: note("URL of the preview as GIF."),
  Balance: note("The credit balance of the account."),
};

/** Returns the note of the longest suffix of `path` that has one. */
export const noteFor = (path: readonly string[]): FieldNote | undefined => {
  for (let start = 0; start < path.length; start += 1) {
    const found = notes[path.slice(start).join(".")];
    if (found !== undefined) return found;
  }
  return undefined;
};
