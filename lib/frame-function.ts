import { Construct } from "constructs";
import { frameFunctionEnvironment } from "../lambdas/environment.ts";
import type { Engine } from "./engine.ts";
import { environmentFor } from "./environment-values.ts";
import { frameFunctionName } from "./frame-grants.ts";
import type { Resources } from "./grants.ts";
import { ImageFunction } from "./image-function.ts";
import { workerStatements } from "./worker-grants.ts";

export interface FrameFunctionProps {
  engine: Engine;
  resources: Resources;
  /** The repository's root, from which the image is built. */
  root: string;
}

/** Draws single frames of outputs: the image of the renderer as a function, which starts within seconds. */
export class FrameFunction extends Construct {
  constructor(scope: Construct, id: string, { engine, resources, root }: FrameFunctionProps) {
    super(scope, id);
    new ImageFunction(this, "Draw", {
      ...{ engine, root, image: "render", localName: "frames" },
      entryPoint: ["node", "bundle/main.mjs", "frames"],
      functionName: frameFunctionName(this),
      description: "frames of capstack",
      statements: workerStatements("frames", resources),
      environment: environmentFor(frameFunctionEnvironment, resources),
      // Less than the limit of the API function that waits for it.
      timeoutSeconds: 26,
      // Two cores: one decodes while the other draws. 4K in 10 bits takes 1.2 GB.
      memoryMebibytes: 3008,
      // A source without an index is copied as a whole (adapters/s3/partial-object.ts).
      diskMebibytes: 3072,
    });
  }
}
