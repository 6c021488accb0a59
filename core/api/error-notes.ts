import type { ErrorName } from "../errors.ts";

/** What an error of a route means and what helps, in one sentence; for the documentation. */
export const errorNotes: Partial<Record<ErrorName, string>> = {
  ValidationFailed: "Something in the request is missing or wrong; `message` names each field and its rule.",
  InvalidUploadPart: "A part, or all together, has a size that is not allowed; `message` names each.",
  UploadIncomplete: "Parts are missing or have another size than announced: send them, then complete again.",
  AddressNotAllowed: "The address cannot be reached from the service: give a public one.",
  InvalidFont: "The file is not a font that can be used: send a .ttf, .otf, .woff or .woff2.",
  FontLimitExceeded: "The account has as many fonts as its plan allows: delete one.",
  FeatureUnavailable: "This version does not serve the field that is named: leave it out.",
  TranslationUnsupported:
    "This service does not translate that pair of languages; `message` lists those that it does.",
  DubUnavailable: "This service has no voice engine: leave dub out.",
  Unauthorized: "The x-api-key header is missing, unknown or revoked.",
  AccountSuspended: "The operator has suspended the account.",
  InsufficientCredits: "The balance does not cover the cost: add credits.",
  NotFound: "The id is unknown, belongs to another account, or has expired.",
  ResponseTooLarge: "The answer only fits when compressed: send Accept-Encoding: gzip.",
  InvalidTaskState: "The task's status does not allow this; `message` tells it.",
  TranscriptNotReady: "There is no transcript yet: wait for transcriptionCompleted.",
  InvalidUploadState: "The upload has ended, or the video is not ready; `message` tells which.",
  IdempotencyConflict:
    "The Idempotency-Key was used for another request, or that request is still under way.",
  PreconditionFailed: "The transcript has changed since it was read: read it again.",
  PayloadTooLarge: "The body is too large; `message` tells the limit and the way that works.",
  UnsupportedMediaType: "The body is of a kind that is not taken; `message` tells what is.",
  TooManyRequests: "Too many requests: wait as long as Retry-After says.",
  InternalError: "A fault of ours: try again; if it stays, report the requestId.",
};
