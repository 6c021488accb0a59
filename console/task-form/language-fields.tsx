import { languageCodes, languageOf } from "../../core/languages/languages.ts";
import { texts } from "../texts/en.ts";
import { Checkbox, Choice, Lines } from "../view/fields.tsx";
import type { FieldsProps } from "./fields-props.ts";
import { TranscriptFile } from "./transcript-file.tsx";
import { withField } from "./with-field.ts";

const options = Object.fromEntries(
  languageCodes
    .map((code) => [code, languageOf(code).name] as const)
    .sort(([, left], [, right]) => left.localeCompare(right)),
);

/** Languages of speech, captions and voice, and texts that help the recognizer. */
export const LanguageFields = ({ request, onChange }: FieldsProps) => {
  const { translateTo, dub, transcript, transcriptTaskId } = request;
  // With words that exist, nothing is recognized.
  const isCopied = transcriptTaskId !== undefined;
  const translate = (chosen: string | undefined) => {
    const { dub: _, ...rest } = withField(request, "translateTo", chosen);
    onChange(chosen === undefined ? rest : { ...rest, dub });
  };
  return (
    <fieldset className="fields">
      <legend>{texts.newTask.languages}</legend>
      {!isCopied && (
        <Choice
          label={texts.newTask.language}
          value={request.language}
          options={options}
          unset={texts.newTask.detect}
          onChange={(language) => onChange(withField(request, "language", language))}
        />
      )}
      <Choice
        label={texts.newTask.translateTo}
        value={translateTo}
        options={options}
        unset={texts.newTask.noTranslation}
        onChange={translate}
      />
      {translateTo !== undefined && transcript === undefined && !isCopied && (
        <Checkbox
          label={texts.newTask.dub}
          isChecked={dub === true}
          onChange={(isDubbed) => onChange(withField(request, "dub", isDubbed || undefined))}
        />
      )}
      {!isCopied && (
        <>
          <Lines
            label={texts.newTask.words}
            value={request.dictionary}
            onChange={(dictionary) => onChange(withField(request, "dictionary", dictionary))}
          />
          <TranscriptFile request={request} onChange={onChange} />
        </>
      )}
    </fieldset>
  );
};
