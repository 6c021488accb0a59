import { useDeferredValue, useMemo, useState } from "react";
import { useOperation } from "../api.tsx";
import { SampleField } from "../captions/sample-field.tsx";
import { sampleWords } from "../captions/sample-words.ts";
import { texts } from "../texts/en.ts";
import { QueryProblem } from "../view/problem.tsx";
import { ScreenTitle } from "../view/screen-title.tsx";
import { TemplateSample } from "../view/template-sample.tsx";

/** The frame on which templates are shown. */
const upright = { width: 1080, height: 1920, duration: 60 };
const noSettings = {};

/** All templates: their previews, or the user's own words drawn with each of them. */
export const TemplatesScreen = () => {
  const templates = useOperation("listTemplates", {});
  const [sentence, setSentence] = useState("");
  const shown = useDeferredValue(sentence);
  const words = useMemo(() => sampleWords(shown), [shown]);
  return (
    <>
      <ScreenTitle title={texts.templates.title} />
      <SampleField value={sentence} onChange={setSentence} />
      <QueryProblem query={templates} />
      <ul className="templates">
        {templates.data?.map((template) => (
          <li key={template.id}>
            <TemplateSample template={template} words={words} settings={noSettings} media={upright} />
            <h2>{template.name}</h2>
            <p className="hint">{template.categories.join(", ")}</p>
          </li>
        ))}
      </ul>
    </>
  );
};
