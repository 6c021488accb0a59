import { lexiconOf } from "../../languages/lexicon.ts";
import type { CaptioningTask } from "../../tasks/captioning-task.ts";
import { correctByDictionary } from "../../transcript/correction/correct-by-dictionary.ts";
import { correctByReference } from "../../transcript/correction/correct-by-reference.ts";
import type { Recognition } from "../../transcript/recognition.ts";
import type { TranscriptStore } from "../../transcript/transcript-store.ts";

/** Corrects the spelling of a recognition: by the task's reference transcript, and where that has no match by its dictionary. */
export const correctRecognition = async (
  recognition: Recognition,
  { id, request }: CaptioningTask,
  { transcripts }: { transcripts: Pick<TranscriptStore, "readReference"> },
): Promise<Recognition> => {
  const reference = request.referenceCues === undefined ? [] : await transcripts.readReference(id);
  const { recognition: corrected, confirmed } = correctByReference(recognition, reference);
  if (request.dictionary.length === 0) return corrected;
  const lexicon = await lexiconOf(recognition.language);
  return correctByDictionary(corrected, request.dictionary, lexicon, confirmed);
};
