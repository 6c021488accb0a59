/**
 * Made by `npm run client` from the interface's OpenAPI document. Do not edit.
 */

/**
 * Kind of event.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "NotificationKind".
 */
export type NotificationKind = "transcript" | "render" | "renderProgress" | "tool";
/**
 * Transcript of the video. Transcription is skipped.
 */
export type Transcript = WordEntry[];
/**
 * Word entries in chronological order, without overlap.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Transcript".
 */
export type Transcript1 = WordEntry[];
/**
 * Duration of each clip in seconds: under 30, 30 to under 60, 60 to under 90, or 90 to under 180. The task fails with VideoTooShort if the video is shorter than the range.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ClipDurationRange".
 */
export type ClipDurationRange = "lt_30s" | "gte_30s_lt_60s" | "gte_60s_lt_90s" | "gte_90s_lt_180s";
/**
 * All caption templates.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TemplateList".
 */
export type TemplateList = Template[];
/**
 * Aspect ratio of the output; original is that of the source.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AspectRatio".
 */
export type AspectRatio = "original" | "9:16" | "4:5" | "1:1" | "16:9";
/**
 * pending: queued. transcribing: the transcript is being made. transcriptionCompleted: waiting for approval. rendering: the output is being made. completed: downloadUrl is set. failed: see `error`.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CaptioningTaskStatus".
 */
export type CaptioningTaskStatus =
  "pending" | "transcribing" | "transcriptionCompleted" | "rendering" | "completed" | "failed";
/**
 * pending: queued. clipping: the clips are being chosen and cut. clipped: all clips are cut and are being published. completed: the clips can be downloaded. failed: see `error`.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ClipTaskStatus".
 */
export type ClipTaskStatus = "pending" | "clipping" | "clipped" | "completed" | "failed";
/**
 * cover: fill the frame and crop. contain: show the whole video on a blurred copy.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Fit".
 */
export type Fit = "cover" | "contain";
/**
 * prores4444: .mov. vp9: .webm.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutputCodec".
 */
export type OutputCodec = "prores4444" | "vp9";
/**
 * composited: captions on the video (.mp4). greenScreen: captions on #04F404 (.mp4). transparent: captions with an alpha channel (.mov or .webm).
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OutputMode".
 */
export type OutputMode = "composited" | "greenScreen" | "transparent";
/**
 * standard: 1080p. quadHD: 1440p. ultraHD: 2160p.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Quality".
 */
export type Quality = "standard" | "quadHD" | "ultraHD";
/**
 * Speed of the render. Each level takes about half the time of the one before.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RenderSpeed".
 */
export type RenderSpeed = "standard" | "fast" | "ultraFast";
/**
 * Size of a shadow or a stroke.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Size".
 */
export type Size = "none" | "s" | "m" | "l";
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TranscriptFormat".
 */
export type TranscriptFormat = "json" | "srt" | "vtt" | "txt";
/**
 * Time until a resource expires.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Ttl".
 */
export type Ttl = "1d" | "7d" | "30d";
/**
 * todo: no data received. inProgress: data is being received or inspected. uploaded: ready for tasks. aborted: failed, see `error`.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "VideoStatus".
 */
export type VideoStatus = "todo" | "inProgress" | "uploaded" | "aborted";
/**
 * A word, or a punctuation mark that is attached to the previous word.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WordEntryType".
 */
export type WordEntryType = "word" | "punctuation";

export interface Operations {
  /**
   * Import a video by URL
   */
  createVideoFromUrl: {
    query?: {
      /**
       * Time until the created resource expires; 30d if absent.
       */
      ttl?: "1d" | "7d" | "30d";
    };
    body: CreateVideoFromUrlRequest;
    answer: VideoCreated;
  };
  /**
   * Upload a video in one request
   */
  createVideo: {
    query?: {
      /**
       * Time until the created resource expires; 30d if absent.
       */
      ttl?: "1d" | "7d" | "30d";
    };
    body: FormData;
    answer: VideoCreated;
  };
  /**
   * List videos, newest first
   */
  listVideos: {
    query?: {
      /**
       * Page number, starting at 1. Defaults to 1.
       */
      page?: number;
      /**
       * Entries per page, from 1 to 100. Defaults to 20.
       */
      limit?: number;
    };
    answer: VideoList;
  };
  /**
   * Begin a multipart upload
   */
  createUpload: {
    query?: {
      /**
       * Time until the created resource expires; 30d if absent.
       */
      ttl?: "1d" | "7d" | "30d";
    };
    body: CreateUploadRequest;
    answer: MultipartUpload;
  };
  /**
   * Sign the part URLs of an upload again
   */
  signUploadUrls: {
    body: SignUploadUrlsRequest;
    answer: MultipartUpload;
  };
  /**
   * Complete a multipart upload
   */
  completeUpload: {
    body: CompleteUploadRequest;
    answer: VideoCreated;
  };
  /**
   * Read a video
   */
  getVideo: {
    path: {
      /**
       * ID of the video.
       */
      videoId: string;
    };
    answer: Video;
  };
  /**
   * Delete a video
   */
  deleteVideo: {
    path: {
      /**
       * ID of the video.
       */
      videoId: string;
    };
    answer: null;
  };
  /**
   * Caption a video
   */
  createTask: {
    path: {
      /**
       * ID of the video.
       */
      videoId: string;
    };
    query?: {
      /**
       * Time until the created resource expires; 30d if absent.
       */
      ttl?: "1d" | "7d" | "30d";
      /**
       * If true, returns the cost of the task without creating it.
       */
      dryRun?: boolean;
    };
    body: CreateTaskRequest;
    answer: TaskCost | TaskCreated;
  };
  /**
   * Read a task's status
   */
  getTask: {
    path: {
      /**
       * ID of the video.
       */
      videoId: string;
      /**
       * ID of the resource.
       */
      id: string;
    };
    answer: CaptioningTask;
  };
  /**
   * Approve the transcript and render
   */
  approveTranscript: {
    path: {
      /**
       * ID of the video.
       */
      videoId: string;
      /**
       * ID of the resource.
       */
      id: string;
    };
    answer: null;
  };
  /**
   * Read the transcript
   */
  getTranscript: {
    path: {
      /**
       * ID of the video.
       */
      videoId: string;
      /**
       * ID of the resource.
       */
      id: string;
    };
    query?: {
      /**
       * Format of the response. Defaults to json.
       */
      format?: "json" | "srt" | "vtt" | "txt";
    };
    answer: Transcript1 | string;
  };
  /**
   * Replace the transcript
   */
  putTranscript: {
    path: {
      /**
       * ID of the video.
       */
      videoId: string;
      /**
       * ID of the resource.
       */
      id: string;
    };
    body: Transcript1;
    answer: Transcript1;
  };
  /**
   * Cut short clips out of a video
   */
  createClipTask: {
    path: {
      /**
       * ID of the video.
       */
      videoId: string;
    };
    query?: {
      /**
       * Time until the created resource expires; 30d if absent.
       */
      ttl?: "1d" | "7d" | "30d";
      /**
       * If true, returns the cost of the task without creating it.
       */
      dryRun?: boolean;
    };
    body: CreateClipTaskRequest;
    answer: TaskCost | TaskCreated;
  };
  /**
   * Read a clip task's status
   */
  getClipTask: {
    path: {
      /**
       * ID of the video.
       */
      videoId: string;
      /**
       * ID of the resource.
       */
      id: string;
    };
    answer: ClipTask;
  };
  /**
   * Upload a font
   */
  createFont: {
    body: FormData;
    answer: FontCreated;
  };
  /**
   * List fonts, newest first
   */
  listFonts: {
    query?: {
      /**
       * Page number, starting at 1. Defaults to 1.
       */
      page?: number;
      /**
       * Entries per page, from 1 to 100. Defaults to 20.
       */
      limit?: number;
    };
    answer: FontList;
  };
  /**
   * Read a font
   */
  getFont: {
    path: {
      /**
       * ID of the resource.
       */
      id: string;
    };
    answer: FontDetail;
  };
  /**
   * Delete a font
   */
  deleteFont: {
    path: {
      /**
       * ID of the resource.
       */
      id: string;
    };
    answer: null;
  };
  /**
   * List the caption templates
   */
  listTemplates: {
    answer: TemplateList;
  };
  /**
   * A template's preview, made by the renderer
   */
  getTemplatePreview: {
    path: {
      /**
       * Content of the file.
       */
      file: string;
    };
    answer: Blob;
  };
  /**
   * Read the credit balance
   */
  getBalance: {
    answer: Balance;
  };
  /**
   * This interface as an OpenAPI 3.1 document
   */
  getOpenapi: {
    answer: OpenApiDocument;
  };
  /**
   * This interface to read in a browser
   */
  getDocs: {
    answer: string;
  };
}
/**
 * A video to import.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CreateVideoFromUrlRequest".
 */
export interface CreateVideoFromUrlRequest {
  /**
   * http or https URL of an mp4, mov or audio file.
   */
  url: string;
}
/**
 * A created video.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "VideoCreated".
 */
export interface VideoCreated {
  /**
   * ID of the resource.
   */
  id: string;
  /**
   * ID of the video, equal to `id`. Only in the response of POST /videos/upload/complete.
   */
  videoId?: string;
  /**
   * Status of the video.
   */
  status: "todo" | "inProgress" | "uploaded" | "aborted";
  /**
   * Stable ID of the stored file.
   */
  storageId: string;
}
/**
 * One page of videos.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "VideoList".
 */
export interface VideoList {
  /**
   * Entries of the page, newest first.
   */
  data: Video[];
  /**
   * Page number, starting at 1.
   */
  page: number;
  /**
   * Entries per page.
   */
  limit: number;
  /**
   * Number of entries on all pages.
   */
  totalCount: number;
}
/**
 * An uploaded or imported video.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Video".
 */
export interface Video {
  /**
   * ID of the resource.
   */
  id: string;
  /**
   * Name of the file, without folders.
   */
  filename: string | null;
  /**
   * Status of the video.
   */
  status: "todo" | "inProgress" | "uploaded" | "aborted";
  /**
   * Stable ID of the stored file.
   */
  storageId: string;
  /**
   * Properties of the media; null until the file has been inspected.
   */
  metadata: VideoMetadata | null;
  /**
   * Time to live, counted from creation. A task that expires later extends the life of its video.
   */
  ttl: "1d" | "7d" | "30d";
  /**
   * Time of expiry, UTC. Afterwards, requests for the resource return 404.
   */
  expiresAt: string;
  /**
   * IDs of the captioning tasks of the video, oldest first.
   */
  videoTasks: string[];
  /**
   * IDs of the clip tasks of the video, oldest first.
   */
  clipTasks: string[];
  /**
   * Time of creation, UTC.
   */
  createdAt: string;
  /**
   * Reason as `Name: sentence`. Present only if the video was aborted.
   */
  error?: string;
  /**
   * Stable name of the reason. Present only if the video was aborted.
   */
  errorName?: string;
}
/**
 * Properties of a video's media.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "VideoMetadata".
 */
export interface VideoMetadata {
  /**
   * The storageId of the video.
   */
  id: string;
  /**
   * Duration in seconds.
   */
  duration: number;
  /**
   * Display width in pixels, rotation applied; null without a video stream.
   */
  width: number | null;
  /**
   * Display height in pixels, rotation applied; null without a video stream.
   */
  height: number | null;
  /**
   * Frames per second; null without a video stream.
   */
  fps: number | null;
  /**
   * Whether the file has an audio track that can be decoded.
   */
  hasAudio: boolean;
  /**
   * Whether the file has a video stream.
   */
  hasVideo: boolean;
}
/**
 * A file to upload in parts.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CreateUploadRequest".
 */
export interface CreateUploadRequest {
  /**
   * Name of the file, without folders.
   */
  filename: string;
  /**
   * The parts in order. All except the last need at least 5,242,880 bytes; 10 MB or more is recommended.
   */
  uploadParts: UploadPart[];
}
/**
 * One part of a multipart upload.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "UploadPart".
 */
export interface UploadPart {
  /**
   * Size of the part in bytes.
   */
  contentLength: number;
}
/**
 * A multipart upload with the URLs of its parts.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "MultipartUpload".
 */
export interface MultipartUpload {
  /**
   * ID of the multipart upload.
   */
  uploadId: string;
  /**
   * ID of the video.
   */
  videoId: string;
  /**
   * Stable ID of the stored file.
   */
  storageId: string;
  /**
   * One URL for a PUT per part, in order.
   */
  urls: string[];
  /**
   * The same URLs with their part numbers. Absent if the response would be too large for a client that does not send Accept-Encoding: gzip.
   */
  parts?: SignedUploadPart[];
  /**
   * Time until which the URLs are valid, UTC. They can be signed again.
   */
  urlsExpireAt: string;
}
/**
 * The URL of one part.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SignedUploadPart".
 */
export interface SignedUploadPart {
  /**
   * Number of the part, starting at 1.
   */
  partNumber: number;
  /**
   * URL for a PUT of exactly the bytes of the part. It needs no API key.
   */
  presignedUrl: string;
}
/**
 * Parts of a multipart upload whose URLs to sign again.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SignUploadUrlsRequest".
 */
export interface SignUploadUrlsRequest {
  /**
   * ID of the multipart upload.
   */
  uploadId: string;
  /**
   * ID of the video.
   */
  videoId: string;
  /**
   * Numbers of the parts, starting at 1.
   */
  partNumbers: number[];
}
/**
 * The multipart upload to complete.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CompleteUploadRequest".
 */
export interface CompleteUploadRequest {
  /**
   * ID of the multipart upload.
   */
  uploadId: string;
  /**
   * ID of the video.
   */
  videoId: string;
  /**
   * Accepted and ignored.
   */
  parts?: unknown[];
}
/**
 * Settings of a captioning task.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CreateTaskRequest".
 */
export interface CreateTaskRequest {
  /**
   * ID of a template from GET /templates.
   */
  templateId: string;
  /**
   * Renders without waiting for approval of the transcript.
   */
  autoApprove?: boolean;
  /**
   * ID of a task whose transcript is copied. Cannot be combined with transcript.
   */
  transcriptTaskId?: string;
  /**
   * Language of the speech; detected if absent. Not case-sensitive. One of af, am, ar, as, az, ba, be, bg, bn, bo, br, bs, ca, cs, cy, da, de, el, en, es, et, eu, fa, fi, fo, fr, gl, gu, ha, haw, he, hi, hr, ht, hu, hy, id, is, it, ja, jw, ka, kk, km, kn, ko, la, lb, ln, lo, lt, lv, mg, mi, mk, ml, mn, mr, ms, mt, my, ne, nl, nn, no, oc, pa, pl, ps, pt, ro, ru, sa, sd, si, sk, sl, sn, so, sq, sr, su, sv, sw, ta, te, tg, th, tk, tl, tr, tt, uk, ur, uz, vi, yi, yo, yue, zh.
   */
  language?: string;
  /**
   * Language of the captions. The transcript is translated sentence by sentence, and the translated words are distributed over the time of the sentence. Words that are already in this language are not translated. If the service does not support the pair of languages, the request is rejected with 400 TranslationUnsupported, or the task fails with that name before rendering if the language of the transcript is detected later.
   */
  translateTo?: string;
  /**
   * Not available in this version: true is rejected with 400 DubUnavailable.
   */
  dub?: boolean;
  renderOptions?: RenderOptions;
  transcribeSettings?: TranscribeSettings;
  exportSettings?: ExportSettings;
  notification?: Notification;
  transcript?: Transcript;
  autoCutSettings?: AutoCutSettings;
  /**
   * Phrases, such as the cues of a subtitle file, that correct the spelling, capitalization and punctuation of the transcription. Their times only help to find the passage and need not be exact. Words that are not spoken are not added; a reference of another text or language has no effect. Ignored with transcript and transcriptTaskId.
   */
  referenceTranscript?: ReferenceCue[];
  /**
   * Words and phrases that the recognizer should expect, spelled as they should appear. Similar misspellings are corrected. At most 65,536 bytes in total.
   */
  dictionary?: string[];
  metadata?: Metadata;
}
/**
 * Appearance of the captions. Absent fields take the value of the template.
 */
export interface RenderOptions {
  subsOptions?: SubsOptions;
  styleOptions?: StyleOptions;
  highlightOptions?: HighlightOptions;
}
/**
 * Content and animation of the captions.
 */
export interface SubsOptions {
  /**
   * Shows emoji next to words that have one.
   */
  emoji?: boolean;
  /**
   * Animates emoji.
   */
  emojiAnimation?: boolean;
  /**
   * Highlights words with `important: true` in the style of the template.
   */
  emphasizeKeywords?: boolean;
  /**
   * Animates the captions.
   */
  animation?: boolean;
  /**
   * Shows punctuation.
   */
  punctuation?: boolean;
  /**
   * Approximate number of words on screen. Clamped to 6 to 12 for horizontal videos and 1 to 6 for others.
   */
  displayWords?: number;
}
/**
 * Position, font and colors of the captions. Takes precedence over the template.
 */
export interface StyleOptions {
  /**
   * Vertical position of the center of the captions, in percent of the video height. Higher values place captions lower. Takes precedence over the safe area of the frame.
   */
  top?: number;
  /**
   * Shows the text in uppercase.
   */
  fontUppercase?: boolean;
  /**
   * Size of the shadow.
   */
  fontShadow?: "none" | "s" | "m" | "l";
  /**
   * Font size in pixels of a frame whose shorter side is 540; scaled with the frame. A typical size is 46.
   */
  fontSize?: number;
  /**
   * CSS font weight.
   */
  fontWeight?: number;
  /**
   * Text color as #RGB, #RRGGBB or #RRGGBBAA.
   */
  fontColor?: string;
  /**
   * Width of the stroke around letters.
   */
  stroke?: "none" | "s" | "m" | "l";
  /**
   * Stroke color as #RGB, #RRGGBB or #RRGGBBAA.
   */
  strokeColor?: string;
  /**
   * ID of an uploaded font. Takes precedence over the font of the template.
   */
  fontId?: string;
}
/**
 * Colors of highlighted words. Keywords take the given colors in turn, or those of the template. The first color is also that of the word being spoken.
 */
export interface HighlightOptions {
  /**
   * First color as #RGB, #RRGGBB or #RRGGBBAA.
   */
  randomColourOne?: string;
  /**
   * Second color as #RGB, #RRGGBB or #RRGGBBAA.
   */
  randomColourTwo?: string;
  /**
   * Third color as #RGB, #RRGGBB or #RRGGBBAA.
   */
  randomColourThree?: string;
}
/**
 * B-roll settings.
 */
export interface TranscribeSettings {
  broll?: BrollSettings;
}
/**
 * B-roll settings. No b-roll if absent.
 */
export interface BrollSettings {
  /**
   * Share of the video to cover, in percent; 0: none. B-rolls of 2 to 5 s are chosen from the operator's library or Pexels. Each starts where a word that it was found by is spoken, none before 2 s, none twice. Fewer are shown if nothing matches. Rejected with 400 FeatureUnavailable if the service has no library.
   */
  brollPercent?: number;
  /**
   * B-rolls in chronological order, without overlap. Cannot be combined with brollPercent. Each one replaces the frames of the video, scaled to cover the frame and without its audio, and holds its last frame if it is shorter than the range. Only shown with outputMode composited. The task fails with BrollUnavailable if one cannot be downloaded or has no video stream.
   */
  customBrolls?: CustomBroll[];
}
/**
 * A b-roll of the client.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CustomBroll".
 */
export interface CustomBroll {
  /**
   * Start in seconds of the source video. With autoCutSettings, the range moves with the frames that it covers.
   */
  startTime: number;
  /**
   * End in seconds, greater than startTime and at most the startTime of the next entry. Truncated to the duration of the video.
   */
  endTime: number;
  /**
   * Public http or https URL of a video file of at most 2 GiB.
   */
  url: string;
}
/**
 * Format of the output video.
 */
export interface ExportSettings {
  /**
   * Frames per second, for example 23.976, 29.97 or 59.94.
   */
  fps?: number;
  /**
   * Limits the shorter side to 1080, 1440 or 2160 pixels. Never upscales. Ignored with width and height.
   */
  quality?: "standard" | "quadHD" | "ultraHD";
  /**
   * Speed of the render. Each level takes about half the time of the one before.
   */
  speed?: "standard" | "fast" | "ultraFast";
  /**
   * Legacy form of outputMode greenScreen.
   */
  greenScreen?: boolean;
  /**
   * What the output shows. transparent requires width and height.
   */
  outputMode?: "composited" | "greenScreen" | "transparent";
  /**
   * Codec of a transparent output. Only valid with outputMode transparent.
   */
  outputCodec?: "prores4444" | "vp9";
  /**
   * Width in pixels. Cannot be combined with an aspectRatio preset. If only width or height is set, the other follows from the aspect ratio of the source.
   */
  width?: number;
  /**
   * Height in pixels. Cannot be combined with an aspectRatio preset. If only width or height is set, the other follows from the aspect ratio of the source.
   */
  height?: number;
  /**
   * Cannot be combined with outputMode transparent, width or height.
   */
  aspectRatio?: "original" | "9:16" | "4:5" | "1:1" | "16:9";
  /**
   * How the video fills the frame. Only valid with an aspectRatio preset.
   */
  fit?: "cover" | "contain";
  /**
   * Position along the cropped axis, in percent. Only valid with an aspectRatio preset; ignored with contain.
   */
  fitPosition?: number;
}
/**
 * Webhooks for this task.
 */
export interface Notification {
  /**
   * Public http or https URL that accepts a POST.
   */
  recipient: string;
  /**
   * Always webhook.
   */
  type: "webhook";
  /**
   * Kinds of events to send.
   */
  notificationsFor: NotificationKind[];
}
/**
 * A word or a punctuation mark of a transcript.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WordEntry".
 */
export interface WordEntry {
  /**
   * Text of the entry.
   */
  text: string;
  /**
   * Type of the entry.
   */
  type: "word" | "punctuation";
  /**
   * Start in seconds, not less than the end_time of the previous entry.
   */
  start_time: number;
  /**
   * End in seconds, not less than start_time.
   */
  end_time: number;
  /**
   * Emoji of the word. Generated transcripts suggest some.
   */
  emoji?: string | null;
  /**
   * Highlights the word. Generated transcripts mark keywords.
   */
  important?: boolean;
  /**
   * Font family of the word: a bundled family. Other names have no effect.
   */
  fontFamily?: string;
  /**
   * Font weight of the word.
   */
  fontWeight?: number;
  /**
   * Font file of the word: the `fileKey` of an uploaded font. Takes precedence over fontFamily.
   */
  fontFileKey?: string;
  /**
   * ID of an uploaded font for the word. Stored as fontFamily, fontWeight and fontFileKey.
   */
  fontId?: string;
  /**
   * Confidence of the recognizer, from 0 to 1. Read-only; 1 for words that were edited or supplied.
   */
  confidence?: number;
}
/**
 * Removes pauses and disfluencies from the video. The transcript and all later times of the task refer to the cut video. The price is based on the duration of the source video.
 */
export interface AutoCutSettings {
  /**
   * Shortens pauses between words to at most 0.15 × 10^value seconds: 0.15 s at 0, 0.47 s at 0.5, 1.5 s at 1. Pauses are kept if absent.
   */
  silenceRemoval?: number;
  /**
   * Removes filler words such as “um”, repetitions and false starts.
   */
  disfluencyRemoval?: boolean;
}
/**
 * A phrase with its time.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ReferenceCue".
 */
export interface ReferenceCue {
  /**
   * Text of the phrase.
   */
  text: string;
  /**
   * Start in seconds. Cues can overlap and have any order.
   */
  start_time: number;
  /**
   * End in seconds, not less than start_time.
   */
  end_time: number;
}
/**
 * Strings of the client, returned with the task and in webhooks.
 */
export interface Metadata {
  [k: string]: string;
}
/**
 * The cost of a task.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TaskCost".
 */
export interface TaskCost {
  /**
   * US dollars, an exact decimal with 2 to 6 places.
   */
  cost: string;
  /**
   * Always USD.
   */
  currency: "USD";
}
/**
 * A created task.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TaskCreated".
 */
export interface TaskCreated {
  /**
   * ID of the task.
   */
  taskId: string;
  /**
   * ID of the task, equal to `taskId`. Only in the response of POST /videos/{videoId}/clipTask.
   */
  id?: string;
}
/**
 * A captioning task.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CaptioningTask".
 */
export interface CaptioningTask {
  /**
   * ID of the resource.
   */
  id: string;
  /**
   * ID of the video.
   */
  videoId: string;
  /**
   * Status of the task.
   */
  status: "pending" | "transcribing" | "transcriptionCompleted" | "rendering" | "completed" | "failed";
  /**
   * Signed URL of the transcript, valid until the task expires; null until the transcription is complete.
   */
  transcript: string | null;
  /**
   * Signed URL of the output video, valid until the task expires; null until the task is completed.
   */
  downloadUrl: string | null;
  /**
   * Whether the transcript was approved; true from creation with autoApprove.
   */
  transcriptApproved: boolean;
  /**
   * Reason of the failure as `Name: sentence`; null unless the task failed.
   */
  error: string | null;
  /**
   * Stable name of the failure; null unless the task failed.
   */
  errorName: string | null;
  /**
   * Progress in percent.
   */
  progress: number;
  storageIds: StorageIds;
  /**
   * B-rolls of the output video, once they have been downloaded. Times are seconds of the output video.
   */
  brolls: Broll[];
  /**
   * ID of the template.
   */
  templateId: string;
  /**
   * Amount held, then charged, in US dollars; null until the duration of the video is known.
   */
  cost: string | null;
  /**
   * Strings of the client, returned with the task and in webhooks.
   */
  metadata: Metadata1 | null;
  /**
   * Time of creation, UTC.
   */
  createdAt: string;
  /**
   * Time of completion or failure, UTC; null until then.
   */
  completedAt: string | null;
  /**
   * Time of expiry, UTC. Afterwards, requests for the resource return 404.
   */
  expiresAt: string;
}
/**
 * Stable IDs of the stored files of the task.
 */
export interface StorageIds {
  /**
   * ID of the source.
   */
  original: string;
  /**
   * ID of the output; null until it exists.
   */
  render: string | null;
  /**
   * ID of the current transcript; null until it exists.
   */
  transcript: string | null;
}
/**
 * A b-roll of the output video.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Broll".
 */
export interface Broll {
  /**
   * Start in seconds.
   */
  startTime: number;
  /**
   * End in seconds.
   */
  endTime: number;
  /**
   * URL of the b-roll. For one from the operator's library: a signed URL, valid until the task expires.
   */
  url: string;
  /**
   * Word that the b-roll was found by, if it was chosen automatically.
   */
  keyword?: string;
  attribution?: BrollAttribution;
}
/**
 * Credit that the library requires, if the b-roll was chosen automatically.
 */
export interface BrollAttribution {
  /**
   * Name of the library.
   */
  source: string;
  /**
   * Name of the author.
   */
  author: string;
  /**
   * URL of the author's page.
   */
  authorUrl: string;
  /**
   * URL of the clip's page.
   */
  pageUrl: string;
}
/**
 * Strings of the client: at most 50 keys.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Metadata".
 */
export interface Metadata1 {
  [k: string]: string;
}
/**
 * Settings of a clip task.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CreateClipTaskRequest".
 */
export interface CreateClipTaskRequest {
  /**
   * Maximum number of clips. The task returns fewer if the video has no room for more or no further passage scores nearly as well.
   */
  maxClips: number;
  durationRange: ClipDurationRange;
  notification?: Notification1;
  metadata?: Metadata2;
}
/**
 * Webhooks for this task. All of them are of kind `tool`, with `tool: clip`.
 */
export interface Notification1 {
  /**
   * Public http or https URL that accepts a POST.
   */
  recipient: string;
  /**
   * Always webhook.
   */
  type: "webhook";
  /**
   * Kinds of events to send.
   */
  notificationsFor: NotificationKind[];
}
/**
 * Strings of the client: at most 50 keys.
 */
export interface Metadata2 {
  [k: string]: string;
}
/**
 * A clip task.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ClipTask".
 */
export interface ClipTask {
  /**
   * ID of the resource.
   */
  id: string;
  /**
   * ID of the video.
   */
  videoId: string;
  /**
   * Status of the task.
   */
  status: "pending" | "clipping" | "clipped" | "completed" | "failed";
  /**
   * The clips, best first, once the task is completed. Their URLs are valid until the task expires.
   */
  clips: Clip[];
  /**
   * Reason of the failure as `Name: sentence`. Present only if the task failed.
   */
  error?: string;
  /**
   * Stable name of the failure; null unless the task failed.
   */
  errorName: string | null;
  /**
   * Progress in percent.
   */
  progress: number;
  /**
   * Amount held for maxClips clips; after completion, the amount charged for the clips that were made. Null until the duration of the video is known.
   */
  cost: string | null;
  /**
   * Strings of the client, returned with the task and in webhooks.
   */
  metadata: Metadata1 | null;
  /**
   * Time of creation, UTC.
   */
  createdAt: string;
  /**
   * Time of completion or failure, UTC; null until then.
   */
  completedAt: string | null;
  /**
   * Time of expiry, UTC. Afterwards, requests for the resource return 404.
   */
  expiresAt: string;
}
/**
 * A clip of a video.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Clip".
 */
export interface Clip {
  /**
   * Signed URL of the clip, an .mp4 file.
   */
  url: string;
  /**
   * Topic of the clip, in the language of the speech.
   */
  theme: string;
  /**
   * Start of the clip in seconds of the source video.
   */
  startTime: number;
  /**
   * End of the clip in seconds of the source video.
   */
  endTime: number;
  /**
   * Duration of the clip in seconds.
   */
  duration: number;
}
/**
 * A new font.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FontCreated".
 */
export interface FontCreated {
  /**
   * ID of the font, the `fontId` of tasks and words.
   */
  id: string;
  /**
   * Name of the file, without folders.
   */
  filename: string;
  /**
   * Family name in the font file.
   */
  fontFamily: string;
  /**
   * Style name in the font file.
   */
  fontStyle: string;
  /**
   * Number of fonts that the account can still upload.
   */
  remainingFontLimit: number;
}
/**
 * One page of fonts.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FontList".
 */
export interface FontList {
  /**
   * Entries of the page, newest first.
   */
  data: Font[];
  /**
   * Page number, starting at 1.
   */
  page: number;
  /**
   * Entries per page.
   */
  limit: number;
  /**
   * Number of entries on all pages.
   */
  totalCount: number;
}
/**
 * An uploaded font.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Font".
 */
export interface Font {
  /**
   * ID of the font, the `fontId` of tasks and words.
   */
  id: string;
  /**
   * Name of the file, without folders.
   */
  filename: string;
  /**
   * Family name in the font file.
   */
  fontFamily: string;
  /**
   * Style name in the font file.
   */
  fontStyle: string;
  /**
   * Time of creation, UTC.
   */
  createdAt: string;
}
/**
 * An uploaded font with the details of its file.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FontDetail".
 */
export interface FontDetail {
  /**
   * ID of the font, the `fontId` of tasks and words.
   */
  id: string;
  /**
   * Name of the file, without folders.
   */
  filename: string;
  /**
   * Family name in the font file.
   */
  fontFamily: string;
  /**
   * Style name in the font file.
   */
  fontStyle: string;
  /**
   * Time of creation, UTC.
   */
  createdAt: string;
  /**
   * Weight from 1 to 1000; the default weight of a variable font.
   */
  fontWeight: number;
  /**
   * Format of the file's content: ttf, otf, woff or woff2.
   */
  format: string;
  /**
   * Whether the font is a variable font.
   */
  isVariable: boolean;
  /**
   * The `fontFileKey` for words of a transcript.
   */
  fileKey: string;
  /**
   * Size of the file in bytes.
   */
  size: number;
}
/**
 * A caption template.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Template".
 */
export interface Template {
  /**
   * ID of the resource.
   */
  id: string;
  /**
   * Name of the template.
   */
  name: string;
  /**
   * Categories of the template: animated, highlighted, basic. Others may be added.
   */
  categories: string[];
  /**
   * URL of an animated preview.
   */
  previewUrl: string;
  previews: TemplatePreviews;
}
/**
 * Previews made by the renderer.
 */
export interface TemplatePreviews {
  /**
   * URL of the preview as MP4.
   */
  previewMp4: string;
  /**
   * URL of the preview as GIF.
   */
  previewGif: string;
}
/**
 * The credit balance of the account.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Balance".
 */
export interface Balance {
  /**
   * Amount that can be spent, in US dollars.
   */
  balance: string;
  /**
   * Amount held for tasks in progress, in US dollars.
   */
  held: string;
  /**
   * Always USD.
   */
  currency: "USD";
}
/**
 * An OpenAPI 3.1 document.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "OpenApiDocument".
 */
export interface OpenApiDocument {
  [k: string]: unknown;
}
/**
 * Automatic cuts.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "AutoCutSettings".
 */
export interface AutoCutSettings1 {
  /**
   * Shortens pauses between words to at most 0.15 × 10^value seconds: 0.15 s at 0, 0.47 s at 0.5, 1.5 s at 1. Pauses are kept if absent.
   */
  silenceRemoval?: number;
  /**
   * Removes filler words such as “um”, repetitions and false starts.
   */
  disfluencyRemoval?: boolean;
}
/**
 * The source and the author of a b-roll.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "BrollAttribution".
 */
export interface BrollAttribution1 {
  /**
   * Name of the library.
   */
  source: string;
  /**
   * Name of the author.
   */
  author: string;
  /**
   * URL of the author's page.
   */
  authorUrl: string;
  /**
   * URL of the clip's page.
   */
  pageUrl: string;
}
/**
 * B-roll to show over parts of the video: either brollPercent or customBrolls.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "BrollSettings".
 */
export interface BrollSettings1 {
  /**
   * Share of the video to cover, in percent; 0: none. B-rolls of 2 to 5 s are chosen from the operator's library or Pexels. Each starts where a word that it was found by is spoken, none before 2 s, none twice. Fewer are shown if nothing matches. Rejected with 400 FeatureUnavailable if the service has no library.
   */
  brollPercent?: number;
  /**
   * B-rolls in chronological order, without overlap. Cannot be combined with brollPercent. Each one replaces the frames of the video, scaled to cover the frame and without its audio, and holds its last frame if it is shorter than the range. Only shown with outputMode composited. The task fails with BrollUnavailable if one cannot be downloaded or has no video stream.
   */
  customBrolls?: CustomBroll[];
}
/**
 * The body of every error response.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Error".
 */
export interface Error {
  /**
   * HTTP status code.
   */
  statusCode: number;
  /**
   * Name of the HTTP status code.
   */
  error: string;
  /**
   * What is wrong and what to do. A list for validation errors, with one sentence per field.
   */
  message: string | string[];
  /**
   * Stable name of the error.
   */
  code: string;
  /**
   * ID of the request. Include it when you contact the operator.
   */
  requestId: string;
}
/**
 * Format of the output video.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ExportSettings".
 */
export interface ExportSettings1 {
  /**
   * Frames per second, for example 23.976, 29.97 or 59.94.
   */
  fps?: number;
  /**
   * Limits the shorter side to 1080, 1440 or 2160 pixels. Never upscales. Ignored with width and height.
   */
  quality?: "standard" | "quadHD" | "ultraHD";
  /**
   * Speed of the render. Each level takes about half the time of the one before.
   */
  speed?: "standard" | "fast" | "ultraFast";
  /**
   * Legacy form of outputMode greenScreen.
   */
  greenScreen?: boolean;
  /**
   * What the output shows. transparent requires width and height.
   */
  outputMode?: "composited" | "greenScreen" | "transparent";
  /**
   * Codec of a transparent output. Only valid with outputMode transparent.
   */
  outputCodec?: "prores4444" | "vp9";
  /**
   * Width in pixels. Cannot be combined with an aspectRatio preset. If only width or height is set, the other follows from the aspect ratio of the source.
   */
  width?: number;
  /**
   * Height in pixels. Cannot be combined with an aspectRatio preset. If only width or height is set, the other follows from the aspect ratio of the source.
   */
  height?: number;
  /**
   * Cannot be combined with outputMode transparent, width or height.
   */
  aspectRatio?: "original" | "9:16" | "4:5" | "1:1" | "16:9";
  /**
   * How the video fills the frame. Only valid with an aspectRatio preset.
   */
  fit?: "cover" | "contain";
  /**
   * Position along the cropped axis, in percent. Only valid with an aspectRatio preset; ignored with contain.
   */
  fitPosition?: number;
}
/**
 * A file in a multipart/form-data request.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FileUpload".
 */
export interface FileUpload {
  /**
   * Content of the file.
   */
  file: string;
}
/**
 * Colors of highlighted words.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "HighlightOptions".
 */
export interface HighlightOptions1 {
  /**
   * First color as #RGB, #RRGGBB or #RRGGBBAA.
   */
  randomColourOne?: string;
  /**
   * Second color as #RGB, #RRGGBB or #RRGGBBAA.
   */
  randomColourTwo?: string;
  /**
   * Third color as #RGB, #RRGGBB or #RRGGBBAA.
   */
  randomColourThree?: string;
}
/**
 * A webhook subscription of a task.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Notification".
 */
export interface Notification2 {
  /**
   * Public http or https URL that accepts a POST.
   */
  recipient: string;
  /**
   * Always webhook.
   */
  type: "webhook";
  /**
   * Kinds of events to send.
   */
  notificationsFor: NotificationKind[];
}
/**
 * Appearance of the captions. Absent fields take the value of the template.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "RenderOptions".
 */
export interface RenderOptions1 {
  subsOptions?: SubsOptions;
  styleOptions?: StyleOptions;
  highlightOptions?: HighlightOptions;
}
/**
 * Stable IDs of the stored files of a task.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "StorageIds".
 */
export interface StorageIds1 {
  /**
   * ID of the source.
   */
  original: string;
  /**
   * ID of the output; null until it exists.
   */
  render: string | null;
  /**
   * ID of the current transcript; null until it exists.
   */
  transcript: string | null;
}
/**
 * Position, font and colors of the captions.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "StyleOptions".
 */
export interface StyleOptions1 {
  /**
   * Vertical position of the center of the captions, in percent of the video height. Higher values place captions lower. Takes precedence over the safe area of the frame.
   */
  top?: number;
  /**
   * Shows the text in uppercase.
   */
  fontUppercase?: boolean;
  /**
   * Size of the shadow.
   */
  fontShadow?: "none" | "s" | "m" | "l";
  /**
   * Font size in pixels of a frame whose shorter side is 540; scaled with the frame. A typical size is 46.
   */
  fontSize?: number;
  /**
   * CSS font weight.
   */
  fontWeight?: number;
  /**
   * Text color as #RGB, #RRGGBB or #RRGGBBAA.
   */
  fontColor?: string;
  /**
   * Width of the stroke around letters.
   */
  stroke?: "none" | "s" | "m" | "l";
  /**
   * Stroke color as #RGB, #RRGGBB or #RRGGBBAA.
   */
  strokeColor?: string;
  /**
   * ID of an uploaded font. Takes precedence over the font of the template.
   */
  fontId?: string;
}
/**
 * Content and animation of the captions.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "SubsOptions".
 */
export interface SubsOptions1 {
  /**
   * Shows emoji next to words that have one.
   */
  emoji?: boolean;
  /**
   * Animates emoji.
   */
  emojiAnimation?: boolean;
  /**
   * Highlights words with `important: true` in the style of the template.
   */
  emphasizeKeywords?: boolean;
  /**
   * Animates the captions.
   */
  animation?: boolean;
  /**
   * Shows punctuation.
   */
  punctuation?: boolean;
  /**
   * Approximate number of words on screen. Clamped to 6 to 12 for horizontal videos and 1 to 6 for others.
   */
  displayWords?: number;
}
/**
 * Previews of a template, made by the renderer.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TemplatePreviews".
 */
export interface TemplatePreviews1 {
  /**
   * URL of the preview as MP4.
   */
  previewMp4: string;
  /**
   * URL of the preview as GIF.
   */
  previewGif: string;
}
/**
 * Settings of the transcription stage.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "TranscribeSettings".
 */
export interface TranscribeSettings1 {
  broll?: BrollSettings;
}
/**
 * The body of a webhook. Fields without a value are absent.
 *
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookBody".
 */
export interface WebhookBody {
  /**
   * The same at every attempt; use it to deduplicate.
   */
  eventId: string;
  /**
   * Orders the deliveries of one task; gaps have no meaning.
   */
  sequence: number;
  /**
   * Event: `transcriptionCompleted`, `completed`, `failed`, `progress`, `test`.
   */
  event: string;
  /**
   * Status of the task at that moment.
   */
  status: string;
  /**
   * ID of the task.
   */
  taskId: string;
  /**
   * ID of the video.
   */
  videoId: string;
  /**
   * Kind of event.
   */
  notificationFor: "transcript" | "render" | "renderProgress" | "tool";
  /**
   * The tool, if notificationFor is tool: `dub`, `autoCut`, `clip`.
   */
  tool?: string;
  /**
   * Signed URL of the transcript's JSON.
   */
  transcriptUrl?: string;
  /**
   * Signed URL of the output video.
   */
  renderUrl?: string;
  /**
   * The clips of a completed clip task.
   */
  clips?: Clip[];
  /**
   * Completed part of the rendering, in percent.
   */
  progress?: number;
  /**
   * Reason of the failure as `Name: sentence`.
   */
  error?: string;
  /**
   * Stable name of the failure.
   */
  errorName?: string;
  metadata?: Metadata3;
  /**
   * Time of the event.
   */
  timestamp: string;
}
/**
 * Strings of the client: at most 50 keys.
 */
export interface Metadata3 {
  [k: string]: string;
}

/** Method and path of every operation. */
export const operations = {
  createVideoFromUrl: { method: "POST", path: "/videos/url" },
  createVideo: { method: "POST", path: "/videos" },
  listVideos: { method: "GET", path: "/videos" },
  createUpload: { method: "POST", path: "/videos/upload" },
  signUploadUrls: { method: "POST", path: "/videos/upload/urls" },
  completeUpload: { method: "POST", path: "/videos/upload/complete" },
  getVideo: { method: "GET", path: "/videos/{videoId}" },
  deleteVideo: { method: "DELETE", path: "/videos/{videoId}" },
  createTask: { method: "POST", path: "/videos/{videoId}/task" },
  getTask: { method: "GET", path: "/videos/{videoId}/task/{id}" },
  approveTranscript: { method: "POST", path: "/videos/{videoId}/task/{id}/approve-transcript" },
  getTranscript: { method: "GET", path: "/videos/{videoId}/task/{id}/transcript" },
  putTranscript: { method: "PUT", path: "/videos/{videoId}/task/{id}/transcript" },
  createClipTask: { method: "POST", path: "/videos/{videoId}/clipTask" },
  getClipTask: { method: "GET", path: "/videos/{videoId}/clipTask/{id}" },
  createFont: { method: "POST", path: "/fonts" },
  listFonts: { method: "GET", path: "/fonts" },
  getFont: { method: "GET", path: "/fonts/{id}" },
  deleteFont: { method: "DELETE", path: "/fonts/{id}" },
  listTemplates: { method: "GET", path: "/templates" },
  getTemplatePreview: { method: "GET", path: "/templates/previews/{file}" },
  getBalance: { method: "GET", path: "/user-billing" },
  getOpenapi: { method: "GET", path: "/openapi.json" },
  getDocs: { method: "GET", path: "/docs" },
} as const;
