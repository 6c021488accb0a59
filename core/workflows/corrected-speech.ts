import type { CaptioningTask } from "../tasks/captioning-task.ts";
import { correctByReference } from "../transcript/correction/correct-by-reference.ts";
import type { Recognition } from "../transcript/recognition.ts";
import type { TranscriptStore } from "../transcript/transcript-store.ts";

/** What was heard, as the task's reference writes it. */
export const corrected = async (
  recognition: Recognition,
  { id, request }: CaptioningTask,
  { transcripts }: { transcripts: Pick<TranscriptStore, "readReference"> },
): Promise<Recognition> => {
  if (request.referenceCues === undefined) return recognition;
  return correctByReference(recognition, await transcripts.readReference(id)).recognition;
};
