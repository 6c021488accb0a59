import type { TaskRequest } from "../../clients/typescript/src/client.ts";
import { languageCodes, languageOf } from "../../core/languages/languages.ts";
import { useOperation } from "../api.tsx";
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
  const { renderOptions } = request;
  const setGroup =
    <Name extends keyof RenderOptions>(name: Name) =>
    (group: RenderOptions[Name]) =>
      onChange(withField(request, "renderOptions", withField(renderOptions, name, group)));
  return (
    <fieldset className="fields">
      <legend>{texts.newTask.captions}</legend>
      <StyleFields style={renderOptions?.styleOptions} onChange={setGroup("styleOptions")} />
      <ContentFields content={renderOptions?.subsOptions} onChange={setGroup("subsOptions")} />
    </fieldset>
  );
};

/** Position, font and color of captions. */
const StyleFields = ({ style, onChange }: { style: Style | undefined; onChange: (style: Style) => void }) => {
  const set =
    <Name extends keyof Style>(name: Name) =>
    (value: Style[Name] | undefined) =>
      onChange(withField<Style, Name>(style, name, value));
  const { top, fontSize, fontColor, fontUppercase, fontId } = style ?? {};
  return (
    <>
      <FontChoice value={fontId} onChange={set("fontId")} />
      <Choice
        label={texts.newTask.avoidFaces}
        value={top === "auto" ? top : undefined}
        options={{ auto: texts.common.yesNo.yes }}
        unset={texts.common.yesNo.no}
        onChange={set("top")}
      />
      {top !== "auto" && (
        <Amount label={texts.newTask.top} min={0} max={100} value={top} onChange={set("top")} />
      )}
      <Amount label={texts.newTask.fontSize} min={1} max={200} value={fontSize} onChange={set("fontSize")} />
      <Color label={texts.newTask.fontColor} value={fontColor} onChange={set("fontColor")} />
      <Switch label={texts.newTask.uppercase} value={fontUppercase} onChange={set("fontUppercase")} />
    </>
  );
};

/** One of the account's fonts; nothing if it has none. */
const FontChoice = ({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (fontId: string | undefined) => void;
}) => {
  const fonts = useOperation("listFonts", { query: { limit: 100 } });
  const options = Object.fromEntries(
    (fonts.data?.data ?? []).map(({ id, fontFamily, fontStyle }) => [id, `${fontFamily} ${fontStyle}`]),
  );
  if (Object.keys(options).length === 0) return null;
  return (
    <Choice {...{ label: texts.newTask.font, value, options, onChange }} unset={texts.newTask.ofTemplate} />
  );
};

/** What captions show, and how they move. */
const ContentFields = ({
  content,
  onChange,
}: {
  content: Subs | undefined;
  onChange: (content: Subs) => void;
}) => {
  const set =
    <Name extends keyof Subs>(name: Name) =>
    (value: Subs[Name] | undefined) =>
      onChange(withField<Subs, Name>(content, name, value));
  const { displayWords, emoji, animation, punctuation, emphasizeKeywords } = content ?? {};
  return (
    <>
      <Amount
        {...{ label: texts.newTask.displayWords, min: 1, max: 12, step: 1, value: displayWords }}
        onChange={set("displayWords")}
      />
      <Switch label={texts.newTask.emoji} value={emoji} onChange={set("emoji")} />
      <Switch label={texts.newTask.animation} value={animation} onChange={set("animation")} />
      <Switch label={texts.newTask.punctuation} value={punctuation} onChange={set("punctuation")} />
      <Switch label={texts.newTask.keywords} value={emphasizeKeywords} onChange={set("emphasizeKeywords")} />
    </>
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
  const { aspectRatio = "original", fit = "cover", quality = "standard", fps } = settings ?? {};
  const { speed = "standard", outputMode = "composited" } = settings ?? {};
  const { fits, qualities, speeds, outputModes, ...labels } = texts.newTask;
  return (
    <fieldset className="fields">
      <legend>{labels.format}</legend>
      <Choice
        {...{ label: labels.aspectRatio, value: aspectRatio, options: aspectRatios }}
        onChange={set("aspectRatio")}
      />
      {aspectRatio !== "original" && (
        <Choice label={labels.fit} value={fit} options={fits} onChange={set("fit")} />
      )}
      <Choice label={labels.quality} value={quality} options={qualities} onChange={set("quality")} />
      <Choice label={labels.speed} value={speed} options={speeds} onChange={set("speed")} />
      <Choice
        {...{ label: labels.outputMode, value: outputMode, options: outputModes }}
        onChange={set("outputMode")}
      />
      <Amount label={labels.fps} min={12} max={120} value={fps} onChange={set("fps")} />
    </fieldset>
  );
};

type Cuts = NonNullable<TaskRequest["autoCutSettings"]>;

/** The maximum pause as the API's value: 0.15 × 10^0.5 seconds. */
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
