/**
 * HTTP status of each error name. The name is stable: the `code` of an error response, the `errorName` of a failed
 * task, and what state machines match in `ErrorEquals`.
 */
export const errorStatus = {
  ValidationFailed: 400,
  InvalidUploadPart: 400,
  UploadIncomplete: 400,
  AddressNotAllowed: 400,
  InvalidFont: 400,
  FontLimitExceeded: 400,
  KeyLimitExceeded: 400,
  /** A request field that this version does not support. */
  FeatureUnavailable: 400,
  DubUnavailable: 400,
  /** Also the name of a failed task whose language was identified during its work. */
  TranslationUnsupported: 400,
  Unauthorized: 401,
  InsufficientCredits: 402,
  /** The key is valid; the operator has suspended its account. */
  AccountSuspended: 403,
  /** An operator's key on a route of accounts, or the reverse. */
  WrongKeyKind: 403,
  /** By the web ACL in front of the service, for its content or its IP address. */
  RequestBlocked: 403,
  /** The account has not confirmed that the speakers consent to a dub. */
  DubConsentRequired: 403,
  NotFound: 404,
  RouteNotFound: 404,
  MethodNotAllowed: 405,
  /** Only for clients that do not accept compression. */
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
  // Names of failed tasks and aborted videos. As a response they are a conflict with the state of the media.
  AudioSourceRequiresTransparent: 409,
  MediaUnreadable: 409,
  /** A track is encrypted. */
  MediaProtected: 409,
  /** The media is intact, but cannot be displayed correctly. */
  MediaUnsupported: 409,
  /** The audio track cannot be decoded, although the transcript or the cuts depend on it. */
  AudioUnreadable: 409,
  /** No word of a supplied transcript is within the video, for example because its times are in milliseconds. */
  TranscriptOutsideVideo: 409,
  MediaTooLarge: 409,
  NoVideoOrAudioStream: 409,
  DownloadFailed: 409,
  UploadAbandoned: 409,
  VideoUnavailable: 409,
  VideoDeleted: 409,
  TaskExpired: 409,
  FontNotFound: 409,
  /** Of clip tasks: the source has no video, no speech, or is shorter than one clip. */
  NoPicture: 409,
  NoSpeech: 409,
  VideoTooShort: 409,
  /** Of clip tasks with `excludeFlagged`: every passage has hateful or obscene words. */
  NoUnflaggedClip: 409,
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

/** An error that a client may see: `message` is a sentence that names the field or the cause, and the remedy. */
export class NamedError extends Error {
  override readonly name: ErrorName;
  /** Only for validation: one sentence per problem, each with the path of its field. */
  readonly messages: readonly string[] | null;
  /** When a rejected request may succeed; sent as Retry-After. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    name: ErrorName,
    message: string | readonly string[],
    { retryAfterSeconds, ...options }: { cause?: unknown; retryAfterSeconds?: number } = {},
  ) {
    super(typeof message === "string" ? message : message.join("; "), options);
    this.name = name;
    this.retryAfterSeconds = retryAfterSeconds;
    this.messages = typeof message === "string" ? null : message;
  }
}

export const isNamedError = (error: unknown): error is NamedError => error instanceof NamedError;
