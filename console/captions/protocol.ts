import type { Size } from "../../core/render-plan/output-geometry.ts";
import type { CaptionPage, CaptionSource } from "./caption-source.ts";

/** Calls of the page to the worker that draws captions. Each has one response. */
export type CaptionCall =
  /** Draws one moment on an image of the given size. */
  | { kind: "still"; source: CaptionSource; seconds: number; size: Size }
  /** Gives the worker a canvas on which it shows a view's captions from now on. */
  | { kind: "open"; view: number; canvas: OffscreenCanvas }
  /** Lays captions out for a view; the response has their pages. */
  | { kind: "layOut"; view: number; source: CaptionSource }
  /** Shows the captions of a moment, on a canvas of the given size in device pixels. */
  | { kind: "show"; view: number; seconds: number; size: Size }
  | { kind: "close"; view: number };

export interface CaptionResponses {
  still: ImageBitmap;
  open: null;
  layOut: readonly CaptionPage[];
  show: null;
  close: null;
}

export interface CallMessage {
  id: number;
  call: CaptionCall;
}
export type ResponseMessage = { id: number } & ({ result: unknown } | { error: string });
