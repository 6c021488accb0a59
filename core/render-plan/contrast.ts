/** Relative luminance of #RGB, #RRGGBB or #RRGGBBAA, 0 to 1. Source: WCAG 2.2, "relative luminance". */
const luminance = (color: string): number => {
  const hex = color.slice(1);
  const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join("") : hex;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** Returns the contrast ratio, from 1 (equal) to 21 (black and white). Source: WCAG 2.2, "contrast ratio". */
export const contrastRatio = (one: string, other: string): number => {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

/** Large text with a lower contrast is illegible. */
const minContrast = 2;

/** Returns the text color for a background: the requested color if it is legible, else near-black or white. */
export const legibleOn = (ground: string, requested: string): string => {
  if (contrastRatio(ground, requested) >= minContrast) return requested;
  return contrastRatio(ground, "#111111") > contrastRatio(ground, "#FFFFFF") ? "#111111" : "#FFFFFF";
};
