/** A button that opens the browser's choice of a file. */
export const FileButton = ({
  label,
  accept,
  onFile,
}: {
  label: string;
  accept?: string;
  onFile: (file: File) => void;
}) => (
  <label className="button">
    {label}
    <input
      className="hidden-input"
      type="file"
      accept={accept}
      onChange={({ target }) => {
        const file = target.files?.[0];
        if (file !== undefined) onFile(file);
        // The same file can be chosen again.
        target.value = "";
      }}
    />
  </label>
);
