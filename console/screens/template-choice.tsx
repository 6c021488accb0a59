import { useDeferredValue, useMemo, useState } from "react";
import type { TaskRequest } from "../../clients/typescript/src/client.ts";
import { useOperation } from "../api.tsx";
import type { SourceMetadata } from "../captions/caption-source.ts";
import { SampleField } from "../captions/sample-field.tsx";
import { firstWords, sampleWords } from "../captions/sample-words.ts";
import { texts } from "../texts/en.ts";
import { QueryProblem } from "../view/problem.tsx";
import { TemplateSample } from "../view/template-sample.tsx";

interface TemplateChoiceProps {
  videoId: string;
  request: TaskRequest;
  media: SourceMetadata;
  onChoose: (templateId: string) => void;
}

/** Words of a transcript that are shown: about two pages of captions. */
const shownWords = 12;

/** The words of the transcript that the new task copies; null without one. */
const useCopiedWords = (videoId: string, request: TaskRequest) => {
  const { transcriptTaskId: id } = request;
  const transcript = useOperation(
    "getTranscript",
    { path: { videoId, id: id ?? "" } },
    { isEnabled: id !== undefined },
  );
  return useMemo(
    () => (Array.isArray(transcript.data) ? firstWords(transcript.data, shownWords) : null),
    [transcript.data],
  );
};

/** All templates, drawn with the settings of the request: with the transcript's words, or those that the user types. */
export const TemplateChoice = ({ videoId, request, media, onChoose }: TemplateChoiceProps) => {
  const templates = useOperation("listTemplates", {});
  const copied = useCopiedWords(videoId, request);
  const [sentence, setSentence] = useState<string>(texts.templates.sampleSentence);
  const typed = useMemo(() => sampleWords(sentence), [sentence]);
  const words = useDeferredValue(copied ?? typed);
  const { language, translateTo, renderOptions, exportSettings } = useDeferredValue(request);
  const settings = useMemo(
    () => ({ language: translateTo ?? language, renderOptions, exportSettings }),
    [language, translateTo, renderOptions, exportSettings],
  );
  return (
    <fieldset>
      <legend>{texts.newTask.template}</legend>
      {copied === null && <SampleField value={sentence} onChange={setSentence} />}
      <QueryProblem query={templates} />
      <div className="templates">
        {templates.data?.map((template) => (
          <label key={template.id} className="template-choice">
            <input
              type="radio"
              name="template"
              checked={request.templateId === template.id}
              onChange={() => onChoose(template.id)}
            />
            <TemplateSample {...{ template, words, settings, media }} />
            {template.name}
          </label>
        ))}
      </div>
    </fieldset>
  );
};
