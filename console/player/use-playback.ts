import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type { ResponseOf } from "../../clients/typescript/src/client.ts";
import type { LoudnessPeaks } from "../../core/videos/loudness-peaks.ts";
import { useClient, useOperation } from "../api.tsx";

type Playback = ResponseOf<"getPlayback">;

/** Milliseconds between requests while the service makes playback files. */
const pollMs = 2_000;

/** The URLs of a video for players. Asks the service to make the playback files if there are none. */
export const usePlayback = (videoId: string, isUploaded = true): Playback | undefined => {
  const client = useClient();
  const request = { path: { videoId } };
  const poll = (playback: Playback | undefined) => (playback?.proxyStatus === "preparing" ? pollMs : false);
  const { data, refetch } = useOperation("getPlayback", request, { poll, isEnabled: isUploaded });
  const isMissing = data?.proxyStatus === "none";
  useEffect(() => {
    if (!isMissing) return;
    // The player works without them, and the next visit asks again.
    client
      .call("preparePlayback", { path: { videoId } })
      .then(() => refetch())
      .catch(() => {});
  }, [isMissing, client, videoId, refetch]);
  return data;
};

/**
 * The file to play: the proxy if it exists when the player opens, else the source, and the proxy again if the browser cannot play the
 * source. A file that plays is never replaced.
 */
export const useChosenFile = (playback: Playback | undefined) => {
  const [kind, setKind] = useState<"source" | "proxy" | null>(null);
  const [isUnplayable, setUnplayable] = useState(false);
  const isReady = playback?.proxyStatus === "ready";
  useEffect(() => {
    if (playback === undefined) return;
    if (kind === null) setKind(isReady ? "proxy" : "source");
    else if (kind === "source" && isUnplayable && isReady) {
      setKind("proxy");
      setUnplayable(false);
    }
  }, [playback, kind, isUnplayable, isReady]);
  const url = kind === "proxy" ? playback?.proxyUrl : kind === "source" ? playback?.url : undefined;
  const onUnplayable = useCallback(() => setUnplayable(true), []);
  return { url: url ?? undefined, isUnplayable, onUnplayable };
};

/** Loudness from 0 to 1 per hundredth of a second; null until it is known, and for a video without audio. */
export const usePeaks = (playback: Playback | undefined): Float32Array | null => {
  const url = playback?.peaksUrl ?? null;
  const { data } = useQuery({
    queryKey: ["peaks", url],
    enabled: url !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response = await fetch(url ?? "", { signal });
      if (!response.ok) throw new Error(`The peaks returned ${response.status}`);
      const { peaks } = (await response.json()) as LoudnessPeaks;
      return Float32Array.from(peaks, (peak) => peak / 255);
    },
  });
  return data ?? null;
};
