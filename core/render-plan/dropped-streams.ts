/** Output options that leave out everything of the source but its video and audio. */
export const dropOtherStreams = [
  // Embedded subtitles would cover the captions; data tracks, chapters and time codes apply to the uncut source.
  "-sn",
  "-dn",
  "-map_chapters",
  "-1",
  // The source's tags may contain its author and location.
  "-map_metadata",
  "-1",
];
