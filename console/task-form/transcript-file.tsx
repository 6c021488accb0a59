import { useState } from "react";
import type { WordEntry } from "../../clients/typescript/src/client.ts";
import { texts } from "../texts/en.ts";
import { FileButton } from "../view/file-button.tsx";
import { Problem } from "../view/problem.tsx";
import type { FieldsProps } from "./fields-props.ts";
import { subtitleCues } from "./subtitle-cues.ts";

/** What a file gives the task: the words themselves, or phrases that correct the recognizer. Throws if it is neither. */
const read = (text: string): Pick<FieldsProps["request"], "transcript" | "referenceTranscript"> => {
  const cues = subtitleCues(text);
  if (cues.length > 0) return { referenceTranscript: cues };
  const words: unknown = JSON.parse(text);
  if (!Array.isArray(words)) throw new TypeError(texts.newTask.unknownFile);
  return { transcript: words as WordEntry[] };
};

/** A subtitle file that corrects the recognizer, or a transcript that replaces it. */
export const TranscriptFile = ({ request, onChange }: FieldsProps) => {
  const [problem, setProblem] = useState<string | null>(null);
  const [name, setName] = useState("");
  const { transcript, referenceTranscript, dub, ...rest } = request;
  const choose = async (file: File) => {
    try {
      const found = read(await file.text());
      onChange({ ...rest, ...(found.transcript === undefined ? { dub } : {}), ...found });
      setName(file.name);
      setProblem(null);
    } catch {
      setProblem(texts.newTask.unknownFile);
    }
  };
  const effect = transcript !== undefined ? texts.newTask.isTranscript : texts.newTask.isReference;
  const isSet = transcript !== undefined || referenceTranscript !== undefined;
  return (
    <div className="field">
      <span className="label">{texts.newTask.file}</span>
      <span className="row">
        <FileButton
          label={texts.newTask.chooseFile}
          accept=".srt,.vtt,.json"
          onFile={(file) => void choose(file)}
        />
        {isSet && (
          <button type="button" className="quiet" onClick={() => onChange({ ...rest, dub })}>
            {texts.common.remove}
          </button>
        )}
      </span>
      {isSet && <p className="hint">{`${name}: ${effect}`}</p>}
      <Problem sentence={problem} />
    </div>
  );
};
