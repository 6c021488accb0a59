/** The parts of ffmpeg that the product uses. */
export const requiredEncoders = ["libx264", "libvpx-vp9", "prores_ks", "aac"] as const;
export const requiredFilters = [
  "bwdif",
  "gblur",
  "overlay",
  "sidedata",
  "tonemap",
  "tpad",
  "zscale",
] as const;
/** Oldest version with the required options and with ProRes alpha that conforms to its specification. */
const minMajorVersion = 7;

/** Returns the major version from the first line of `ffmpeg -version`; null when it has none. */
export function majorVersion(versionText: string): number | null {
  // "ffmpeg version 5.1.6-0+deb12u1 …", "ffmpeg version n7.1 …" (Arch). Builds from git, "N-118193-g…", are recent.
  const match = /version\s+(?:n?(\d+)\.\d|(N)-\d+-g)/.exec(versionText);
  if (!match) return null;
  return match[2] ? Number.POSITIVE_INFINITY : Number(match[1]);
}

/** Returns the names in the output of `ffmpeg -encoders` or `-filters`: flags, name, description. */
export function namesInList(listing: string): Set<string> {
  const names = listing.split("\n").map((line) => /^\s[A-Z.|]{2,6}\s+([\w-]+)\s/.exec(line)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

/** Returns why this ffmpeg cannot be used, as a clause; null when it can. */
export function describeProblem(texts: {
  version: string;
  encoders: string;
  filters: string;
}): string | null {
  const major = majorVersion(texts.version);
  if (major !== null && major < minMajorVersion) {
    return `is version ${major}, and version ${minMajorVersion} or newer is needed`;
  }
  const encoders = namesInList(texts.encoders);
  const filters = namesInList(texts.filters);
  const missing = [
    ...requiredEncoders.filter((name) => !encoders.has(name)),
    ...requiredFilters.filter((name) => !filters.has(name)),
  ];
  return missing.length === 0 ? null : `was built without ${missing.join(", ")}`;
}
