import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Folders below containers that have a Dockerfile. */
export const imageNames = ["render", "speech", "dub", "ingest"] as const;
export type ImageName = (typeof imageNames)[number];

/** A base image: its name with the tag, and the digest to build from; null until `npm run images -- pin` has read it. */
export interface BaseImage {
  image: string;
  digest: string | null;
}

const baseImagesFile = "containers/base-images.json";

export const dockerfileOf = (name: ImageName): string => `containers/${name}/Dockerfile`;

/** Path of the lock file of the base images. */
export const baseImagesPath = (root: string): string => join(root, baseImagesFile);

/** The base images by the name of their build argument. */
export const readBaseImages = (root: string): Record<string, BaseImage> =>
  JSON.parse(readFileSync(baseImagesPath(root), "utf8")) as Record<string, BaseImage>;

/** Returns the build arguments of the base images whose digest is known. The Dockerfiles name the others by their tags. */
export const baseImageArguments = (root: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readBaseImages(root)).flatMap(([name, { image, digest }]) =>
      digest === null ? [] : [[name, `${image}@${digest}`]],
    ),
  );

/** What tests, caches and other containers leave in the folders that an image copies. */
const leftOut = ["**/node_modules", "**/__pycache__", "**/*.pyc", "containers/*/tests", "templates/previews"];

/**
 * Returns the ignore patterns that leave an image with what its Dockerfile copies, so that a change elsewhere does not build it
 * again. They follow those of .dockerignore.
 */
export const contextPatterns = (root: string, name: ImageName): string[] => {
  const dockerfile = dockerfileOf(name);
  const recipe = readFileSync(join(root, dockerfile), "utf8");
  const copied = [...recipe.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths = ""]) =>
    paths.split(" "),
  );
  return ["*", ...[dockerfile, ...new Set(copied)].map((path) => `!${path}`), ...leftOut];
};
