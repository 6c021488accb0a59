import { type EgressPolicy, parseSourceUrl } from "../egress/source-url.ts";
import { NamedError } from "../errors.ts";
import { cleanFilename } from "../text/clean-filename.ts";
import type { Workflows } from "../workflows/workflows.ts";
import { createOrFind, type NewVideo, newVideo } from "./new-video.ts";
import type { Video } from "./video.ts";
import type { VideoStore } from "./video-store.ts";

/**
 * Maximum length of a URL to import: it travels to the container with a task token of at most 2,048 characters, in overrides of
 * 8,192 characters in all. Source: ECS API reference, TaskOverride.
 */
export const maxSourceUrlLength = 4096;

/** Throws NamedError ValidationFailed for a URL that is too long as it travels: characters beyond ASCII become three to twelve. */
const checkLength = ({ href }: URL): void => {
  const { length } = JSON.stringify(href);
  if (length - 2 > maxSourceUrlLength)
    throw new NamedError("ValidationFailed", [
      `url must have at most ${maxSourceUrlLength} characters in its encoded form (${length - 2})`,
    ]);
};

/**
 * Creates a video that the import machine will download. The first execution is counted in the record before it is started:
 * after a crash in between the reconciler starts the missing execution. Throws NamedError ValidationFailed or
 * AddressNotAllowed.
 */
export const createVideoFromUrl = async (
  input: NewVideo & { url: string },
  deps: {
    videos: Pick<VideoStore, "create" | "get">;
    workflows: Pick<Workflows, "startVideoImport">;
    egress: EgressPolicy;
    now: () => Date;
  },
): Promise<Video> => {
  const url = parseSourceUrl(input.url, deps.egress);
  checkLength(url);
  const record = newVideo(
    input,
    { status: "todo", origin: { kind: "url", url: url.href }, filename: filenameOf(url), attempt: 1 },
    deps.now(),
  );
  const { video } = await createOrFind(record, deps);
  await deps.workflows.startVideoImport(video.id, video.attempt);
  return video;
};

/** The last path segment of the URL when it looks like a file name; otherwise the import determines one. */
const filenameOf = (url: URL): string | null => {
  const last = url.pathname.split("/").at(-1) ?? "";
  try {
    const name = cleanFilename(decodeURIComponent(last));
    return name?.includes(".") ? name : null;
  } catch {
    return null;
  }
};
