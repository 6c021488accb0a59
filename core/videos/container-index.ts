import * as z from "zod";
import { NamedError } from "../errors.ts";

/**
 * Content of the index of an ISO base media file (MP4, MOV), as read by adapters/media/container-inspector.ts: the facts
 * that ffprobe does not report. Source of the terms: ISO/IEC 14496-12.
 */
export const containerTrackSchema = z.object({
  trackId: z.number().int(),
  kind: z.enum(["video", "audio", "other"]),
  /** Four-character code of the first sample entry as stored: `avc1`, `ipcm`; `encv` and `enca` when protected. */
  sampleEntry: z.string(),
  /** Where that entry begins in the file, in bytes; null without one. */
  sampleEntryOffset: z.number().int().nonnegative().nullable(),
  /** Scheme of the protection (`schm`): `cenc`, `cbcs`, `itun`, …; null for clear tracks. */
  protectionScheme: z.string().nullable(),
  /** Profile and compatibility of a Dolby Vision configuration (`dvcC`, `dvvC`); null without one. */
  dolbyVision: z.object({ profile: z.number().int(), compatibilityId: z.number().int() }).nullable(),
  /**
   * When the last sample is shown, in seconds, by an edit list whose start no sync sample precedes (isobmff-edits.ts); null
   * for all other tracks.
   */
  lastStartSeconds: z.number().nullable(),
  /** Whether PCM samples have another size than their description states (`pcmC`): decoded by it, the track is noise. */
  isMisdescribed: z.boolean(),
  sampleCount: z.number().int().nonnegative(),
  /** Samples that lie, in whole or in part, beyond the end of the file. */
  missingSamples: z.number().int().nonnegative(),
  /** Samples of H.264 and HEVC that are no sequence of whole NAL units, and samples of any codec that are all zeros. */
  damagedSamples: z.number().int().nonnegative(),
  /** Samples that were examined for damage. */
  examinedSamples: z.number().int().nonnegative(),
});
export type ContainerTrack = z.infer<typeof containerTrackSchema>;

export const containerIndexSchema = z.object({
  isFragmented: z.boolean(),
  /** Whether a top-level box announces more bytes than the file has. */
  isLastBoxCut: z.boolean(),
  tracks: z.array(containerTrackSchema),
});
export type ContainerIndex = z.infer<typeof containerIndexSchema>;

/** More missing samples than this in a track is a file that was cut off; a recorder's last sample is often unfinished. */
const maxMissingSamples = 1;

/** Share of damaged samples above which a track is rejected: one bad packet is tolerated, a gap is not. */
const maxDamagedShare = 0.02;

/** Damaged samples that always pass, however short the track. */
const maxDamagedSamples = 2;

const isPlayable = ({ kind }: ContainerTrack): boolean => kind !== "other";

const trackName = ({ kind }: ContainerTrack): string => (kind === "audio" ? "audio track" : "video stream");

const isIncomplete = (track: ContainerTrack): boolean => track.missingSamples > maxMissingSamples;

const isDamaged = ({ damagedSamples, examinedSamples }: ContainerTrack): boolean =>
  damagedSamples > maxDamagedSamples && damagedSamples > examinedSamples * maxDamagedShare;

/**
 * Profile 5, and profiles from 8 on that state no compatible base layer, code colors in IPT-PQ-c2, which only a Dolby
 * Vision decoder turns back. Source: Dolby Vision Profiles and Levels, table 2.
 */
const hasOwnColors = ({ dolbyVision }: ContainerTrack): boolean =>
  dolbyVision !== null &&
  (dolbyVision.profile === 5 || (dolbyVision.profile >= 8 && dolbyVision.compatibilityId === 0));

/**
 * Throws when the index alone shows that the file cannot be captioned: MediaProtected for encrypted tracks,
 * MediaUnsupported for Dolby Vision without a compatible base layer, MediaUnreadable for a file that was cut off or has a
 * hole.
 */
export const checkContainer = ({ tracks, isFragmented, isLastBoxCut }: ContainerIndex): void => {
  const playable = tracks.filter(isPlayable);
  const protectedTrack = playable.find(({ protectionScheme }) => protectionScheme !== null);
  if (protectedTrack) {
    throw new NamedError(
      "MediaProtected",
      `The ${trackName(protectedTrack)} is encrypted (DRM scheme ${protectedTrack.protectionScheme}). Upload a copy without copy protection.`,
    );
  }
  const dolby = playable.find(hasOwnColors);
  if (dolby) {
    throw new NamedError(
      "MediaUnsupported",
      `The video is Dolby Vision profile ${dolby.dolbyVision?.profile}, whose colors cannot be converted. Export it as SDR, HDR10, HLG or Dolby Vision profile 8.4, and upload the new file.`,
    );
  }
  if (playable.some(isIncomplete) || (isFragmented && isLastBoxCut)) {
    throw new NamedError(
      "MediaUnreadable",
      "The file is incomplete: its index refers to data beyond the end of the file, which happens when an upload or a download is interrupted. Upload the whole file.",
    );
  }
  const damaged = playable.find(isDamaged);
  if (damaged) {
    const percent = Math.ceil((100 * damaged.damagedSamples) / damaged.examinedSamples);
    throw new NamedError(
      "MediaUnreadable",
      `The file is damaged: ${percent} % of the packets of its ${trackName(damaged)} contain no valid data. Export or download the file again, and upload the new file.`,
    );
  }
};
