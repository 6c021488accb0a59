import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { dockerfileOf, type ImageName } from "../../lib/image-sources.ts";

/** Programs that build and run images, in the order in which they are looked for. */
export const toolNames = ["docker", "podman", "buildah"] as const;
export type ToolName = (typeof toolNames)[number];

/** A command for an image: its program replaces the image's entry point. */
export interface ImageCommand {
  program: string;
  args: readonly string[];
  /** Bytes of standard input. */
  input?: Uint8Array;
}

const call = (program: string, args: readonly string[], input?: Uint8Array): SpawnSyncReturns<Buffer> =>
  spawnSync(program, args, {
    input: input ?? "",
    stdio: ["pipe", "pipe", "inherit"],
    maxBuffer: 64 * 1024 ** 2,
  });

/** Throws an error that names the program unless it succeeded; returns its standard output. */
const checked = (program: string, args: readonly string[], input?: Uint8Array): string => {
  const { status, stdout, error } = call(program, args, input);
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args[0]} failed with exit code ${status}.\n${stdout}`);
  return stdout.toString();
};

/** Returns the first of the tools that is installed, or null. */
export const installedTool = (): ToolName | null =>
  toolNames.find((name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0) ?? null;

export const tagOf = (name: ImageName): string => `capstack/${name}`;

/**
 * Builds an image from the repository's root.
 *
 * @param buildArguments values of ARG instructions
 * @param extra further arguments of the tool's `build`
 */
export const buildImage = (
  tool: ToolName,
  name: ImageName,
  {
    root,
    buildArguments,
    extra,
  }: { root: string; buildArguments: Readonly<Record<string, string>>; extra: readonly string[] },
): void => {
  const given = Object.entries(buildArguments).flatMap(([key, value]) => ["--build-arg", `${key}=${value}`]);
  const args = ["build", "-f", dockerfileOf(name), "-t", tagOf(name), ...given, ...extra, "."];
  const { status, error } = spawnSync(tool, args, { cwd: root, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) throw new Error(`${tool} could not build ${tagOf(name)} (exit code ${status}).`);
};

/** buildah runs commands in a container that is removed afterwards. */
const runByBuildah = (image: string, { program, args, input }: ImageCommand): string => {
  const container = checked("buildah", ["from", "--pull-never", image]).trim();
  try {
    return checked("buildah", ["run", container, "--", program, ...args], input);
  } finally {
    call("buildah", ["rm", container]);
  }
};

/**
 * Runs a command in an image without network, with a read-only root file system as in Fargate (buildah has neither option for
 * every kind of isolation). Returns its standard output; throws unless it succeeds.
 */
export const runInImage = (tool: ToolName, name: ImageName, command: ImageCommand): string => {
  if (tool === "buildah") return runByBuildah(tagOf(name), command);
  const isolation = ["--rm", "--interactive", "--read-only", "--network", "none", "--cap-drop", "ALL"];
  const { program, args, input } = command;
  return checked(tool, ["run", ...isolation, "--entrypoint", program, tagOf(name), ...args], input);
};
