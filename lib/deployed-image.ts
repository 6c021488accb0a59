import { type ContainerDefinition, ContainerImage, type ContainerImageConfig } from "aws-cdk-lib/aws-ecs";
import type { Construct } from "constructs";
import { imageArchitecture } from "./architecture.ts";
import { contextMatch } from "./context.ts";
import type { Engine } from "./engine.ts";
import { baseImageArguments, contextPatterns, dockerfileOf, type ImageName } from "./image-sources.ts";

/** Returns how `cdk deploy` builds an image: the same for a container and for a function, so that it is built once. */
export const imageBuild = (scope: Construct, root: string, name: ImageName) => {
  // `-c whisperModel=large-v3`; the image's own default otherwise.
  const model =
    name === "speech"
      ? contextMatch(scope, "whisperModel", /^[\w.-]{1,96}$/, "a model of Whisper, such as large-v3-turbo")
      : undefined;
  return {
    file: dockerfileOf(name),
    exclude: contextPatterns(root, name),
    platform: imageArchitecture(scope).build,
    buildArgs: { ...baseImageArguments(root), ...(model ? { WHISPER_MODEL: model } : {}) },
  };
};

/** Names an image in the one-machine engine, which runs its command itself. */
export const localImage = (name: string): string => `capstack/${name}`;

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
    const asset = ContainerImage.fromAsset(this.root, imageBuild(scope, this.root, this.name)).bind(
      scope,
      container,
    );
    return { ...asset, imageName: this.engine.choose(asset.imageName, localImage(this.name)) };
  }
}
