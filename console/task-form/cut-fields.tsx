import type { TaskRequest } from "../../clients/typescript/src/client.ts";
import { texts } from "../texts/en.ts";
import { Amount, Checkbox } from "../view/fields.tsx";
import type { FieldsProps } from "./fields-props.ts";
import { toPauseSeconds, toSilenceRemoval } from "./pause-seconds.ts";
import { withField } from "./with-field.ts";

type Cuts = NonNullable<TaskRequest["autoCutSettings"]>;

/** Seconds that pauses are shortened to until the user chooses otherwise: a breath. */
const initialPause = 0.5;

export const CutFields = ({ request, onChange }: FieldsProps) => {
  const cuts = request.autoCutSettings;
  const set = <Name extends keyof Cuts>(name: Name, value: Cuts[Name] | undefined) =>
    onChange(withField(request, "autoCutSettings", withField<Cuts, Name>(cuts, name, value)));
  const pauses = cuts?.silenceRemoval;
  return (
    <fieldset className="fields">
      <legend>{texts.newTask.cuts}</legend>
      <Checkbox
        label={texts.newTask.fillers}
        isChecked={cuts?.disfluencyRemoval === true}
        onChange={(isChecked) => set("disfluencyRemoval", isChecked || undefined)}
      />
      <Checkbox
        label={texts.newTask.pauses}
        isChecked={pauses !== undefined}
        onChange={(isChecked) =>
          set("silenceRemoval", isChecked ? toSilenceRemoval(initialPause) : undefined)
        }
      />
      {pauses !== undefined && (
        <Amount
          {...{ label: texts.newTask.longestPause, min: 0.15, max: 1.5, step: 0.05 }}
          value={toPauseSeconds(pauses)}
          isRequired
          onChange={(seconds) => set("silenceRemoval", toSilenceRemoval(seconds ?? initialPause))}
        />
      )}
    </fieldset>
  );
};
