import { NamedError } from "../errors.ts";

const microPerUsd = 1_000_000n;

/** Formats dollars exactly with 2 to 6 decimals: 1234500 → "1.2345", 500000 → "0.50". */
export const formatUsd = (microUsd: number): string => {
  const micro = BigInt(microUsd);
  const size = micro < 0n ? -micro : micro;
  const decimals = String(size % microPerUsd)
    .padStart(6, "0")
    .replace(/0{1,4}$/, "");
  return `${micro < 0n ? "-" : ""}${size / microPerUsd}.${decimals}`;
};

/** Parses dollars with at most 6 decimals to micro-USD. Throws NamedError ValidationFailed. */
export const parseUsd = (text: string): number => {
  const match = /^(-?)(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text.trim());
  if (match === null) {
    throw new NamedError("ValidationFailed", [
      "amount must be US dollars with at most 6 decimals, such as 25.00",
    ]);
  }
  const micro = Number(match[2]) * 1_000_000 + Number((match[3] ?? "").padEnd(6, "0"));
  return match[1] === "-" && micro !== 0 ? -micro : micro;
};
