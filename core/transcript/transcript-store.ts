import type { CutList } from "../cuts/cut-list.ts";
import type { Reference } from "./correction/reference-tokens.ts";
import type { Recognition } from "./recognition.ts";
import type { Transcript } from "./word-entry.ts";

/** Transcripts lie in the media bucket: one object per task and revision, written once. */
export interface TranscriptStore {
  read(taskId: string, revision: number): Promise<Transcript>;
  write(taskId: string, revision: number, transcript: Transcript): Promise<void>;
  /** Writes a revision that nobody has written yet; false, without writing, when somebody has. */
  writeNew(taskId: string, revision: number, transcript: Transcript): Promise<boolean>;
  readSupplied(taskId: string): Promise<Transcript>;
  writeSupplied(taskId: string, transcript: Transcript): Promise<void>;
  /** Only for tasks whose request says that there is one. */
  readReference(taskId: string): Promise<Reference>;
  writeReference(taskId: string, reference: Reference): Promise<void>;
  /** What was cut out of a task's film; only for tasks whose `autoCut` says that something was. */
  readCuts(taskId: string): Promise<CutList>;
  writeCuts(taskId: string, cuts: CutList): Promise<void>;
  readRecognition(taskId: string): Promise<Recognition>;
}
