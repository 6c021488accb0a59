import { synchronousLanguageOf, transcribeCodeOf } from "../../../core/transcript/transcribe-languages.ts";
import { ServiceError } from "../service-error.ts";
import type { ServiceModel } from "../service-model.ts";
import { parseS3Uri } from "./jobs.ts";
import { synchronousResultsOf } from "./output.ts";
import { type MediaProperties, type RecognitionDeps, recognizeObject } from "./recognize.ts";
import addition from "./transcribe-audio-model.json" with { type: "json" };

/** Container formats, which ffmpeg names like the service. */
const formats: ReadonlySet<string> = new Set(["wav", "mp3", "flac", "m4a", "mp4", "ogg", "webm", "amr"]);

/**
 * Adds TranscribeAudio to the model of a version of botocore without it. `transcribe-audio-model.json` is that part of the model
 * in botocore 1.44.8, without its documentation.
 */
export const withTranscribeAudio = (model: ServiceModel): ServiceModel => ({
  ...model,
  operations: { ...model.operations, ...addition.operations },
  shapes: { ...model.shapes, ...addition.shapes },
});

/** Returns an error with the reason that the service gives for rejected audio. */
const rejectedAudio = (Reason: string, sentence: string): ServiceError =>
  new ServiceError("BadRequestException", sentence, 400, { Reason });

interface AudioSource {
  bucket: string;
  key: string;
  language: string;
  code: string;
}

/** Checks what the SDK's model cannot express. Throws ServiceError. */
const sourceOf = (input: Record<string, unknown>): AudioSource => {
  const { Media, Language, ...others } = input as { Media: { MediaFileUri?: string }; Language?: string };
  const { MediaFileUri, ...media } = Media;
  const unsupported = Object.keys({ ...others, ...media })[0];
  if (unsupported !== undefined)
    throw new ServiceError("BadRequestException", `The service emulator does not support ${unsupported}.`);
  if (Language === undefined)
    throw new ServiceError("BadRequestException", "You must provide Language or LanguageDetectionMode.");
  const language = synchronousLanguageOf(Language) ?? "";
  return { ...parseS3Uri(MediaFileUri), language, code: transcribeCodeOf(language) ?? Language };
};

const formatOf = (media: MediaProperties): string | null =>
  media.formats.find((name) => formats.has(name)) ?? null;

/** Throws ServiceError for media that the service rejects. */
const checkAudio = (media: MediaProperties): void => {
  const { durationSeconds: seconds } = media;
  if (formatOf(media) === null)
    throw rejectedAudio("unsupportedAudioFormat", "The media format isn't supported.");
  if (seconds !== null && seconds < 0.5)
    throw rejectedAudio("audioTooShort", "The audio is shorter than 0.5 seconds.");
  if (seconds !== null && seconds > 3600)
    throw rejectedAudio("audioTooLong", "The audio is longer than the maximum duration of 1 hour.");
};

/** Performs TranscribeAudio for an object of a bucket in a given language. Throws ServiceError. */
export const recognizeAudio = async (
  input: Record<string, unknown>,
  deps: RecognitionDeps,
): Promise<unknown> => {
  const source = sourceOf(input);
  const found: { media?: MediaProperties } = {};
  const check = (media: MediaProperties): void => {
    found.media = media;
    checkAudio(media);
  };
  const recognition = await recognizeObject(source, check, deps).catch((error: unknown) => {
    if (found.media !== undefined) throw error;
    throw rejectedAudio("mediaDownloadFailed", "The audio at your MediaFileUri couldn't be read.");
  });
  const { media } = found;
  return {
    TranscriptResponse: {
      Metadata: {
        MediaFormat: media && formatOf(media),
        MediaSampleRateHertz: media?.sampleRateHertz,
      },
      Results: synchronousResultsOf(recognition, source.code),
    },
  };
};
