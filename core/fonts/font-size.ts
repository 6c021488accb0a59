import { NamedError } from "../errors.ts";

/** Maximum size of an uploaded font: 50 MB. Source: specification, "Upload a font". */
export const maxFontBytes = 50 * 1024 ** 2;

/** Returns the error of a font that exceeds the maximum size. */
export const fontTooLarge = (): NamedError =>
  new NamedError(
    "PayloadTooLarge",
    "A font file must not exceed 50 MB (52,428,800 bytes). Upload the font as woff2, or with fewer characters.",
  );
