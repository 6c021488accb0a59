import { useState } from "react";
import { texts } from "../texts/en.ts";

/** A key or a secret that is shown once, with a button that copies it. */
export const Secret = ({ label, value }: { label: string; value: string }) => {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
  };
  return (
    <div className="notice" role="status">
      <p>{label}</p>
      <p className="row">
        <code>{value}</code>
        <button type="button" onClick={() => void copy()}>
          {isCopied ? texts.apiKeys.copied : texts.apiKeys.copy}
        </button>
      </p>
    </div>
  );
};
