/**
 * Demuxers for accepted uploads (core/videos/sniff.ts). Excludes playlists and scripts (HLS, DASH, ffconcat, SDP), with which
 * an upload could make ffmpeg open other files or URLs.
 */
export const acceptedDemuxers = [
  "mov",
  "mp3",
  "wav",
  "w64",
  "flac",
  "ogg",
  "aac",
  "aiff",
  "amr",
  "amrnb",
  "amrwb",
  "au",
  "caf",
  "asf",
  "matroska",
  "ac3",
  "eac3",
] as const;

/**
 * Returns ffmpeg arguments that open an untrusted local file: ffmpeg can read only this file, and only as one of the accepted
 * containers.
 *
 * @param path absolute path; `file:` prevents another interpretation of a name with a colon or a leading dash
 * @param options input options before `-i`, such as `-ss 10`
 */
export const untrustedInput = (path: string, options: readonly string[] = []): string[] => [
  "-protocol_whitelist",
  "file,pipe",
  "-format_whitelist",
  acceptedDemuxers.join(","),
  ...options,
  "-i",
  `file:${path}`,
];
