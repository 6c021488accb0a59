import type { TaskRequest } from "../../clients/typescript/src/client.ts";
import { texts } from "../texts/en.ts";
import { Amount, Choice } from "../view/fields.tsx";
import type { FieldsProps } from "./fields-props.ts";
import { withField } from "./with-field.ts";

type Broll = NonNullable<NonNullable<TaskRequest["transcribeSettings"]>["broll"]>;
type CustomBroll = NonNullable<Broll["customBrolls"]>[number];

const initialPercent = 50;
const initialSeconds = 3;

const kindOf = (broll: Broll | undefined): "chosen" | "own" | undefined => {
  if (broll === undefined) return undefined;
  return broll.customBrolls === undefined ? "chosen" : "own";
};

/** A b-roll after the others. */
const nextBroll = (brolls: readonly CustomBroll[]): CustomBroll => {
  const startTime = brolls.at(-1)?.endTime ?? 0;
  return { startTime, endTime: startTime + initialSeconds, url: "" };
};

/** B-roll that the service chooses, or the user's own. */
export const BrollFields = ({ request, onChange }: FieldsProps) => {
  const broll = request.transcribeSettings?.broll;
  const set = (changed: Broll | undefined) =>
    onChange(
      withField(request, "transcribeSettings", changed === undefined ? undefined : { broll: changed }),
    );
  const own = broll?.customBrolls;
  const setOwn = (customBrolls: CustomBroll[]) => set({ customBrolls });
  return (
    <fieldset className="fields">
      <legend>{texts.broll.title}</legend>
      <Choice
        {...{ label: texts.broll.kind, value: kindOf(broll), options: texts.broll.kinds }}
        unset={texts.broll.none}
        onChange={(kind) => {
          if (kind === undefined) set(undefined);
          else if (kind === "chosen") set({ brollPercent: initialPercent });
          else setOwn([nextBroll([])]);
        }}
      />
      {broll?.brollPercent !== undefined && (
        <Amount
          {...{ label: texts.broll.percent, min: 1, max: 100, value: broll.brollPercent, isRequired: true }}
          onChange={(brollPercent) => set({ brollPercent: brollPercent ?? initialPercent })}
        />
      )}
      {own?.map((one, position) => (
        <OwnBroll
          // biome-ignore lint/suspicious/noArrayIndexKey: b-rolls have no other identity than their order.
          key={position}
          broll={one}
          onChange={(changed) => setOwn(own.with(position, changed))}
          onRemove={() => setOwn(own.toSpliced(position, 1))}
        />
      ))}
      {own !== undefined && (
        <p>
          <button type="button" onClick={() => setOwn([...own, nextBroll(own)])}>
            {texts.broll.add}
          </button>
        </p>
      )}
    </fieldset>
  );
};

interface OwnBrollProps {
  broll: CustomBroll;
  onChange: (broll: CustomBroll) => void;
  onRemove: () => void;
}

const OwnBroll = ({ broll, onChange, onRemove }: OwnBrollProps) => (
  <fieldset className="fields">
    <legend>{texts.broll.own}</legend>
    {(["startTime", "endTime"] as const).map((name) => (
      <Amount
        key={name}
        {...{ label: texts.broll[name], min: 0, max: 86_400, value: broll[name], isRequired: true }}
        onChange={(seconds) => onChange({ ...broll, [name]: seconds ?? 0 })}
      />
    ))}
    <label className="field">
      {texts.broll.url}
      <input
        type="url"
        required
        value={broll.url}
        onChange={({ target }) => onChange({ ...broll, url: target.value })}
      />
    </label>
    <p>
      <button type="button" className="quiet" onClick={onRemove}>
        {texts.common.remove}
      </button>
    </p>
  </fieldset>
);
