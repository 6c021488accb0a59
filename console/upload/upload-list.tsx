import { useId } from "react";
import { formatBytes } from "../format.ts";
import { texts } from "../texts/en.ts";
import { FileButton } from "../view/file-button.tsx";
import { Problem } from "../view/problem.tsx";
import { type Upload, useUploads } from "./uploads.tsx";

/** The uploads of this tab and those that were interrupted. */
export const UploadList = () => {
  const { uploads } = useUploads();
  if (uploads.length === 0) return null;
  return (
    <section>
      <h2>{texts.upload.title}</h2>
      <ul className="uploads">
        {uploads.map((upload) => (
          <UploadRow key={upload.key} upload={upload} />
        ))}
      </ul>
    </section>
  );
};

const UploadRow = ({ upload }: { upload: Upload }) => {
  const { resume, cancel } = useUploads();
  const id = useId();
  const { key, filename, sentBytes, totalBytes, status, problem } = upload;
  return (
    <li>
      <span id={id}>{filename}</span>
      <progress value={sentBytes} max={totalBytes} aria-labelledby={id} />
      <span className="hint">{texts.upload.sending(formatBytes(sentBytes), formatBytes(totalBytes))}</span>
      {(status === "interrupted" || status === "failed") && (
        <FileButton label={texts.upload.resume} onFile={(file) => resume(key, file)} />
      )}
      <button
        type="button"
        className="quiet"
        onClick={() => cancel(key)}
        aria-label={`${texts.common.cancel}: ${filename}`}
      >
        {texts.common.cancel}
      </button>
      {status === "interrupted" && <p className="hint">{texts.upload.chooseAgain(filename)}</p>}
      <Problem sentence={problem} />
    </li>
  );
};
