/** Lengths of clips that may be asked for, seconds: at least `fromSeconds`, less than `belowSeconds`. Source: specification, "Clip task". */
export const durationRanges = {
  lt_30s: { fromSeconds: 0, belowSeconds: 30 },
  gte_30s_lt_60s: { fromSeconds: 30, belowSeconds: 60 },
  gte_60s_lt_90s: { fromSeconds: 60, belowSeconds: 90 },
  gte_90s_lt_180s: { fromSeconds: 90, belowSeconds: 180 },
} as const;

/** Length of each clip that a clip task makes. */
export type ClipDurationRange = keyof typeof durationRanges;
export const clipDurationRanges = Object.keys(durationRanges) as [ClipDurationRange, ...ClipDurationRange[]];

/** Clips that one task may be asked for. Source: specification, "Clip task". */
export const maxClipsPerTask = 5;
