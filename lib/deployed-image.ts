import { Platform } from "aws-cdk-lib/aws-ecr-assets";
import { type ContainerDefinition, ContainerImage, type ContainerImageConfig } from "aws-cdk-lib/aws-ecs";
import type { Construct } from "constructs";
import type { Engine } from "./engine.ts";

/** Folders below containers that have a Dockerfile. */
export type ImageName = "render" | "speech" | "dub" | "ingest";

/** The image that `cdk deploy` builds in AWS; only a name in the one-machine engine, which runs the command itself. */
export class DeployedImage extends ContainerImage {
  private readonly name: ImageName;
  private readonly root: string;
  private readonly engine: Engine;

  constructor(name: ImageName, root: string, engine: Engine) {
    super();
    this.name = name;
    this.root = root;
    this.engine = engine;
  }

  bind(scope: Construct, container: ContainerDefinition): ContainerImageConfig {
    // `-c whisperModel=large-v3`; the image's own default otherwise.
    const model: unknown = this.name === "speech" ? scope.node.tryGetContext("whisperModel") : undefined;
    const asset = ContainerImage.fromAsset(this.root, {
      file: `containers/${this.name}/Dockerfile`,
      platform: Platform.LINUX_AMD64,
      ...(model ? { buildArgs: { WHISPER_MODEL: String(model) } } : {}),
    }).bind(scope, container);
    return { ...asset, imageName: this.engine.choose(asset.imageName, `capstack/${this.name}`) };
  }
}
