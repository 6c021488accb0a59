import { texts } from "../texts/en.ts";

/** The words that templates are shown with. */
export const SampleField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <label className="sample-field">
    {texts.templates.sample}
    <input
      type="text"
      dir="auto"
      maxLength={200}
      placeholder={texts.templates.samplePlaceholder}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </label>
);
