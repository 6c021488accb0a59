import type { ErrorName } from "../errors.ts";

/** The meaning of each error and its remedy, for the documentation. */
export const errorNotes: Partial<Record<ErrorName, string>> = {
  ValidationFailed: "The request is invalid. `message` names each field and its rule.",
  InvalidUploadPart: "A part, or the sum of all parts, has an invalid size. `message` names each.",
  UploadIncomplete:
    "Parts are missing or differ from their declared size. Upload them, then complete the upload again.",
  AddressNotAllowed: "The service cannot connect to the URL. Use a publicly accessible URL.",
  InvalidFont: "The file is not a usable font. Upload a .ttf, .otf, .woff or .woff2 file.",
  FontLimitExceeded: "The account has the maximum number of fonts of its plan. Delete a font first.",
  KeyLimitExceeded: "The account has the maximum number of active keys. Revoke a key first.",
  FeatureUnavailable: "The named field is not available in this service. Omit it.",
  TranslationUnsupported:
    "The service does not support this language pair. `message` lists the supported ones.",
  DubUnavailable:
    "The service has no voice engine for the language, or the speech is already in that language.",
  Unauthorized: "The x-api-key header is missing, or its key is unknown or revoked.",
  AccountSuspended: "The operator has suspended the account.",
  WrongKeyKind:
    "The key is of the wrong kind. Routes under /operator require an operator key, all others an account key.",
  RequestBlocked:
    "The web ACL of the service blocked the request or its IP address. Send the request from another network, or contact the operator.",
  DubConsentRequired:
    "The account has not confirmed that the speakers consent to dubbing. Ask the operator to record the consent.",
  InsufficientCredits: "The balance does not cover the cost. Add credits.",
  NotFound: "The ID does not exist, belongs to another account, or has expired.",
  ResponseTooLarge: "The response is too large to send uncompressed. Send Accept-Encoding: gzip.",
  InvalidTaskState: "The status of the task does not allow the operation. `message` names the status.",
  TranscriptNotReady: "The transcript does not exist yet. Wait for the status transcriptionCompleted.",
  InvalidUploadState: "The upload has ended, or the video is not ready. `message` names the reason.",
  IdempotencyConflict:
    "The Idempotency-Key was used for a different request, or that request is still in progress.",
  PreconditionFailed: "The transcript has changed since it was read. Read it again.",
  PayloadTooLarge: "The body is too large. `message` states the limit and the alternative.",
  UnsupportedMediaType:
    "The type of the file or body is not supported, or the body is compressed. `message` names the remedy.",
  TooManyRequests: "The rate limit is exceeded. Wait for the number of seconds in Retry-After.",
  TranscriptOutsideVideo: "No word of the transcript is within the video. Specify times in seconds.",
  AudioSourceRequiresTransparent:
    "The source has no video stream. Set outputMode to transparent, with width and height.",
  VideoUnavailable: "The video has expired or has been deleted. Upload it again.",
  FontNotFound: "An uploaded font has been deleted. `message` names it.",
  BrollUnavailable: "A b-roll cannot be shown. `message` names it.",
  MediaUnreadable: "The video cannot be decoded. Export it again and upload the new file.",
  MediaTooLarge: "The video is too large for the operation. `message` states the limit and the alternative.",
  RenderFailed: "The frame cannot be drawn. `message` names the reason.",
  RenderTimedOut: "The frame could not be drawn in time. Try again.",
  InternalError: "An internal error occurred. Retry; if it persists, report the requestId to the operator.",
};
