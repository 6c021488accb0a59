import { languageOfTranscribeCode } from "../../../core/transcript/transcribe-languages.ts";
import { ServiceError } from "../service-error.ts";

export interface StartRequest {
  TranscriptionJobName: string;
  Media: { MediaFileUri?: string };
  MediaFormat?: string;
  MediaSampleRateHertz?: number;
  LanguageCode?: string;
  IdentifyLanguage?: boolean;
  IdentifyMultipleLanguages?: boolean;
  OutputBucketName?: string;
  OutputKey?: string;
}

/** A job as the service describes it. Times are seconds since 1970. */
export interface Job extends Omit<StartRequest, "OutputBucketName" | "OutputKey"> {
  TranscriptionJobStatus: "QUEUED" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
  CreationTime: number;
  StartTime?: number;
  CompletionTime?: number;
  FailureReason?: string;
  Transcript?: { TranscriptFileUri: string };
  LanguageCodes?: { LanguageCode: string; DurationInSeconds: number }[];
  IdentifiedLanguageScore?: number;
}

/** A failure of a job, not of a request, worded as the service words it. */
export class JobFailure extends Error {
  static readonly tooShort =
    "The input media file length is too small. Minimum audio duration is 0.500000 milliseconds. Check the length of the file and try your request again.";
  static readonly noSpeech =
    "Your audio file must have a speech segment long enough in duration to perform automatic language identification. Provide an audio file with someone speaking for a longer period of time and try your request again.";
  static readonly tooLong =
    "Invalid file size: file size too large. Maximum audio duration is 4.000000 hours. Check the length of the file and try your request again.";
  static readonly sampleRateMismatch = "The sample rate provided does not match the detected sample rate.";
  static readonly formatMismatch = "The media format provided does not match the detected media format.";
}

const supportedParameters = new Set([
  ...["TranscriptionJobName", "Media", "MediaFormat", "MediaSampleRateHertz", "LanguageCode", "Tags"],
  ...["IdentifyLanguage", "IdentifyMultipleLanguages", "OutputBucketName", "OutputKey"],
]);

/** Checks what the SDK's model cannot express. Throws ServiceError. */
export function checkStart(input: Record<string, unknown>): StartRequest {
  const unsupported = Object.keys(input).find((name) => !supportedParameters.has(name));
  if (unsupported)
    throw new ServiceError("BadRequestException", `The service emulator does not support ${unsupported}.`);
  const request = input as unknown as StartRequest;
  const { LanguageCode, IdentifyLanguage, IdentifyMultipleLanguages } = request;
  const identifications = [LanguageCode, IdentifyLanguage, IdentifyMultipleLanguages].filter(Boolean).length;
  if (identifications !== 1) {
    throw new ServiceError(
      "BadRequestException",
      "You must provide exactly one of LanguageCode, IdentifyLanguage and IdentifyMultipleLanguages.",
    );
  }
  if (LanguageCode !== undefined && languageOfTranscribeCode(LanguageCode) === null)
    throw new ServiceError("BadRequestException", `The service emulator does not support ${LanguageCode}.`);
  if (request.OutputBucketName === undefined)
    throw new ServiceError(
      "BadRequestException",
      "The service emulator does not support buckets of the service: set OutputBucketName.",
    );
  return request;
}

/** Parses `s3://bucket/key`. Throws ServiceError for anything else. */
export function parseS3Uri(uri: string | undefined): { bucket: string; key: string } {
  const match = /^s3:\/\/([^/]+)\/(.+)$/s.exec(uri ?? "");
  if (!match) throw new ServiceError("BadRequestException", "The S3 URI that you provided isn't valid.");
  return { bucket: match[1] ?? "", key: match[2] ?? "" };
}

/** Returns the fields of a job that ListTranscriptionJobs returns. */
export function summaryOf({ Media: _, Transcript: __, MediaFormat: ___, ...job }: Job): object {
  const { MediaSampleRateHertz: _rate, ...summary } = job;
  return { ...summary, OutputLocationType: "CUSTOMER_BUCKET" };
}
