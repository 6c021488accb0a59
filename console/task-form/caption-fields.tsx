import type { TaskRequest } from "../../clients/typescript/src/client.ts";
import { useOperation } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { Amount, Choice, Color, Switch } from "../view/fields.tsx";
import { withField } from "./with-field.ts";

type RenderOptions = NonNullable<TaskRequest["renderOptions"]>;
type Subs = NonNullable<RenderOptions["subsOptions"]>;
type Style = NonNullable<RenderOptions["styleOptions"]>;

interface CaptionFieldsProps {
  options: RenderOptions | undefined;
  onChange: (options: RenderOptions) => void;
}

/** Appearance of captions. What is not chosen is as the template has it. */
export const CaptionFields = ({ options, onChange }: CaptionFieldsProps) => {
  const setGroup =
    <Name extends keyof RenderOptions>(name: Name) =>
    (group: RenderOptions[Name]) =>
      onChange(withField(options, name, group));
  return (
    <fieldset className="fields">
      <legend>{texts.newTask.captions}</legend>
      <StyleFields style={options?.styleOptions} onChange={setGroup("styleOptions")} />
      <ContentFields content={options?.subsOptions} onChange={setGroup("subsOptions")} />
      <HighlightFields colors={options?.highlightOptions} onChange={setGroup("highlightOptions")} />
    </fieldset>
  );
};

/** Position, font and color of captions. */
const StyleFields = ({ style, onChange }: { style: Style | undefined; onChange: (style: Style) => void }) => {
  const set =
    <Name extends keyof Style>(name: Name) =>
    (value: Style[Name] | undefined) =>
      onChange(withField<Style, Name>(style, name, value));
  const { top, fontSize, fontWeight, fontColor, fontUppercase, fontShadow, stroke, strokeColor, fontId } =
    style ?? {};
  const size = { options: texts.newTask.sizes, unset: texts.newTask.ofTemplate };
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
      <Amount label={texts.newTask.fontSize} min={1} max={400} value={fontSize} onChange={set("fontSize")} />
      <Amount
        {...{ label: texts.newTask.fontWeight, min: 1, max: 1000, step: 1, value: fontWeight }}
        onChange={set("fontWeight")}
      />
      <Color label={texts.newTask.fontColor} value={fontColor} onChange={set("fontColor")} />
      <Choice {...{ ...size, label: texts.newTask.stroke, value: stroke }} onChange={set("stroke")} />
      <Color label={texts.newTask.strokeColor} value={strokeColor} onChange={set("strokeColor")} />
      <Choice {...{ ...size, label: texts.newTask.shadow, value: fontShadow }} onChange={set("fontShadow")} />
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
  const { displayWords, emoji, emojiAnimation, animation, punctuation, emphasizeKeywords } = content ?? {};
  return (
    <>
      <Amount
        {...{ label: texts.newTask.displayWords, min: 1, max: 12, step: 1, value: displayWords }}
        onChange={set("displayWords")}
      />
      <Switch label={texts.newTask.emoji} value={emoji} onChange={set("emoji")} />
      <Switch label={texts.newTask.emojiAnimation} value={emojiAnimation} onChange={set("emojiAnimation")} />
      <Switch label={texts.newTask.animation} value={animation} onChange={set("animation")} />
      <Switch label={texts.newTask.punctuation} value={punctuation} onChange={set("punctuation")} />
      <Switch label={texts.newTask.keywords} value={emphasizeKeywords} onChange={set("emphasizeKeywords")} />
    </>
  );
};

type Highlights = NonNullable<RenderOptions["highlightOptions"]>;
const highlightNames = ["randomColourOne", "randomColourTwo", "randomColourThree"] as const;

/** Colors of the spoken word and of keywords. */
const HighlightFields = ({
  colors,
  onChange,
}: {
  colors: Highlights | undefined;
  onChange: (colors: Highlights) => void;
}) =>
  highlightNames.map((name, position) => (
    <Color
      key={name}
      label={texts.newTask.highlight(position + 1)}
      value={colors?.[name]}
      onChange={(color) => onChange(withField(colors, name, color))}
    />
  ));
