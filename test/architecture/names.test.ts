import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { parseSync } from "@swc/core";
import { root, sourcesIn } from "./import-graph.ts";

/** The client is a separate package with the names of the API. */
const places = ["bin", "lib", "lambdas", "core", "adapters", "containers", "local"];

interface Declaration {
  file: string;
  name: string;
  isType: boolean;
  isExported: boolean;
}

/** Declarations at the top level of a module. */
const declarationsIn = (file: string, source: string): Declaration[] =>
  parseSync(source, { syntax: "typescript", target: "es2024" }).body.flatMap((item): Declaration[] => {
    const isExported = item.type === "ExportDeclaration";
    const declaration = isExported ? item.declaration : item;
    const one = (name: string, isType: boolean): Declaration => ({ file, name, isType, isExported });
    switch (declaration.type) {
      case "TsInterfaceDeclaration":
        return [one(declaration.id.value, true)];
      case "TsTypeAliasDeclaration":
        // An alias of an imported type is that type.
        return declaration.typeAnnotation.type === "TsImportType" ? [] : [one(declaration.id.value, true)];
      case "FunctionDeclaration":
      case "ClassDeclaration":
        return [one(declaration.identifier.value, false)];
      case "VariableDeclaration":
        return declaration.declarations.flatMap(({ id }) =>
          id.type === "Identifier" ? [one(id.value, false)] : [],
        );
      default:
        return [];
    }
  });

const all = places
  .flatMap(sourcesIn)
  .flatMap((file) => declarationsIn(file, readFileSync(join(root, file), "utf8")));

/** Each handler exports what runs it, under the same names. */
const isHandler = ({ file, name }: Declaration): boolean =>
  /^lambdas\/(api|steps|events|links|deploy)\//.test(file) && ["handler", "run"].includes(name);

const exported = all.filter((one) => one.isExported && !isHandler(one));

describe("a name", () => {
  test("is exported by one module only", () => {
    expect(exported.length).toBeGreaterThan(1500);
    const twice = [...Map.groupBy(exported, ({ name }) => name).values()].filter(
      (found) => new Set(found.map(({ file }) => file)).size > 1,
    );
    expect(twice.map((found) => found.map(({ name, file }) => `${name} in ${file}`))).toEqual([]);
  });

  test("of an exported type is not that of a private type elsewhere", () => {
    const types = new Map(exported.filter(({ isType }) => isType).map(({ name, file }) => [name, file]));
    const shadowing = all.filter(
      ({ isType, isExported, name, file }) => isType && !isExported && (types.get(name) ?? file) !== file,
    );
    expect(shadowing.map(({ name, file }) => `${name} in ${file} and ${types.get(name)}`)).toEqual([]);
  });

  test("is found with its kind", () => {
    const source =
      "export interface A {}\ntype B = 1;\nexport const c = 1, d = 2;\nexport function e() {}\nclass F {}";
    expect(
      declarationsIn("x.ts", source).map(({ name, isType, isExported }) => [name, isType, isExported]),
    ).toEqual([
      ["A", true, true],
      ["B", true, false],
      ["c", false, true],
      ["d", false, true],
      ["e", false, true],
      ["F", false, false],
    ]);
  });
});
