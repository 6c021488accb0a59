import type { CutList } from "../cuts/cut-list.ts";
import type { Reference } from "./correction/reference-tokens.ts";
import type { Recognition } from "./recognition.ts";
import type { Transcript } from "./word-entry.ts";

/** Transcripts in the media bucket: one immutable object per task and revision. */
export interface TranscriptStore {
  read(taskId: string, revision: number): Promise<Transcript>;
  write(taskId: string, revision: number, transcript: Transcript): Promise<void>;
  /** Writes a new revision; returns false when it exists already. */
  writeNew(taskId: string, revision: number, transcript: Transcript): Promise<boolean>;
  readSupplied(taskId: string): Promise<Transcript>;
  writeSupplied(taskId: string, transcript: Transcript): Promise<void>;
  /** Only for tasks with a reference. */
  readReference(taskId: string): Promise<Reference>;
  writeReference(taskId: string, reference: Reference): Promise<void>;
  /** Only for tasks with cuts (`autoCut.isCut`). */
  readCuts(taskId: string): Promise<CutList>;
  writeCuts(taskId: string, cuts: CutList): Promise<void>;
  /** The words of a clip, counted from 0, on its time line. */
  readClip(taskId: string, index: number): Promise<Transcript>;
  writeClip(taskId: string, index: number, transcript: Transcript): Promise<void>;
  readRecognition(taskId: string): Promise<Recognition>;
}
