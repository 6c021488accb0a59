import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { parseSync } from "@swc/core";

export const root = resolve(import.meta.dirname, "../..");

export interface ImportEdge {
  /** Path from the root of the repository, with forward slashes. */
  file: string;
  /** As written: a relative path or the name of a package. */
  specifier: string;
  /** Path from the root of the repository; null for a package. */
  target: string | null;
  /** False when only types are imported, which do not exist at run time. */
  isValue: boolean;
}

const slashes = (path: string): string => path.split(sep).join("/");

/** Returns the TypeScript files of a top-level folder, from the root of the repository. */
export const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.m?ts$/.test(file) && !file.includes("node_modules"))
    .map((file) => slashes(join(folder, file)));

/** Returns what a module imports, statically and by `import("…")`. `file` is a path from the root of the repository. */
export const importsOf = (file: string, source = readFileSync(join(root, file), "utf8")): ImportEdge[] =>
  [...staticImports(source), ...dynamicImports(source)].map(({ specifier, isValue }) => ({
    file,
    specifier,
    target: specifier.startsWith(".")
      ? slashes(relative(root, resolve(root, dirname(file), specifier)))
      : null,
    isValue,
  }));

type Import = Pick<ImportEdge, "specifier" | "isValue">;

const staticImports = (source: string): Import[] =>
  parseSync(source, { syntax: "typescript", target: "es2024" }).body.flatMap((item): Import[] => {
    switch (item.type) {
      case "ImportDeclaration": {
        const namesTypesOnly =
          item.specifiers.length > 0 &&
          item.specifiers.every((one) => one.type === "ImportSpecifier" && one.isTypeOnly);
        return [{ specifier: item.source.value, isValue: !item.typeOnly && !namesTypesOnly }];
      }
      case "ExportAllDeclaration":
        return [{ specifier: item.source.value, isValue: true }];
      case "ExportNamedDeclaration":
        // swc's types lack `typeOnly` here.
        return item.source
          ? [{ specifier: item.source.value, isValue: !(item as { typeOnly?: boolean }).typeOnly }]
          : [];
      default:
        return [];
    }
  });

const dynamicImports = (source: string): Import[] =>
  [...source.matchAll(/\bimport\(\s*"([^"]+)"/g)].map(([, specifier = ""]) => ({ specifier, isValue: true }));

/**
 * Returns the circles of a directed graph: its strongly connected components of more than one node, each sorted.
 * Source: Tarjan, Depth-first search and linear graph algorithms, 1972.
 */
export const circlesOf = (edges: readonly (readonly [from: string, to: string])[]): string[][] => {
  const targets = Map.groupBy(edges, ([from]) => from);
  const indexes = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  const visit = (node: string): number => {
    const index = indexes.size;
    indexes.set(node, index);
    stack.push(node);
    let low = index;
    for (const [, target] of targets.get(node) ?? []) {
      if (!indexes.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, indexes.get(target) ?? low);
    }
    if (low === index) {
      const component = stack.splice(stack.indexOf(node));
      if (component.length > 1) circles.push(component.sort());
    }
    return low;
  };

  for (const node of targets.keys()) if (!indexes.has(node)) visit(node);
  return circles;
};
