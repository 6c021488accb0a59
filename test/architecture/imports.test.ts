import { describe, expect, test } from "@jest/globals";
import { circlesOf, importsOf, sourcesIn } from "./import-graph.ts";

const places = [
  "bin",
  "lib",
  "lambdas",
  "core",
  "adapters",
  "containers",
  "local",
  "clients",
  "console",
] as const;
type Place = (typeof places)[number];

/** Which of the repository's folders and files each top-level folder may import, types included. */
const allowed: Record<Place, readonly string[]> = {
  core: ["core", "templates"],
  adapters: ["adapters", "core"],
  lambdas: ["lambdas", "adapters", "core", "console/response-headers.ts"],
  containers: ["containers", "adapters", "core"],
  local: [
    "local",
    "adapters",
    "core",
    "clients",
    "console/response-headers.ts",
    // On one machine nothing builds images, which otherwise bundle the renderer.
    "containers/render/bundle.ts",
    "containers/render/bundled-file.ts",
  ],
  clients: ["clients"],
  lib: [
    "lib",
    "lambdas/environment.ts",
    "core/api",
    "core/events/status-event.ts",
    // Sizes and limits of the functions that do the work of containers.
    "core/capacity/short-tasks.ts",
    "statemachines",
    "console/response-headers.ts",
  ],
  bin: ["bin", "lib", "local", "adapters", "core"],
  console: ["console", "clients", "core"],
};

/** Packages and built-in modules that a folder must not import, because of its purpose. */
const forbidden: Partial<Record<Place, RegExp>> = {
  core: /^(node:(?!crypto$)|@aws-sdk\/|@middy\/|@napi-rs\/|@huggingface\/|onnxruntime-|undici$|@fastify\/|aws-cdk-lib)/,
  lambdas: /^(@aws-sdk\/|node:child_process$|node:https?$|undici$|aws-cdk-lib)/,
  // The client runs wherever there is fetch, browsers included.
  clients: /^[^.]/,
  // A page in a browser.
  console: /^(node:|@aws-sdk\/|aws-cdk-lib)/,
  lib: /^(@aws-sdk\/|@napi-rs\/|undici$)/,
};

/**
 * The layers of `core`, bottom to top: folders, and the files directly in `core`. Values are imported from the same layer
 * or from one below it. Folders of one layer must not form a circle.
 */
const coreLayers: readonly (readonly string[])[] = [
  [
    "clamp.ts",
    "errors.ts",
    "lru-cache.ts",
    "median.ts",
    "metrics.ts",
    "partition-point.ts",
    "prefix-sums.ts",
    "seeded-random.ts",
    "async",
    "text",
    "time",
  ],
  ["languages", "media"],
  [
    "language-model.ts",
    "storage",
    "egress",
    "settings",
    "videos",
    "transcript",
    "captions",
    "drawing",
    "cuts",
    "broll",
    "annotation",
    "fonts",
    "templates",
    "render-plan",
    "reframe",
    "billing",
    "capacity",
    "accounts",
    "dub",
    "translation",
    "clips",
    "events",
    "tasks",
    "webhooks",
    "command-line",
  ],
  ["workflows", "operator"],
  ["api"],
];

const edges = places.flatMap((place) => sourcesIn(place).flatMap((file) => importsOf(file)));
const placeOf = (file: string): string => file.split("/")[0] ?? "";

describe.each(places)("%s", (place) => {
  const own = edges.filter(({ file }) => placeOf(file) === place);

  test("imports only the folders below it", () => {
    const wrong = own.filter(
      ({ target }) =>
        target !== null && !allowed[place].some((one) => target === one || target.startsWith(`${one}/`)),
    );
    expect(wrong).toEqual([]);
  });

  test("imports no package that belongs elsewhere", () => {
    const rule = forbidden[place];
    expect(own.filter(({ specifier }) => rule?.test(specifier) ?? false)).toEqual([]);
  });

  test("names the file, with its extension, in each relative import", () => {
    const vague = own.filter(({ target }) => target !== null && !/\.(m?tsx?|json|mjs)$/.test(target));
    expect(vague).toEqual([]);
  });
});

describe("core", () => {
  /** A folder of core, or a file directly in it. */
  const nodeOf = (file: string): string => file.split("/")[1] ?? "";
  const layerOf = (node: string): number => coreLayers.findIndex((layer) => layer.includes(node));
  const values = edges.flatMap(({ file, target, isValue }) =>
    isValue && file.startsWith("core/") && target?.startsWith("core/") ? [{ file, target }] : [],
  );

  test("has each of its folders in exactly one layer", () => {
    const nodes = new Set(sourcesIn("core").map(nodeOf));
    expect([...nodes].sort()).toEqual(coreLayers.flat().sort());
  });

  test("imports no value from a layer above", () => {
    const upward = values.filter(({ file, target }) => layerOf(nodeOf(target)) > layerOf(nodeOf(file)));
    expect(upward).toEqual([]);
  });

  test("has no circle of folders that import values from each other", () => {
    const folders = values
      .map(({ file, target }) => [nodeOf(file), nodeOf(target)] as const)
      .filter(([from, to]) => from !== to);
    expect(circlesOf(folders)).toEqual([]);
  });
});

test("no files import values from each other in a circle", () => {
  const values = edges.flatMap(({ file, target, isValue }) =>
    isValue && target !== null ? [[file, target] as const] : [],
  );
  expect(circlesOf(values)).toEqual([]);
});

describe("the import graph", () => {
  const source = [
    'import type { A } from "./a.ts";',
    'import { type B } from "./b.ts";',
    'import { type C, c } from "./c.ts";',
    'import "./d.ts";',
    'export * from "./e.ts";',
    'export type { F } from "./f.ts";',
    'export { g } from "../g.ts";',
    'const h = await import("./h.ts");',
    '// import { i } from "./i.ts";',
  ].join("\n");

  test("distinguishes imports of values from imports of types", () => {
    const found = importsOf("core/time/x.ts", source);
    expect(found.filter(({ isValue }) => isValue).map(({ target }) => target)).toEqual([
      "core/time/c.ts",
      "core/time/d.ts",
      "core/time/e.ts",
      "core/g.ts",
      "core/time/h.ts",
    ]);
    expect(found.filter(({ isValue }) => !isValue).map(({ specifier }) => specifier)).toEqual([
      "./a.ts",
      "./b.ts",
      "./f.ts",
    ]);
  });

  test("finds circles of any length and nothing else", () => {
    const graph = [
      ["a", "b"],
      ["b", "c"],
      ["c", "a"],
      ["c", "d"],
      ["d", "e"],
      ["f", "g"],
      ["g", "f"],
    ] as const;
    expect(circlesOf(graph)).toEqual([
      ["a", "b", "c"],
      ["f", "g"],
    ]);
  });
});
