import type { Size } from "../render-plan/output-geometry.ts";

/** A face in an image. Positions and sizes are shares of the image's width and height, from 0 to 1. */
export interface FaceBox {
  /** Center. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** Certainty, 0 to 1. */
  score: number;
}

/** Finds faces in images of at most 256 × 256 pixels. */
export interface FaceFinder {
  /**
   * Returns the faces of an image, the most certain first.
   *
   * @param rgb 8 bits per channel, row by row
   */
  find(rgb: Uint8Array, size: Size): Promise<FaceBox[]>;
  close(): Promise<void>;
}

/** A face of a survey. */
export interface SurveyedFace extends FaceBox {
  /** Mean motion of its mouth around the frame (mouth-motion.ts); null or absent: not known. */
  mouthMotion?: number | null;
}

/** The faces of one frame, counted from 0. */
export interface FacesAt {
  frame: number;
  faces: readonly SurveyedFace[];
}
