/**
 * Names of the demuxers that an accepted upload may need (core/videos/sniff.ts). Playlists and scripts (HLS, DASH,
 * ffconcat, SDP) are not among them: read as such, an upload could make ffmpeg open other files or addresses.
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
 * ffmpeg arguments that open an untrusted local file: nothing but this file can be read through it, and only as one
 * of the accepted containers.
 *
 * @param path absolute path; `file:` keeps a name with a colon or a leading dash from being read as something else
 * @param options input options that stand before `-i`, such as `-ss 10`
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
