import type { AccountStore } from "../accounts/account.ts";
import type { CreateTaskBody } from "../api/schemas/tasks.ts";
import { brollProblems, chosenPercent, noBrollLibrary } from "../broll/broll-rules.ts";
import { checkDub, type DubSupport } from "../dub/dub-support.ts";
import type { EgressPolicy } from "../egress/source-url.ts";
import { NamedError } from "../errors.ts";
import type { FontStore } from "../fonts/font.ts";
import { resolveWordFonts, styleFontProblems } from "../fonts/word-fonts.ts";
import { type LanguageCode, languageCodes, parseLanguageCode } from "../languages/languages.ts";
import { outputSizeProblems } from "../render-plan/output-size.ts";
import { brokenExportRules } from "../settings/export-rules.ts";
import { type Template, templateProblems } from "../templates/template.ts";
import { withoutOverlaps } from "../time/without-overlaps.ts";
import { timeUnitProblem, transcriptProblems } from "../transcript/validate.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { TranslationSupport } from "../translation/translation-support.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import type { VideoStore } from "../videos/video-store.ts";
import { type CaptioningRequest, transcriptLanguage } from "./captioning-task.ts";
import { checkNotification } from "./notification.ts";
import { checkTaskRequest } from "./request-rules.ts";
import type { CaptioningTaskStore } from "./task-store.ts";
import { checkTranslation } from "./translation-rules.ts";

export interface CheckRequestDeps {
  videos: Pick<VideoStore, "get">;
  egress: EgressPolicy;
  tasks: Pick<CaptioningTaskStore, "get">;
  fonts: Pick<FontStore, "get">;
  templates: readonly Template[];
  /** Returns whether any b-roll library is configured. */
  hasBrollLibrary: () => Promise<boolean>;
  translation: TranslationSupport;
  /** Languages of the voice engine. */
  dub: DubSupport;
  accounts: Pick<AccountStore, "get">;
}

export interface CheckedRequest {
  request: CaptioningRequest;
  /** The supplied transcript without overlaps, with the fonts of its words resolved; null without one. */
  transcript: Transcript | null;
}

interface RequestContext {
  accountId: string;
  /** Null while it is unknown. */
  media: MediaInfo | null;
}

/** Returns the problems of single fields. */
const fieldProblems = async (
  { accountId, media }: RequestContext,
  body: CreateTaskBody,
  deps: CheckRequestDeps,
): Promise<string[]> => {
  const exportSettings = body.exportSettings ?? {};
  return [
    ...templateProblems("templateId", body.templateId, deps.templates),
    ...languageProblems("language", body.language),
    ...languageProblems("translateTo", body.translateTo),
    ...brokenExportRules(exportSettings),
    ...brollProblems(body.transcribeSettings?.broll, deps.egress),
    ...suppliedProblems(body.transcript ?? [], media),
    ...(media?.video ? outputSizeProblems(media, exportSettings) : []),
    ...(await styleFontProblems(body.renderOptions?.styleOptions?.fontId, accountId, deps)),
  ];
};

const checkBrollLibrary = async (body: CreateTaskBody, deps: CheckRequestDeps): Promise<void> => {
  if (chosenPercent(body.transcribeSettings?.broll) > 0 && !(await deps.hasBrollLibrary())) {
    throw new NamedError("FeatureUnavailable", noBrollLibrary);
  }
};

/** Returns the part of a checked body that the record stores. */
const storedRequest = (
  body: CreateTaskBody,
  {
    source,
    language,
    translateTo,
    isDub,
  }: {
    source: CaptioningRequest["source"];
    language: LanguageCode | null;
    translateTo: LanguageCode | null;
    isDub: boolean;
  },
  egress: EgressPolicy,
): CaptioningRequest => {
  const customBrolls = body.transcribeSettings?.broll?.customBrolls ?? [];
  const cues = body.referenceTranscript?.length ?? 0;
  const brollPercent = chosenPercent(body.transcribeSettings?.broll);
  return {
    templateId: body.templateId,
    autoApprove: body.autoApprove ?? false,
    language,
    ...(translateTo === null ? {} : { translateTo }),
    ...(isDub ? { dub: true } : {}),
    source,
    renderOptions: body.renderOptions ?? {},
    exportSettings: body.exportSettings ?? {},
    // A supplied or copied transcript is not recognized.
    dictionary: source.kind === "speech" ? (body.dictionary ?? []) : [],
    ...(source.kind === "speech" && cues > 0 ? { referenceCues: cues } : {}),
    ...autoCutOf(body),
    metadata: body.metadata ?? null,
    ...(customBrolls.length > 0 ? { customBrolls: customBrolls.length } : {}),
    ...(brollPercent > 0 ? { brollPercent } : {}),
    ...(body.notification ? { notification: checkNotification(body.notification, egress) } : {}),
  };
};

/**
 * Checks a create-task body. Skips the checks that need the media while it is unknown. Returns the part of the body that
 * the record stores, and its transcript. Throws NamedError ValidationFailed (all problems of the body at once),
 * AddressNotAllowed, FeatureUnavailable, DubUnavailable, DubConsentRequired, TranslationUnsupported, TranscriptNotReady.
 */
export const checkCaptioningRequest = async (
  context: RequestContext,
  body: CreateTaskBody,
  deps: CheckRequestDeps,
): Promise<CheckedRequest> => {
  const { accountId } = context;
  const words =
    body.transcript === undefined
      ? null
      : await resolveWordFonts(body.transcript, "transcript", accountId, deps);
  checkTaskRequest(body, [...(await fieldProblems(context, body, deps)), ...(words?.problems ?? [])]);
  await checkBrollLibrary(body, deps);
  const language = body.language === undefined ? null : parseLanguageCode(body.language);
  const translateTo = body.translateTo === undefined ? null : parseLanguageCode(body.translateTo);
  const { source, copiedLanguage } = await resolveWordSource(accountId, body, deps);
  const wordsFrom = source.kind === "speech" ? "speech" : "text";
  checkTranslation(translateTo, language ?? copiedLanguage, wordsFrom, deps.translation);
  const isDub = body.dub === true && translateTo !== null;
  if (isDub) {
    const account = await deps.accounts.get(accountId);
    checkDub({ from: language, to: translateTo }, account, deps.dub, deps.translation);
  }
  const request = storedRequest(body, { source, language, translateTo, isDub }, deps.egress);
  return { request, transcript: words && withoutOverlaps(words.transcript) };
};

const suppliedProblems = (transcript: Transcript, media: MediaInfo | null): string[] => {
  const unit = media && timeUnitProblem(transcript, media.durationSeconds, "transcript");
  return [...transcriptProblems(transcript, "transcript"), ...(unit === null ? [] : [unit])];
};

const autoCutOf = ({ autoCutSettings }: CreateTaskBody): Pick<CaptioningRequest, "autoCut"> => {
  const silenceRemoval = autoCutSettings?.silenceRemoval ?? null;
  const disfluencyRemoval = autoCutSettings?.disfluencyRemoval ?? false;
  return silenceRemoval === null && !disfluencyRemoval
    ? {}
    : { autoCut: { silenceRemoval, disfluencyRemoval } };
};

const languageProblems = (field: string, value: string | undefined): string[] =>
  value === undefined || parseLanguageCode(value) !== null
    ? []
    : [`${field} must be one of ${languageCodes.join(", ")}`];

/** Returns the source of the transcript, and the language of a copied one (else null). */
const resolveWordSource = async (
  accountId: string,
  { transcript, transcriptTaskId }: CreateTaskBody,
  deps: CheckRequestDeps,
): Promise<{ source: CaptioningRequest["source"]; copiedLanguage: LanguageCode | null }> => {
  if (transcript !== undefined) return { source: { kind: "supplied" }, copiedLanguage: null };
  if (transcriptTaskId === undefined) return { source: { kind: "speech" }, copiedLanguage: null };
  const task = await deps.tasks.get(transcriptTaskId);
  const isOwn = task?.accountId === accountId && (await deps.videos.get(task.videoId)) !== null;
  if (task === null || !isOwn) {
    throw new NamedError("ValidationFailed", ["transcriptTaskId must be the ID of one of your tasks"]);
  }
  if (task.transcriptRevision === 0) {
    throw new NamedError(
      "TranscriptNotReady",
      "The task in transcriptTaskId has no transcript yet. Wait until its transcription is complete.",
    );
  }
  const copiedLanguage = parseLanguageCode(transcriptLanguage(task) ?? "");
  return { source: { kind: "copy", transcriptTaskId }, copiedLanguage };
};
