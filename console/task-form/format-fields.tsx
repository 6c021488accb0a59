import { texts } from "../texts/en.ts";
import { Amount, Choice } from "../view/fields.tsx";
import { consistentExport, type Export } from "./export-choices.ts";
import type { FieldsProps } from "./fields-props.ts";
import { withField } from "./with-field.ts";

interface Media {
  width: number | null;
  height: number | null;
  hasVideo?: boolean | undefined;
}

export const aspectRatios = {
  original: texts.newTask.original,
  "9:16": "9:16",
  "4:5": "4:5",
  "1:1": "1:1",
  "16:9": "16:9",
};

/** Format of the output. Only fields that the others allow are shown. */
export const FormatFields = ({ request, onChange, media }: FieldsProps & { media: Media }) => {
  const settings = request.exportSettings;
  const set =
    <Name extends keyof Export>(name: Name) =>
    (value: Export[Name] | undefined) => {
      const changed = consistentExport(withField<Export, Name>(settings, name, value), media);
      onChange(withField(request, "exportSettings", changed));
    };
  const { aspectRatio = "original", quality = "standard", fps } = settings ?? {};
  const { speed = "standard", outputMode = "composited" } = settings ?? {};
  const { qualities, speeds, outputModes, ...labels } = texts.newTask;
  const isOverlay = outputMode === "transparent";
  // A source without a video stream has nothing to put captions on.
  const modes = media.hasVideo === false ? { transparent: outputModes.transparent } : outputModes;
  return (
    <fieldset className="fields">
      <legend>{labels.format}</legend>
      <Choice
        {...{ label: labels.outputMode, value: outputMode, options: modes as typeof outputModes }}
        onChange={set("outputMode")}
      />
      {isOverlay ? (
        <Choice
          {...{ label: labels.codec, value: settings?.outputCodec ?? "prores4444", options: labels.codecs }}
          onChange={set("outputCodec")}
        />
      ) : (
        <Choice
          {...{ label: labels.aspectRatio, value: aspectRatio, options: aspectRatios }}
          onChange={set("aspectRatio")}
        />
      )}
      {aspectRatio === "original" || isOverlay ? (
        <SizeFields settings={settings} set={set} isRequired={isOverlay} />
      ) : (
        <CropFields settings={settings} set={set} />
      )}
      <Choice label={labels.quality} value={quality} options={qualities} onChange={set("quality")} />
      <Choice label={labels.speed} value={speed} options={speeds} onChange={set("speed")} />
      <Amount label={labels.fps} min={12} max={120} value={fps} unset="30" onChange={set("fps")} />
    </fieldset>
  );
};

interface PartProps {
  settings: Export | undefined;
  set: <Name extends keyof Export>(name: Name) => (value: Export[Name] | undefined) => void;
}

const SizeFields = ({ settings, set, isRequired }: PartProps & { isRequired: boolean }) =>
  (["width", "height"] as const).map((name) => (
    <Amount
      key={name}
      {...{ label: texts.newTask[name], min: 16, max: 3840, step: 1, value: settings?.[name] }}
      {...{ unset: texts.newTask.original, isRequired }}
      onChange={set(name)}
    />
  ));

/** What an output of another shape shows. */
const CropFields = ({ settings, set }: PartProps) => {
  const { fit = "cover", fitPosition } = settings ?? {};
  const { fits, crops, ...labels } = texts.newTask;
  const isAtPosition = typeof fitPosition === "number";
  return (
    <>
      <Choice label={labels.fit} value={fit} options={fits} onChange={set("fit")} />
      {fit === "cover" && (
        <Choice
          label={labels.crop}
          value={isAtPosition ? "position" : fitPosition}
          options={crops}
          unset={labels.cropCenter}
          onChange={(crop) => set("fitPosition")(crop === "position" ? 50 : crop)}
        />
      )}
      {isAtPosition && (
        <Amount
          {...{ label: labels.cropPosition, min: 0, max: 100, value: fitPosition, unset: "50" }}
          onChange={set("fitPosition")}
        />
      )}
    </>
  );
};
