import type { CaptioningTask } from "../../tasks/captioning-task.ts";
import type { WordSource } from "../../translation/translation-support.ts";

export const wordSourceOf = (task: Pick<CaptioningTask, "request">): WordSource =>
  task.request.source.kind === "speech" ? "speech" : "text";
