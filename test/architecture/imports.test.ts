import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { describe, expect, test } from "@jest/globals";

const root = resolve(import.meta.dirname, "../..");
const layers = ["bin", "lib", "lambdas", "core", "adapters", "containers", "local", "clients"] as const;
type Layer = (typeof layers)[number];

/** Which of our own folders a layer may import. Source: the map of folders in README.md. */
const allowed: Record<Layer, readonly string[]> = {
  core: ["core", "templates"],
  adapters: ["adapters", "core"],
  lambdas: ["lambdas", "adapters", "core"],
  containers: ["containers", "adapters", "core"],
  local: ["local", "adapters", "core", "clients"],
  clients: ["clients"],
  lib: ["lib", "lambdas/environment.ts", "core/api", "core/events/status-event.ts", "statemachines"],
  bin: ["bin", "lib", "local", "adapters", "core"],
};

/** Packages and built-in modules that keep a layer from being what it is for. */
const forbidden: Partial<Record<Layer, RegExp>> = {
  core: /^(node:(?!crypto$)|@aws-sdk\/|@middy\/|@napi-rs\/|undici$|@fastify\/|aws-cdk-lib)/,
  lambdas: /^(@aws-sdk\/|node:child_process$|node:https?$|undici$|aws-cdk-lib)/,
  // It runs wherever there is fetch: in browsers too.
  clients: /^[^.]/,
  lib: /^(@aws-sdk\/|@napi-rs\/|undici$)/,
};

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.m?ts$/.test(file) && !file.includes("node_modules"))
    .map((file) => join(folder, file));

const imports = (file: string): string[] => {
  const text = readFileSync(join(root, file), "utf8");
  const statements =
    /^\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|^\s*import\s+"([^"]+)"|import\(\s*"([^"]+)"\s*\)/gm;
  return [...text.matchAll(statements)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
};

describe.each(layers)("%s", (layer) => {
  const edges = sources(layer).flatMap((file) => imports(file).map((target) => ({ file, target })));

  test("imports only the layers below it", () => {
    const wrong = edges
      .filter(({ target }) => target.startsWith("."))
      .map(({ file, target }) => ({
        file,
        target: relative(root, resolve(root, dirname(file), target))
          .split(sep)
          .join("/"),
      }))
      .filter(
        ({ target }) => !allowed[layer].some((place) => target === place || target.startsWith(`${place}/`)),
      );
    expect(wrong).toEqual([]);
  });

  test("imports no package that belongs elsewhere", () => {
    const rule = forbidden[layer];
    expect(edges.filter(({ target }) => rule?.test(target) ?? false)).toEqual([]);
  });

  test("names the file, with its ending, in each relative import", () => {
    const vague = edges.filter(({ target }) => target.startsWith(".") && !/\.(m?ts|json|mjs)$/.test(target));
    expect(vague).toEqual([]);
  });
});
