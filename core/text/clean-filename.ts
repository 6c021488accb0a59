/**
 * Returns a file name without folders and control characters, at most 255 UTF-16 units long; null when nothing is left.
 */
export const cleanFilename = (name: string | null | undefined): string | null => {
  const base = (name ?? "").split(/[/\\]/).at(-1) ?? "";
  const clean = base
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
    .replace(/[\u0000-\u001f\u007f]/g, "")
    .trim()
    .slice(0, 255)
    // The limit may split a surrogate pair, and stores reject half of one.
    .replace(/[\ud800-\udbff]$/, "")
    .toWellFormed();
  return clean === "" ? null : clean;
};
