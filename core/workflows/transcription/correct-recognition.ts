import { lexiconOf } from "../../languages/lexicon.ts";
import type { CaptioningTask } from "../../tasks/captioning-task.ts";
import { correctByDictionary } from "../../transcript/correction/correct-by-dictionary.ts";
import { correctByReference } from "../../transcript/correction/correct-by-reference.ts";
import type { Recognition } from "../../transcript/recognition.ts";
import type { TranscriptStore } from "../../transcript/transcript-store.ts";

/** What was heard, as the task's reference writes it, and the rest of it as its dictionary does. */
export const correctRecognition = async (
  recognition: Recognition,
  { id, request }: CaptioningTask,
  { transcripts }: { transcripts: Pick<TranscriptStore, "readReference"> },
): Promise<Recognition> => {
  const reference = request.referenceCues === undefined ? [] : await transcripts.readReference(id);
  const { recognition: referred, confirmed } = correctByReference(recognition, reference);
  if (request.dictionary.length === 0) return referred;
  const lexicon = await lexiconOf(recognition.language);
  return correctByDictionary(referred, request.dictionary, lexicon, confirmed);
};
