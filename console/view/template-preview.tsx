import { useRef } from "react";
import type { ResponseOf } from "../../clients/typescript/src/client.ts";
import { useIsNear } from "./use-is-near.ts";

/**
 * A template's preview. It is loaded when it comes into view, at a moment that has captions, and plays while the pointer is on it, but not
 * for users who prefer reduced motion.
 */
export const TemplatePreview = ({ template }: { template: ResponseOf<"listTemplates">[number] }) => {
  const video = useRef<HTMLVideoElement>(null);
  const isNear = useIsNear(video);
  const play = () => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    // Rejected if the pointer leaves before the preview is loaded.
    video.current?.play().catch(() => {});
  };
  return (
    <video
      ref={video}
      className="template-preview"
      src={isNear ? `${new URL(template.previews.previewMp4).pathname}#t=1` : undefined}
      aria-label={template.name}
      muted
      loop
      playsInline
      preload="metadata"
      onPointerEnter={play}
      onPointerLeave={() => video.current?.pause()}
    />
  );
};
