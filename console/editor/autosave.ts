import type { WordEntry } from "../../clients/typescript/src/client.ts";
import { retryDelayOf } from "../retry-delay.ts";
import { type Draft, readDraft, removeDraft, writeDraft } from "./drafts.ts";
import {
  loadTranscript,
  type Revision,
  type SaveRejection,
  saveTranscript,
  type TranscriptPath,
  takeTranscript,
} from "./transcript-api.ts";

export type SaveState =
  | { kind: "saved" }
  | { kind: "unsaved" }
  | { kind: "saving" }
  | { kind: "failed"; error: unknown }
  /** Another client has saved since: the user chooses. */
  | { kind: "changed" }
  | { kind: "approved" };

/** Milliseconds between the last change and its save. */
const saveDelayMs = 1_500;
const retryDelayMs = 5_000;
/**
 * Milliseconds in which changes share one draft: none for a short transcript, and 300 for 12,000 words, which take the browser 20 ms to
 * copy.
 */
const draftDelayMs = (words: readonly WordEntry[] | null): number => Math.min(300, (words?.length ?? 0) / 40);
/** Milliseconds between polls of a save in progress. */
const pollMs = 200;

/**
 * Saves the newest words of one transcript, one request at a time. Every change is stored as a draft in the browser first, and the draft
 * is removed once the service has the change.
 */
export class Autosave {
  private readonly path: TranscriptPath;
  private readonly onState: (state: SaveState) => void;
  private readonly onDraft: (isStored: boolean) => void;
  private etag = "";
  private latest: readonly WordEntry[] | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isSaving = false;
  private isClosed = false;
  private drafts: Promise<unknown> = Promise.resolve();
  private isDraftQueued = false;

  /** `onDraft` gets true once the browser has stored changes that are not saved, and false once it has removed them. */
  constructor(
    path: TranscriptPath,
    onState: (state: SaveState) => void,
    onDraft: (isStored: boolean) => void,
  ) {
    this.path = path;
    this.onState = onState;
    this.onDraft = onDraft;
  }

  /** Reads the transcript, and the draft of changes that were never saved. */
  async load(): Promise<{ words: WordEntry[]; draft: Draft | null }> {
    const [{ words, etag }, draft] = await Promise.all([
      takeTranscript(this.path),
      readDraft(this.path.taskId).catch(() => null),
    ]);
    this.etag = etag;
    const isNews = draft !== null && JSON.stringify(draft.words) !== JSON.stringify(words);
    return { words, draft: isNews ? draft : null };
  }

  change(words: readonly WordEntry[]): void {
    this.latest = words;
    this.onState({ kind: "unsaved" });
    this.queueDraft();
    this.schedule(saveDelayMs);
  }

  /** Saves now what is not saved. Returns the state afterwards: `unsaved` if there are newer changes, `saving` if another save runs. */
  async flush(): Promise<SaveState["kind"]> {
    clearTimeout(this.timer);
    if (this.latest === null) return "saved";
    if (this.isSaving) return "saving";
    this.isSaving = true;
    this.onState({ kind: "saving" });
    try {
      return await this.save(this.latest);
    } catch (error) {
      this.onState({ kind: "failed", error });
      const delayMs = retryDelayOf(error, retryDelayMs);
      if (delayMs !== null) this.schedule(delayMs);
      return "failed";
    } finally {
      this.isSaving = false;
    }
  }

  /** Saves everything. Returns whether the service has it: not if a save fails or is rejected. */
  async saveAll(): Promise<boolean> {
    for (;;) {
      const state = await this.flush();
      if (state !== "saving" && state !== "unsaved") return state === "saved";
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }

  /** Saves the local words over those of the other client. */
  async keepMine(): Promise<void> {
    this.etag = (await loadTranscript(this.path)).etag;
    await this.flush();
  }

  /** Discards the local words and returns those of the other client. */
  async takeTheirs(): Promise<WordEntry[]> {
    const { words, etag } = await loadTranscript(this.path);
    this.etag = etag;
    this.latest = null;
    await this.dropDraft();
    this.onState({ kind: "saved" });
    return words;
  }

  async dropDraft(): Promise<void> {
    await this.drafts;
    await removeDraft(this.path.taskId).catch(() => {});
    this.onDraft(false);
  }

  /** Saves once more what is not saved; if that fails, the draft is offered when the transcript is opened again. */
  close(): void {
    this.isClosed = true;
    void this.flush();
  }

  private async save(words: readonly WordEntry[]): Promise<SaveState["kind"]> {
    const result: Revision | SaveRejection = await saveTranscript(this.path, words, this.etag);
    if (typeof result === "string") {
      this.onState({ kind: result });
      return result;
    }
    this.etag = result.etag;
    if (this.latest !== words) {
      this.schedule(0);
      return "unsaved";
    }
    this.latest = null;
    await this.dropDraft();
    this.onState({ kind: "saved" });
    return "saved";
  }

  /** Stores the newest words as the draft. Changes that arrive before a write begins, as while a word is typed, share that write. */
  private queueDraft(): void {
    if (this.isDraftQueued) return;
    this.isDraftQueued = true;
    this.drafts = this.drafts
      .then(() => new Promise((resolve) => setTimeout(resolve, draftDelayMs(this.latest))))
      .then(async () => {
        this.isDraftQueued = false;
        const { latest } = this;
        if (latest === null) return;
        const { taskId } = this.path;
        await writeDraft({ taskId, words: [...latest], savedAt: new Date().toISOString() });
        this.onDraft(true);
      })
      // A browser without storage still saves to the service.
      .catch(() => {});
  }

  private schedule(milliseconds: number): void {
    clearTimeout(this.timer);
    if (!this.isClosed) this.timer = setTimeout(() => void this.flush(), milliseconds);
  }
}
