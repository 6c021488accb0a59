/**
 * Every failure that a client may see has a stable literal name: the `code` of an error response, the `errorName` of a
 * failed task, and what state machines match in `ErrorEquals`. One table gives the HTTP status.
 */
export const errorStatus = {
  ValidationFailed: 400,
  InvalidUploadPart: 400,
  UploadIncomplete: 400,
  AddressNotAllowed: 400,
  InvalidFont: 400,
  FontLimitExceeded: 400,
  KeyLimitExceeded: 400,
  /** A field of the interface that this release knows and does not serve. */
  FeatureUnavailable: 400,
  DubUnavailable: 400,
  /** Also the name of a failed task, when the language is only known from its words. */
  TranslationUnsupported: 400,
  Unauthorized: 401,
  InsufficientCredits: 402,
  /** The key is good; the operator has shut its account out. */
  AccountSuspended: 403,
  /** The account has not confirmed that the speakers consent to a dub. */
  DubConsentRequired: 403,
  NotFound: 404,
  RouteNotFound: 404,
  MethodNotAllowed: 405,
  /** Only for clients that take no compression. */
  ResponseTooLarge: 406,
  InvalidTaskState: 409,
  TranscriptNotReady: 409,
  InvalidUploadState: 409,
  IdempotencyConflict: 409,
  PreconditionFailed: 412,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  TooManyRequests: 429,
  InternalError: 500,
  // Names of failed tasks and aborted videos; as a response they would be a conflict with the media's state.
  AudioSourceRequiresTransparent: 409,
  MediaUnreadable: 409,
  /** A track is encrypted. */
  MediaProtected: 409,
  /** Media that is whole and yet of a kind that cannot be shown right. */
  MediaUnsupported: 409,
  /** The audio track cannot be decoded, and a transcript or cuts were to be made of it. */
  AudioUnreadable: 409,
  /** No word of a supplied transcript is within the video, as when its times are in milliseconds. */
  TranscriptOutsideVideo: 409,
  MediaTooLarge: 409,
  NoVideoOrAudioStream: 409,
  DownloadFailed: 409,
  UploadAbandoned: 409,
  VideoUnavailable: 409,
  VideoDeleted: 409,
  TaskExpired: 409,
  FontNotFound: 409,
  /** A clip task: the source has audio and no frame, nothing is said in it, or it is shorter than one clip. */
  NoPicture: 409,
  NoSpeech: 409,
  VideoTooShort: 409,
  BrollUnavailable: 409,
  TranscriptionFailed: 409,
  TranslationFailed: 409,
  DubFailed: 409,
  RenderFailed: 409,
  RenderTimedOut: 409,
  ContainerStopped: 409,
  /** No container could be started for hours. */
  CapacityUnavailable: 409,
  ApprovalExpired: 409,
} as const satisfies Record<string, number>;

export type ErrorName = keyof typeof errorStatus;

/** A failure meant to be seen: `message` is one sentence that names the field or the cause, and the remedy. */
export class NamedError extends Error {
  override readonly name: ErrorName;
  /** Several sentences at once, each naming its field path; validation only. */
  readonly messages: readonly string[] | null;

  constructor(name: ErrorName, message: string | readonly string[], options?: { cause?: unknown }) {
    super(typeof message === "string" ? message : message.join("; "), options);
    this.name = name;
    this.messages = typeof message === "string" ? null : message;
  }
}

export const isNamedError = (error: unknown): error is NamedError => error instanceof NamedError;
