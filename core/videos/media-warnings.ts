import type { LeftOutStream } from "./media-info.ts";
import type { Video } from "./video.ts";

/** A part of the media that is left out, although the video can be used. Names are stable, messages are for people. */
export interface MediaWarning {
  name: "AudioUndecodable" | "VideoStreamUndecodable" | "AudioTrackUnused";
  message: string;
}

const warningOf = ({ kind, codec, reason }: LeftOutStream): MediaWarning => {
  if (reason === "unused") {
    return {
      name: "AudioTrackUnused",
      message: `An audio track (${codec}) is not used, because it is another version of the audio or has no speech. The default track and tracks with additional speech are used.`,
    };
  }
  return kind === "audio"
    ? { name: "AudioUndecodable", message: `An audio track (${codec}) cannot be decoded and is not used.` }
    : {
        name: "VideoStreamUndecodable",
        message: `A video stream (${codec}) cannot be decoded. Another video stream is used.`,
      };
};

/** Returns the streams that are left out of a video, for the video and its tasks; empty while the media is unknown. */
export const mediaWarnings = (video: Video): MediaWarning[] => {
  if (video.status !== "uploaded") return [];
  const { undecodableAudio, leftOut = [] } = video.media;
  if (undecodableAudio === undefined) return leftOut.map(warningOf);
  const message = `The audio (${undecodableAudio}) cannot be decoded, so the output is silent. Export the video with AAC audio.`;
  return [{ name: "AudioUndecodable", message }, ...leftOut.map(warningOf)];
};
