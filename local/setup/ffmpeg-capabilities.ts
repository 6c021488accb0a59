/** What the probe, the ingest and the render ask of ffmpeg. */
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
/** Oldest release whose options and side data the product knows, and whose ProRes alpha conforms; the pinned one is newer. */
const minMajorVersion = 7;

/** Major version from the first line of `ffmpeg -version`; null when the line names none. */
export function majorVersion(versionText: string): number | null {
  // "ffmpeg version 5.1.6-0+deb12u1 …", "ffmpeg version n7.1 …" (Arch); git builds say "N-118193-g…" and are recent.
  const match = /version\s+(?:n?(\d+)\.\d|(N)-\d+-g)/.exec(versionText);
  if (!match) return null;
  return match[2] ? Number.POSITIVE_INFINITY : Number(match[1]);
}

/** Names in `ffmpeg -encoders` or `-filters`: flags, the name, then the description. */
export function namesInList(listing: string): Set<string> {
  const names = listing.split("\n").map((line) => /^\s[A-Z.|]{2,6}\s+([\w-]+)\s/.exec(line)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

/** What keeps this ffmpeg from being used, as a clause; null when it has all that is needed. */
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
