import { type ReactNode, useId } from "react";
import { texts } from "../texts/en.ts";

interface Labeled {
  label: string;
}

const Field = ({ label, children }: Labeled & { children: (id: string) => ReactNode }) => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
};

interface ChoiceProps<T extends string> extends Labeled {
  value: T | undefined;
  /** Text per value. */
  options: Readonly<Record<T, string>>;
  /** Text for `undefined`; without it one of the options is always chosen. */
  unset?: string | undefined;
  onChange: (value: T | undefined) => void;
}

export const Choice = <T extends string>({ label, value, options, unset, onChange }: ChoiceProps<T>) => (
  <Field label={label}>
    {(id) => (
      <select
        id={id}
        value={value ?? ""}
        onChange={({ target }) => onChange((target.value || undefined) as T | undefined)}
      >
        {unset !== undefined && <option value="">{unset}</option>}
        {(Object.entries(options) as [T, string][]).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface AmountProps extends Labeled {
  value: number | undefined;
  min: number;
  max: number;
  step?: number | undefined;
  /** What `undefined` means, shown in the empty field: the value of the template unless it is given. */
  unset?: string | undefined;
  isRequired?: boolean | undefined;
  onChange: (value: number | undefined) => void;
}

/** A number; empty means `undefined`. */
export const Amount = ({ label, value, min, max, step, unset, isRequired, onChange }: AmountProps) => (
  <Field label={label}>
    {(id) => (
      <input
        id={id}
        type="number"
        placeholder={isRequired ? undefined : (unset ?? texts.newTask.ofTemplate)}
        required={isRequired}
        {...{ min, max, step: step ?? "any" }}
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value === "" ? undefined : target.valueAsNumber)}
      />
    )}
  </Field>
);

export const Checkbox = ({
  label,
  isChecked,
  onChange,
}: Labeled & { isChecked: boolean; onChange: (isChecked: boolean) => void }) => (
  <label className="checkbox">
    <input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
);

/** Yes, no, or as the template. */
export const Switch = ({
  label,
  value,
  onChange,
}: Labeled & { value: boolean | undefined; onChange: (value: boolean | undefined) => void }) => (
  <Choice
    label={label}
    value={value === undefined ? undefined : value ? "yes" : "no"}
    options={texts.common.yesNo}
    unset={texts.newTask.ofTemplate}
    onChange={(choice) => onChange(choice === undefined ? undefined : choice === "yes")}
  />
);

export const Color = ({
  label,
  value,
  onChange,
}: Labeled & { value: string | undefined; onChange: (value: string | undefined) => void }) => (
  <Field label={label}>
    {(id) => (
      <span className="row">
        <input
          id={id}
          type="color"
          value={value ?? "#ffffff"}
          onChange={({ target }) => onChange(target.value)}
        />
        {value !== undefined && (
          <button type="button" className="quiet" onClick={() => onChange(undefined)}>
            {texts.newTask.ofTemplate}
          </button>
        )}
      </span>
    )}
  </Field>
);

export const Lines = ({
  label,
  value,
  onChange,
}: Labeled & { value: readonly string[] | undefined; onChange: (value: string[] | undefined) => void }) => (
  <Field label={label}>
    {(id) => (
      <textarea
        id={id}
        rows={3}
        defaultValue={value?.join("\n")}
        onChange={({ target }) => {
          const lines = target.value
            .split("\n")
            .map((line) => line.trim())
            .filter((line) => line !== "");
          onChange(lines.length === 0 ? undefined : lines);
        }}
      />
    )}
  </Field>
);
