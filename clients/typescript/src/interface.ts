/**
 * Made by `npm run client` from the interface's OpenAPI document. Do not edit.
 */

export interface Operations {
  /**
   * Import a video by its address
   */
  createVideoFromUrl: {
    query?: {
      /**
       * Time to live; 30d when absent.
       */
      ttl?: "1d" | "7d" | "30d";
    };
    body: {
      /**
       * http or https address of an mp4, mov or audio file.
       */
      url: string;
    };
    answer: {
      /**
       * Its id.
       */
      id: string;
      /**
       * todo: no bytes yet. inProgress: bytes arriving or being read. uploaded: usable. aborted: never will be, `error` says why.
       */
      status: "todo" | "inProgress" | "uploaded" | "aborted";
      /**
       * Stable id of the stored file.
       */
      storageId: string;
    };
  };
  /**
   * Upload a video in one request
   */
  createVideo: {
    query?: {
      /**
       * Time to live; 30d when absent.
       */
      ttl?: "1d" | "7d" | "30d";
    };
    body: FormData;
    answer: {
      /**
       * Its id.
       */
      id: string;
      /**
       * todo: no bytes yet. inProgress: bytes arriving or being read. uploaded: usable. aborted: never will be, `error` says why.
       */
      status: "todo" | "inProgress" | "uploaded" | "aborted";
      /**
       * Stable id of the stored file.
       */
      storageId: string;
    };
  };
  /**
   * List videos, newest first
   */
  listVideos: {
    query?: {
      /**
       * Counts from 1; default 1.
       */
      page?: number;
      /**
       * 1 to 100; default 20.
       */
      limit?: number;
    };
    answer: {
      /**
       * The page's entries, newest first.
       */
      data: Video[];
      /**
       * Counts from 1.
       */
      page: number;
      /**
       * Entries per page.
       */
      limit: number;
      /**
       * Entries on all pages together.
       */
      totalCount: number;
    };
  };
  /**
   * Begin a multipart upload
   */
  createUpload: {
    query?: {
      /**
       * Time to live; 30d when absent.
       */
      ttl?: "1d" | "7d" | "30d";
    };
    body: {
      /**
       * The file's name, without folders.
       */
      filename: string;
      /**
       * The parts in order. All but the last have at least 5,242,880 bytes; 10 MB or more is best.
       */
      uploadParts: {
        /**
         * Size of the part in bytes.
         */
        contentLength: number;
      }[];
    };
    answer: {
      /**
       * Identifies the multipart upload together with videoId.
       */
      uploadId: string;
      /**
       * Id of a video: `id` or `videoId` of an upload's answer.
       */
      videoId: string;
      /**
       * One PUT address per part, in order.
       */
      urls: string[];
      /**
       * The same addresses with their numbers. Left out when the answer would be too large for a client that sends no Accept-Encoding: gzip.
       */
      parts?: {
        /**
         * Counts from 1.
         */
        partNumber: number;
        /**
         * PUT exactly the part's bytes here, without an API key.
         */
        presignedUrl: string;
      }[];
      /**
       * Stable id of the stored file.
       */
      storageId: string;
      /**
       * Until then the addresses work, UTC; they can be signed again.
       */
      urlsExpireAt: string;
    };
  };
  /**
   * Sign a multipart upload's addresses again
   */
  signUploadUrls: {
    body: {
      /**
       * Identifies the multipart upload together with videoId.
       */
      uploadId: string;
      /**
       * Id of a video: `id` or `videoId` of an upload's answer.
       */
      videoId: string;
      /**
       * Parts whose addresses are wanted, counted from 1.
       */
      partNumbers: number[];
    };
    answer: {
      /**
       * One PUT address per part, in order.
       */
      urls: string[];
      /**
       * The same addresses with their numbers. Left out when the answer would be too large for a client that sends no Accept-Encoding: gzip.
       */
      parts?: {
        /**
         * Counts from 1.
         */
        partNumber: number;
        /**
         * PUT exactly the part's bytes here, without an API key.
         */
        presignedUrl: string;
      }[];
      /**
       * Until then the addresses work, UTC; they can be signed again.
       */
      urlsExpireAt: string;
    };
  };
  /**
   * Complete a multipart upload
   */
  completeUpload: {
    body: {
      /**
       * Identifies the multipart upload together with videoId.
       */
      uploadId: string;
      /**
       * Id of a video: `id` or `videoId` of an upload's answer.
       */
      videoId: string;
      /**
       * Accepted and ignored.
       */
      parts?: unknown[];
    };
    answer: {
      /**
       * Its id.
       */
      id: string;
      /**
       * Id of a video: `id` or `videoId` of an upload's answer.
       */
      videoId: string;
      /**
       * todo: no bytes yet. inProgress: bytes arriving or being read. uploaded: usable. aborted: never will be, `error` says why.
       */
      status: "todo" | "inProgress" | "uploaded" | "aborted";
      /**
       * Stable id of the stored file.
       */
      storageId: string;
    };
  };
  /**
   * Read a video
   */
  getVideo: {
    path: {
      /**
       * Id of a video: `id` or `videoId` of an upload's answer.
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
       * Id of a video: `id` or `videoId` of an upload's answer.
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
       * Id of a video: `id` or `videoId` of an upload's answer.
       */
      videoId: string;
    };
    query?: {
      /**
       * Time to live; 30d when absent.
       */
      ttl?: "1d" | "7d" | "30d";
      /**
       * true: answers the cost, creates nothing.
       */
      dryRun?: "true" | "false";
    };
    body: {
      /**
       * An id from GET /templates.
       */
      templateId: string;
      /**
       * Render without waiting for approval; default false.
       */
      autoApprove?: boolean;
      /**
       * Copies the transcript of another task.
       */
      transcriptTaskId?: string;
      /**
       * Language of the speech, detected when absent; upper or lower case, one of af, am, ar, as, az, ba, be, bg, bn, bo, br, bs, ca, cs, cy, da, de, el, en, es, et, eu, fa, fi, fo, fr, gl, gu, ha, haw, he, hi, hr, ht, hu, hy, id, is, it, ja, jw, ka, kk, km, kn, ko, la, lb, ln, lo, lt, lv, mg, mi, mk, ml, mn, mr, ms, mt, my, ne, nl, nn, no, oc, pa, pl, ps, pt, ro, ru, sa, sd, si, sk, sl, sn, so, sq, sr, su, sv, sw, ta, te, tg, th, tk, tl, tr, tt, uk, ur, uz, vi, yi, yo, yue, zh.
       */
      language?: string;
      /**
       * Language of the captions. Words are translated sentence by sentence and spread over the time in which each sentence is spoken. Words that are in this language already are not translated. A pair of languages that the service does not support is rejected with 400 TranslationUnsupported and the supported pairs, if the language of the words is known at creation; otherwise the task fails with that name before anything is rendered.
       */
      translateTo?: string;
      /**
       * Not available in this version: true is refused with 400 DubUnavailable.
       */
      dub?: boolean;
      /**
       * How the captions look. What is absent is as in the template.
       */
      renderOptions?: {
        /**
         * What is shown.
         */
        subsOptions?: {
          /**
           * Show emojis beside the words that have one.
           */
          emoji?: boolean;
          /**
           * Animate emojis.
           */
          emojiAnimation?: boolean;
          /**
           * Highlight words with `important`, in the template's manner.
           */
          emphasizeKeywords?: boolean;
          /**
           * Animate the captions.
           */
          animation?: boolean;
          /**
           * Show punctuation marks.
           */
          punctuation?: boolean;
          /**
           * About how many words are shown at once. Clamped to 6 to 12 on horizontal videos, 1 to 6 on others.
           */
          displayWords?: number;
        };
        /**
         * Position, letters and colours; takes precedence over the template.
         */
        styleOptions?: {
          /**
           * Vertical position of the captions' middle, percent of the video's height; higher is lower down. It goes before the margins that are kept free for apps.
           */
          top?: number;
          /**
           * Write in capitals.
           */
          fontUppercase?: boolean;
          /**
           * Size of the shadow.
           */
          fontShadow?: "none" | "s" | "m" | "l";
          /**
           * Pixels on a frame whose shorter side is 540; scaled with the frame. 46 looks normal.
           */
          fontSize?: number;
          /**
           * CSS font weight.
           */
          fontWeight?: number;
          /**
           * Colour of the letters: #RGB, #RRGGBB or #RRGGBBAA.
           */
          fontColor?: string;
          /**
           * Width of the outline.
           */
          stroke?: "none" | "s" | "m" | "l";
          /**
           * Colour of the outline: #RGB, #RRGGBB or #RRGGBBAA.
           */
          strokeColor?: string;
          /**
           * Id of an uploaded font (POST /fonts), which replaces the template's.
           */
          fontId?: string;
        };
        /**
         * Colours of highlighted words: the first also of the word being spoken. Keywords take those that are given, or the look's own, in turn.
         */
        highlightOptions?: {
          /**
           * First colour: #RGB, #RRGGBB or #RRGGBBAA.
           */
          randomColourOne?: string;
          /**
           * Second colour: #RGB, #RRGGBB or #RRGGBBAA.
           */
          randomColourTwo?: string;
          /**
           * Third colour: #RGB, #RRGGBB or #RRGGBBAA.
           */
          randomColourThree?: string;
        };
      };
      /**
       * B-roll.
       */
      transcribeSettings?: {
        /**
         * B-roll; none when absent.
         */
        broll?: {
          /**
           * 0: none. Otherwise clips of 2 to 5 s from the operator's library or Pexels are shown over about this part of the film, each where a word that it was found by is said, none twice, none in the first 2 s; fewer where nothing suits. 400 FeatureUnavailable where the service has no library.
           */
          brollPercent?: number;
          /**
           * Clips that take the place of the picture, in order of time; excludes brollPercent. A clip fills the frame, centered, begins with its first picture, is not heard, and holds its last picture when the range is longer. Only composited films show any. A clip that cannot be fetched or has no picture fails the task: BrollUnavailable.
           */
          customBrolls?: {
            /**
             * Seconds of the source; where autoCutSettings cut it, the range moves with its picture.
             */
            startTime: number;
            /**
             * After startTime, and not after the next entry's startTime. Beyond the film it is cut off.
             */
            endTime: number;
            /**
             * A public video file, at most 2 GiB.
             */
            url: string;
          }[];
        };
      };
      /**
       * The file that comes out.
       */
      exportSettings?: {
        /**
         * Frames per second, such as 23.976, 29.97, 59.94.
         */
        fps?: number;
        /**
         * Caps the shorter side at 1080, 1440 or 2160 pixels, never upscales; no effect with width and height.
         */
        quality?: "standard" | "quadHD" | "ultraHD";
        /**
         * Each level takes about half the time of the one before.
         */
        speed?: "standard" | "fast" | "ultraFast";
        /**
         * Older form of outputMode greenScreen.
         */
        greenScreen?: boolean;
        /**
         * composited: captions on the video, .mp4. greenScreen: captions on #04F404, .mp4. transparent: captions alone with alpha; needs width and height.
         */
        outputMode?: "composited" | "greenScreen" | "transparent";
        /**
         * Only with outputMode transparent. prores4444: .mov; vp9: .webm.
         */
        outputCodec?: "prores4444" | "vp9";
        /**
         * Pixels. Not with an aspectRatio preset; one of width and height alone takes the other from the source.
         */
        width?: number;
        /**
         * Pixels. Not with an aspectRatio preset; one of width and height alone takes the other from the source.
         */
        height?: number;
        /**
         * Not with outputMode transparent, nor with width and height.
         */
        aspectRatio?: "original" | "9:16" | "4:5" | "1:1" | "16:9";
        /**
         * Only with an aspectRatio preset. cover crops; contain puts the video on a blurred copy.
         */
        fit?: "cover" | "contain";
        /**
         * Percent along the cropped axis; only with an aspectRatio preset, no effect with contain.
         */
        fitPosition?: number;
      };
      /**
       * Webhooks for this task; see the webhooks of this document.
       */
      notification?: {
        /**
         * Address that takes a POST; http or https, reachable from the internet.
         */
        recipient: string;
        /**
         * Always webhook.
         */
        type: "webhook";
        /**
         * What to be told of.
         */
        notificationsFor: ("transcript" | "render" | "renderProgress" | "tool")[];
      };
      /**
       * Supplied words; transcription is skipped.
       */
      transcript?: {
        /**
         * The text.
         */
        text: string;
        /**
         * A spoken word or a punctuation mark.
         */
        type: "word" | "punctuation";
        /**
         * Seconds; not before the end of the entry before.
         */
        start_time: number;
        /**
         * Seconds; not before start_time.
         */
        end_time: number;
        /**
         * Emoji shown with the word. The service proposes some in transcripts that it makes.
         */
        emoji?: string | null;
        /**
         * Highlight the word. The service marks keywords in transcripts that it makes.
         */
        important?: boolean;
        /**
         * A bundled family; one that there is not leaves the style's font.
         */
        fontFamily?: string;
        /**
         * CSS font weight.
         */
        fontWeight?: number;
        /**
         * The fileKey of an uploaded font (GET /fonts/{id}); goes before fontFamily.
         */
        fontFileKey?: string;
        /**
         * Id of an uploaded font; stored as fontFamily, fontWeight and fontFileKey, not as such.
         */
        fontId?: string;
        /**
         * How sure the recogniser was; cannot be written.
         */
        confidence?: number;
      }[];
      /**
       * Cuts pauses and disfluencies out of the film. The transcript, and everything in the task from then on, has the times of the cut film. The price is that of the source's length.
       */
      autoCutSettings?: {
        /**
         * Shortens pauses; a lower value keeps less. The longest pause that stays is 0.15 s at 0, 0.47 s at 0.5, 1.5 s at 1 (0.15 × 10^value). Absent: pauses stay.
         */
        silenceRemoval?: number;
        /**
         * Removes um, uh and the like, and repeated or broken-off starts; default false.
         */
        disfluencyRemoval?: boolean;
      };
      /**
       * Phrases in any order, such as a subtitle file's cues, by which spelling, capitals and punctuation of what is recognised are corrected. Times need not fit: they only help to find the place. Nothing is added that is not heard, and a reference in another language or of another text changes nothing. Ignored with transcript and transcriptTaskId.
       */
      referenceTranscript?: {
        /**
         * The text.
         */
        text: string;
        /**
         * Seconds; the phrases may overlap, and stand in any order.
         */
        start_time: number;
        /**
         * Seconds; not before start_time.
         */
        end_time: number;
      }[];
      /**
       * Words and phrases to expect, as they are to be written: the recogniser is told of them, and near misses in spelling or sound are put right. At most 65,536 bytes in all.
       */
      dictionary?: string[];
      /**
       * Your own flat strings, at most 50; returned with the task and in webhooks.
       */
      metadata?: {
        [k: string]: string;
      };
    };
    answer:
      | {
          /**
           * US dollars with 2 to 6 decimals, exact.
           */
          cost: string;
          /**
           * Always USD.
           */
          currency: "USD";
        }
      | {
          /**
           * Id of the task.
           */
          taskId: string;
        };
  };
  /**
   * Read a task's status
   */
  getTask: {
    path: {
      /**
       * Id of a video: `id` or `videoId` of an upload's answer.
       */
      videoId: string;
      /**
       * Its id.
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
       * Id of a video: `id` or `videoId` of an upload's answer.
       */
      videoId: string;
      /**
       * Its id.
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
       * Id of a video: `id` or `videoId` of an upload's answer.
       */
      videoId: string;
      /**
       * Its id.
       */
      id: string;
    };
    query?: {
      /**
       * json when absent.
       */
      format?: "json" | "srt" | "vtt" | "txt";
    };
    answer:
      | {
          /**
           * The text.
           */
          text: string;
          /**
           * A spoken word or a punctuation mark.
           */
          type: "word" | "punctuation";
          /**
           * Seconds; not before the end of the entry before.
           */
          start_time: number;
          /**
           * Seconds; not before start_time.
           */
          end_time: number;
          /**
           * Emoji shown with the word. The service proposes some in transcripts that it makes.
           */
          emoji?: string | null;
          /**
           * Highlight the word. The service marks keywords in transcripts that it makes.
           */
          important?: boolean;
          /**
           * A bundled family; one that there is not leaves the style's font.
           */
          fontFamily?: string;
          /**
           * CSS font weight.
           */
          fontWeight?: number;
          /**
           * The fileKey of an uploaded font (GET /fonts/{id}); goes before fontFamily.
           */
          fontFileKey?: string;
          /**
           * Id of an uploaded font; stored as fontFamily, fontWeight and fontFileKey, not as such.
           */
          fontId?: string;
          /**
           * How sure the recogniser was; cannot be written.
           */
          confidence?: number;
        }[]
      | string;
  };
  /**
   * Replace the transcript
   */
  putTranscript: {
    path: {
      /**
       * Id of a video: `id` or `videoId` of an upload's answer.
       */
      videoId: string;
      /**
       * Its id.
       */
      id: string;
    };
    body: {
      /**
       * The text.
       */
      text: string;
      /**
       * A spoken word or a punctuation mark.
       */
      type: "word" | "punctuation";
      /**
       * Seconds; not before the end of the entry before.
       */
      start_time: number;
      /**
       * Seconds; not before start_time.
       */
      end_time: number;
      /**
       * Emoji shown with the word. The service proposes some in transcripts that it makes.
       */
      emoji?: string | null;
      /**
       * Highlight the word. The service marks keywords in transcripts that it makes.
       */
      important?: boolean;
      /**
       * A bundled family; one that there is not leaves the style's font.
       */
      fontFamily?: string;
      /**
       * CSS font weight.
       */
      fontWeight?: number;
      /**
       * The fileKey of an uploaded font (GET /fonts/{id}); goes before fontFamily.
       */
      fontFileKey?: string;
      /**
       * Id of an uploaded font; stored as fontFamily, fontWeight and fontFileKey, not as such.
       */
      fontId?: string;
      /**
       * How sure the recogniser was; cannot be written.
       */
      confidence?: number;
    }[];
    answer: {
      /**
       * The text.
       */
      text: string;
      /**
       * A spoken word or a punctuation mark.
       */
      type: "word" | "punctuation";
      /**
       * Seconds; not before the end of the entry before.
       */
      start_time: number;
      /**
       * Seconds; not before start_time.
       */
      end_time: number;
      /**
       * Emoji shown with the word. The service proposes some in transcripts that it makes.
       */
      emoji?: string | null;
      /**
       * Highlight the word. The service marks keywords in transcripts that it makes.
       */
      important?: boolean;
      /**
       * A bundled family; one that there is not leaves the style's font.
       */
      fontFamily?: string;
      /**
       * CSS font weight.
       */
      fontWeight?: number;
      /**
       * The fileKey of an uploaded font (GET /fonts/{id}); goes before fontFamily.
       */
      fontFileKey?: string;
      /**
       * Id of an uploaded font; stored as fontFamily, fontWeight and fontFileKey, not as such.
       */
      fontId?: string;
      /**
       * How sure the recogniser was; cannot be written.
       */
      confidence?: number;
    }[];
  };
  /**
   * Cut short clips out of a video
   */
  createClipTask: {
    path: {
      /**
       * Id of a video: `id` or `videoId` of an upload's answer.
       */
      videoId: string;
    };
    query?: {
      /**
       * Time to live; 30d when absent.
       */
      ttl?: "1d" | "7d" | "30d";
      /**
       * true: answers the cost, creates nothing.
       */
      dryRun?: "true" | "false";
    };
    body: {
      /**
       * How many clips to make; fewer where the film has no room for more, or none that are nearly as good.
       */
      maxClips: number;
      /**
       * Length of each clip in seconds: under 30, 30 to under 60, 60 to under 90, or 90 to under 180. A video that is shorter than that fails the task: VideoTooShort.
       */
      durationRange: "lt_30s" | "gte_30s_lt_60s" | "gte_60s_lt_90s" | "gte_90s_lt_180s";
      /**
       * Webhooks for this task, all of kind tool (`tool: clip`); see the webhooks of this document.
       */
      notification?: {
        /**
         * Address that takes a POST; http or https, reachable from the internet.
         */
        recipient: string;
        /**
         * Always webhook.
         */
        type: "webhook";
        /**
         * What to be told of.
         */
        notificationsFor: ("transcript" | "render" | "renderProgress" | "tool")[];
      };
      /**
       * Your own flat strings, at most 50; returned with the task and in webhooks.
       */
      metadata?: {
        [k: string]: string;
      };
    };
    answer:
      | {
          /**
           * US dollars with 2 to 6 decimals, exact.
           */
          cost: string;
          /**
           * Always USD.
           */
          currency: "USD";
        }
      | {
          /**
           * Its id.
           */
          id: string;
          /**
           * The same as id.
           */
          taskId: string;
        };
  };
  /**
   * Read a clip task's status
   */
  getClipTask: {
    path: {
      /**
       * Id of a video: `id` or `videoId` of an upload's answer.
       */
      videoId: string;
      /**
       * Its id.
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
    answer: {
      /**
       * The fontId to use in tasks.
       */
      id: string;
      /**
       * The file's name, without folders.
       */
      filename: string;
      /**
       * As the file names it.
       */
      fontFamily: string;
      /**
       * As the file names it.
       */
      fontStyle: string;
      /**
       * How many more fonts may be uploaded.
       */
      remainingFontLimit: number;
    };
  };
  /**
   * List fonts, newest first
   */
  listFonts: {
    query?: {
      /**
       * Counts from 1; default 1.
       */
      page?: number;
      /**
       * 1 to 100; default 20.
       */
      limit?: number;
    };
    answer: {
      /**
       * The page's entries, newest first.
       */
      data: Font[];
      /**
       * Counts from 1.
       */
      page: number;
      /**
       * Entries per page.
       */
      limit: number;
      /**
       * Entries on all pages together.
       */
      totalCount: number;
    };
  };
  /**
   * Read a font
   */
  getFont: {
    path: {
      /**
       * Its id.
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
       * Its id.
       */
      id: string;
    };
    answer: null;
  };
  /**
   * List the caption looks
   */
  listTemplates: {
    answer: Template[];
  };
  /**
   * A template's preview, made by the renderer
   */
  getTemplatePreview: {
    path: {
      /**
       * Name of the file.
       */
      file: string;
    };
    answer: Blob;
  };
  /**
   * Read the credit balance
   */
  getBalance: {
    answer: {
      /**
       * What can be spent.
       */
      balance: string;
      /**
       * Set aside for tasks under way.
       */
      held: string;
      /**
       * Always USD.
       */
      currency: "USD";
    };
  };
  /**
   * This interface as an OpenAPI 3.1 document
   */
  getOpenapi: {
    answer: {
      /**
       * Version of the OpenAPI specification.
       */
      openapi: string;
      [k: string]: unknown;
    };
  };
  /**
   * This interface to read in a browser
   */
  getDocs: {
    answer: string;
  };
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Video".
 */
export interface Video {
  /**
   * Its id.
   */
  id: string;
  /**
   * The file's name, without folders.
   */
  filename: string | null;
  /**
   * todo: no bytes yet. inProgress: bytes arriving or being read. uploaded: usable. aborted: never will be, `error` says why.
   */
  status: "todo" | "inProgress" | "uploaded" | "aborted";
  /**
   * Stable id of the stored file.
   */
  storageId: string;
  /**
   * What the file holds; null until it has been read.
   */
  metadata: {
    /**
     * The storageId.
     */
    id: string;
    /**
     * Seconds.
     */
    duration: number;
    /**
     * Pixels as shown, rotation applied.
     */
    width: number | null;
    /**
     * Pixels as shown, rotation applied; null without a picture.
     */
    height: number | null;
    /**
     * Frames per second; null without a picture.
     */
    fps: number | null;
    /**
     * Whether there is a sound track that can be decoded.
     */
    hasAudio: boolean;
    /**
     * Whether there is a picture.
     */
    hasVideo: boolean;
  } | null;
  /**
   * Time to live from its creation; a later task may keep a video longer.
   */
  ttl: "1d" | "7d" | "30d";
  /**
   * From then on it is unknown (404), UTC.
   */
  expiresAt: string;
  /**
   * Ids of the video's captioning tasks.
   */
  videoTasks: string[];
  /**
   * Ids of the video's clip tasks, oldest first.
   */
  clipTasks: string[];
  /**
   * When it was created, UTC.
   */
  createdAt: string;
  /**
   * Why the video was aborted: `Name: sentence`.
   */
  error?: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "CaptioningTask".
 */
export interface CaptioningTask {
  /**
   * Its id.
   */
  id: string;
  /**
   * Id of a video: `id` or `videoId` of an upload's answer.
   */
  videoId: string;
  /**
   * Where the task stands; transcriptionCompleted waits for approval.
   */
  status: "pending" | "transcribing" | "transcriptionCompleted" | "rendering" | "completed" | "failed";
  /**
   * Signed address, 1 hour.
   */
  transcript: string | null;
  /**
   * Signed address, 1 hour.
   */
  downloadUrl: string | null;
  /**
   * True once approved, with autoApprove from the beginning.
   */
  transcriptApproved: boolean;
  /**
   * `Name: sentence`
   */
  error: string | null;
  /**
   * Stable name of the failure; null unless failed.
   */
  errorName: string | null;
  /**
   * Percent.
   */
  progress: number;
  /**
   * Stable ids of the stored files.
   */
  storageIds: {
    /**
     * Of the source.
     */
    original: string;
    /**
     * Of the output; null before.
     */
    render: string | null;
    /**
     * Of the transcript as it is now; null before.
     */
    transcript: string | null;
  };
  /**
   * Clips that the film shows, once they have been fetched, in seconds of the film.
   */
  brolls: {
    /**
     * Seconds from the video's beginning.
     */
    startTime: number;
    /**
     * Seconds from the video's beginning, after startTime.
     */
    endTime: number;
    /**
     * Where the clip is; of the operator's library: signed, 1 hour.
     */
    url: string;
    /**
     * The word that a chosen clip was found by.
     */
    keyword?: string;
    /**
     * Whom to credit, where a chosen clip's library asks for it.
     */
    attribution?: {
      /**
       * The library.
       */
      source: string;
      /**
       * Who made the clip.
       */
      author: string;
      /**
       * The author's page.
       */
      authorUrl: string;
      /**
       * The clip's page.
       */
      pageUrl: string;
    };
  }[];
  /**
   * Id of the task's template.
   */
  templateId: string;
  /**
   * Held, then charged; null until the duration is known.
   */
  cost: string | null;
  /**
   * Your own flat strings, at most 50; returned with the task and in webhooks.
   */
  metadata: {
    [k: string]: string;
  } | null;
  /**
   * When it was created, UTC.
   */
  createdAt: string;
  /**
   * When it ended, UTC; null before.
   */
  completedAt: string | null;
  /**
   * From then on it is unknown (404), UTC.
   */
  expiresAt: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "ClipTask".
 */
export interface ClipTask {
  /**
   * Its id.
   */
  id: string;
  /**
   * Id of a video: `id` or `videoId` of an upload's answer.
   */
  videoId: string;
  /**
   * todo: no bytes yet. inProgress: bytes arriving or being read. uploaded: usable. aborted: never will be, `error` says why.
   */
  status: "pending" | "clipping" | "clipped" | "completed" | "failed";
  /**
   * The clips, the best first, once the task is completed; their addresses are good for 1 hour.
   */
  clips: {
    /**
     * Signed address of the clip, an .mp4 file.
     */
    url: string;
    /**
     * What the clip is about, in the language that is spoken.
     */
    theme: string;
    /**
     * Seconds in the source where the clip begins.
     */
    startTime: number;
    /**
     * Seconds in the source where it ends.
     */
    endTime: number;
    /**
     * Seconds.
     */
    duration: number;
  }[];
  /**
   * There with failed only: `Name: sentence`.
   */
  error?: string;
  /**
   * Stable name of the failure; null unless failed.
   */
  errorName: string | null;
  /**
   * Percent.
   */
  progress: number;
  /**
   * Held, for maxClips clips; charged, once completed, for those that were made. Null until the duration is known.
   */
  cost: string | null;
  /**
   * Your own flat strings, at most 50; returned with the task and in webhooks.
   */
  metadata: {
    [k: string]: string;
  } | null;
  /**
   * When it was created, UTC.
   */
  createdAt: string;
  /**
   * When it ended, UTC; null before.
   */
  completedAt: string | null;
  /**
   * From then on it is unknown (404), UTC.
   */
  expiresAt: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Font".
 */
export interface Font {
  /**
   * The fontId to use in tasks.
   */
  id: string;
  /**
   * The file's name, without folders.
   */
  filename: string;
  /**
   * As the file names it.
   */
  fontFamily: string;
  /**
   * As the file names it.
   */
  fontStyle: string;
  /**
   * When it was created, UTC.
   */
  createdAt: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "FontDetail".
 */
export interface FontDetail {
  /**
   * The fontId to use in tasks.
   */
  id: string;
  /**
   * The file's name, without folders.
   */
  filename: string;
  /**
   * As the file names it.
   */
  fontFamily: string;
  /**
   * As the file names it.
   */
  fontStyle: string;
  /**
   * When it was created, UTC.
   */
  createdAt: string;
  /**
   * 1 to 1000; a variable font's default.
   */
  fontWeight: number;
  /**
   * Of the bytes, whatever the file is called.
   */
  format: "ttf" | "otf" | "woff" | "woff2";
  /**
   * Whether it is a variable font.
   */
  isVariable: boolean;
  /**
   * The fontFileKey to use in words of a transcript.
   */
  fileKey: string;
  /**
   * Bytes.
   */
  size: number;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Template".
 */
export interface Template {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * What kind of look it is.
   */
  categories: ("animated" | "highlighted" | "basic")[];
  /**
   * Address of a moving preview.
   */
  previewUrl: string;
  /**
   * Previews made by the renderer itself.
   */
  previews: {
    /**
     * As a film.
     */
    previewMp4: string;
    /**
     * As a GIF.
     */
    previewGif: string;
  };
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "WebhookBody".
 */
export interface WebhookBody {
  /**
   * The same at every try: dedupe on it.
   */
  eventId: string;
  /**
   * Orders the deliveries of one task; gaps mean nothing.
   */
  sequence: number;
  /**
   * What has happened.
   */
  event: "transcriptionCompleted" | "completed" | "failed" | "progress" | "test";
  /**
   * The task's at that moment.
   */
  status: string;
  /**
   * Id of the task.
   */
  taskId: string;
  /**
   * Id of a video: `id` or `videoId` of an upload's answer.
   */
  videoId: string;
  /**
   * The subscription that this is for.
   */
  notificationFor: "transcript" | "render" | "renderProgress" | "tool";
  /**
   * Which tool, with notificationFor tool.
   */
  tool?: "dub" | "autoCut" | "clip";
  /**
   * Signed address of the transcript's JSON.
   */
  transcriptUrl?: string;
  /**
   * Signed address of the film.
   */
  renderUrl?: string;
  /**
   * The clips that were cut.
   */
  clips?: {
    /**
     * Signed address of the clip, an .mp4 file.
     */
    url: string;
    /**
     * What the clip is about, in the language that is spoken.
     */
    theme: string;
    /**
     * Seconds in the source where the clip begins.
     */
    startTime: number;
    /**
     * Seconds in the source where it ends.
     */
    endTime: number;
    /**
     * Seconds.
     */
    duration: number;
  }[];
  /**
   * Part of the rendering that is done, in percent.
   */
  progress?: number;
  /**
   * `Name: sentence`
   */
  error?: string;
  /**
   * Stable name of the failure; null unless failed.
   */
  errorName?: string;
  /**
   * As given at creation.
   */
  metadata?: {
    [k: string]: string;
  };
  /**
   * When it happened.
   */
  timestamp: string;
}
/**
 * This interface was referenced by `Operations`'s JSON-Schema
 * via the `definition` "Error".
 */
export interface Error {
  /**
   * The HTTP status.
   */
  statusCode: number;
  /**
   * The status code in words.
   */
  error: string;
  /**
   * What is wrong and what to do; on validation one sentence per field.
   */
  message: string | string[];
  /**
   * Stable name of the error.
   */
  code: string;
  /**
   * Tell it to the operator when you ask about a request.
   */
  requestId: string;
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
