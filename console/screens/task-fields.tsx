import type { TaskRequest } from "../../clients/typescript/src/client.ts";
import { languageCodes, languageOf } from "../../core/languages/languages.ts";
import { texts } from "../texts/en.ts";
import { Amount, Choice, Color, Lines, Switch } from "../view/fields.tsx";

interface FieldsProps {
  request: TaskRequest;
  onChange: (request: TaskRequest) => void;
}

/** Sets a field; `undefined` removes it. */
const withField = <T extends object, Name extends keyof T>(
  group: T | undefined,
  name: Name,
  value: T[Name] | undefined,
): T => {
  const { [name]: _, ...rest } = (group ?? {}) as T;
  return (value === undefined ? rest : { ...rest, [name]: value }) as T;
};

const options = Object.fromEntries(
  languageCodes
    .map((code) => [code, languageOf(code).name] as const)
    .sort(([, left], [, right]) => left.localeCompare(right)),
);

export const LanguageFields = ({ request, onChange }: FieldsProps) => (
  <fieldset className="fields">
    <legend>{texts.newTask.languages}</legend>
    <Choice
      label={texts.newTask.language}
      value={request.language}
      options={options}
      unset={texts.newTask.detect}
      onChange={(language) => onChange(withField(request, "language", language))}
    />
    <Choice
      label={texts.newTask.translateTo}
      value={request.translateTo}
      options={options}
      unset={texts.newTask.noTranslation}
      onChange={(translateTo) => onChange(withField(request, "translateTo", translateTo))}
    />
    <Lines
      label={texts.newTask.words}
      value={request.dictionary}
      onChange={(dictionary) => onChange(withField(request, "dictionary", dictionary))}
    />
  </fieldset>
);

type RenderOptions = NonNullable<TaskRequest["renderOptions"]>;
type Subs = NonNullable<RenderOptions["subsOptions"]>;
type Style = NonNullable<RenderOptions["styleOptions"]>;

export const CaptionFields = ({ request, onChange }: FieldsProps) => {
  const { subsOptions, styleOptions } = request.renderOptions ?? {};
  const setGroup = <Name extends keyof RenderOptions>(name: Name, group: RenderOptions[Name]) =>
    onChange(withField(request, "renderOptions", withField(request.renderOptions, name, group)));
  const setSubs =
    <Name extends keyof Subs>(name: Name) =>
    (value: Subs[Name] | undefined) =>
      setGroup("subsOptions", withField<Subs, Name>(subsOptions, name, value));
  const setStyle =
    <Name extends keyof Style>(name: Name) =>
    (value: Style[Name] | undefined) =>
      setGroup("styleOptions", withField<Style, Name>(styleOptions, name, value));
  return (
    <fieldset className="fields">
      <legend>{texts.newTask.captions}</legend>
      <Amount
        label={texts.newTask.displayWords}
        min={1}
        max={12}
        step={1}
        value={subsOptions?.displayWords}
        onChange={setSubs("displayWords")}
      />
      <Amount
        label={texts.newTask.top}
        min={0}
        max={100}
        value={styleOptions?.top}
        onChange={setStyle("top")}
      />
      <Amount
        label={texts.newTask.fontSize}
        min={1}
        max={200}
        value={styleOptions?.fontSize}
        onChange={setStyle("fontSize")}
      />
      <Color
        label={texts.newTask.fontColor}
        value={styleOptions?.fontColor}
        onChange={setStyle("fontColor")}
      />
      <Switch
        label={texts.newTask.uppercase}
        value={styleOptions?.fontUppercase}
        onChange={setStyle("fontUppercase")}
      />
      <Switch label={texts.newTask.emoji} value={subsOptions?.emoji} onChange={setSubs("emoji")} />
      <Switch
        label={texts.newTask.animation}
        value={subsOptions?.animation}
        onChange={setSubs("animation")}
      />
      <Switch
        label={texts.newTask.punctuation}
        value={subsOptions?.punctuation}
        onChange={setSubs("punctuation")}
      />
      <Switch
        label={texts.newTask.keywords}
        value={subsOptions?.emphasizeKeywords}
        onChange={setSubs("emphasizeKeywords")}
      />
    </fieldset>
  );
};

type Export = NonNullable<TaskRequest["exportSettings"]>;

const aspectRatios = {
  original: texts.newTask.original,
  "9:16": "9:16",
  "4:5": "4:5",
  "1:1": "1:1",
  "16:9": "16:9",
};

export const FormatFields = ({ request, onChange }: FieldsProps) => {
  const settings = request.exportSettings;
  const set =
    <Name extends keyof Export>(name: Name) =>
    (value: Export[Name] | undefined) =>
      onChange(withField(request, "exportSettings", withField<Export, Name>(settings, name, value)));
  const isReframed = settings?.aspectRatio !== undefined && settings.aspectRatio !== "original";
  return (
    <fieldset className="fields">
      <legend>{texts.newTask.format}</legend>
      <Choice
        label={texts.newTask.aspectRatio}
        value={settings?.aspectRatio ?? "original"}
        options={aspectRatios}
        onChange={set("aspectRatio")}
      />
      {isReframed && (
        <Choice
          label={texts.newTask.fit}
          value={settings.fit ?? "cover"}
          options={texts.newTask.fits}
          onChange={set("fit")}
        />
      )}
      <Choice
        label={texts.newTask.quality}
        value={settings?.quality ?? "standard"}
        options={texts.newTask.qualities}
        onChange={set("quality")}
      />
      <Choice
        label={texts.newTask.speed}
        value={settings?.speed ?? "standard"}
        options={texts.newTask.speeds}
        onChange={set("speed")}
      />
      <Choice
        label={texts.newTask.outputMode}
        value={settings?.outputMode ?? "composited"}
        options={texts.newTask.outputModes}
        onChange={set("outputMode")}
      />
      <Amount label={texts.newTask.fps} min={1} max={120} value={settings?.fps} onChange={set("fps")} />
    </fieldset>
  );
};

type Cuts = NonNullable<TaskRequest["autoCutSettings"]>;

/** The pause that stays, as the API's value: 0.15 × 10^0.5 seconds. */
const shortPauses = 0.5;

export const CutFields = ({ request, onChange }: FieldsProps) => {
  const cuts = request.autoCutSettings;
  const set = <Name extends keyof Cuts>(name: Name, value: Cuts[Name] | undefined) =>
    onChange(withField(request, "autoCutSettings", withField<Cuts, Name>(cuts, name, value)));
  return (
    <fieldset>
      <legend>{texts.newTask.cuts}</legend>
      <label>
        <input
          type="checkbox"
          checked={cuts?.disfluencyRemoval === true}
          onChange={({ target }) => set("disfluencyRemoval", target.checked || undefined)}
        />
        {texts.newTask.fillers}
      </label>
      <label>
        <input
          type="checkbox"
          checked={cuts?.silenceRemoval !== undefined}
          onChange={({ target }) => set("silenceRemoval", target.checked ? shortPauses : undefined)}
        />
        {texts.newTask.pauses}
      </label>
    </fieldset>
  );
};
