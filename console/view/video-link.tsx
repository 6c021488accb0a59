import { Link } from "wouter";
import { useOperation } from "../api.tsx";
import { texts } from "../texts/en.ts";

/** The way back from a screen of a video's task to the video, which it names. */
export const VideoLink = ({ videoId }: { videoId: string }) => {
  const video = useOperation("getVideo", { path: { videoId } });
  return (
    <p className="way-back">
      <Link href={`/videos/${videoId}`}>
        <span aria-hidden="true">← </span>
        {video.isPending ? `${texts.common.loading}…` : (video.data?.filename ?? texts.videos.untitled)}
      </Link>
    </p>
  );
};
