import { parseSync } from "@swc/core";

/** A node of the syntax tree. */
interface Node {
  type: string;
  span?: { start: number };
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";

const childrenOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).flatMap((each: unknown) => {
      if (isNode(each)) return [each];
      // Arguments and elements are wrapped in objects without a type.
      const { expression } = (each ?? {}) as { expression?: unknown };
      return isNode(expression) ? [expression] : [];
    }),
  );

/** Every node of a tree, itself included. */
const nodesOf = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(nodesOf)];

/** The names that lead to a called function: `expect(a).not.toBe` → ["expect", "not", "toBe"]. */
const calleeOf = (node: Node): string[] => {
  switch (node.type) {
    case "Identifier":
      return [String(node.value)];
    case "MemberExpression":
      return [...calleeOf(node.object as Node), ...calleeOf(node.property as Node)];
    case "CallExpression":
      return calleeOf(node.callee as Node);
    case "TaggedTemplateExpression":
      return calleeOf(node.tag as Node);
    default:
      return [];
  }
};

/** Assertions of Jest, of aws-cdk-lib and of fast-check. */
const isAssertion = (names: readonly string[]): boolean =>
  names[0] === "expect" || /^(hasResource|resourceCountIs|hasOutput)/.test(names.at(-1) ?? "");

const callsIn = (node: Node): string[][] =>
  nodesOf(node)
    .filter(({ type }) => type === "CallExpression")
    .map(calleeOf);

const functionTypes = ["ArrowFunctionExpression", "FunctionExpression", "FunctionDeclaration"];

/** Functions of a module that assert, directly or through others. */
const assertingFunctions = (nodes: readonly Node[]): Set<string> => {
  const functions = nodes.flatMap((node): { name: string; body: Node }[] => {
    if (node.type === "FunctionDeclaration")
      return [{ name: String((node.identifier as Node).value), body: node.body as Node }];
    const { init, id } = node as { init?: unknown; id?: unknown };
    if (node.type !== "VariableDeclarator" || !isNode(init) || !isNode(id)) return [];
    return functionTypes.includes(init.type) ? [{ name: String(id.value), body: init }] : [];
  });
  const found = new Set<string>();
  let size = -1;
  while (size !== found.size) {
    size = found.size;
    for (const { name, body } of functions)
      if (callsIn(body).some((names) => isAssertion(names) || found.has(names[0] ?? ""))) found.add(name);
  }
  return found;
};

export interface TestFinding {
  line: number;
  problem: "asserts nothing" | "asserts in one branch only";
}

export interface TestFile {
  /** The number of tests that were checked. */
  tests: number;
  /** Titles that are string literals. */
  titles: { line: number; title: string }[];
  findings: TestFinding[];
}

/**
 * Finds tests without an assertion and assertions under a condition without one in its other branch. `shared`: functions of
 * other modules that assert.
 */
export const checkTests = (source: string, shared: ReadonlySet<string> = new Set()): TestFile => {
  const module = parseSync(source, { syntax: "typescript", target: "es2024" });
  const all = (module.body as unknown as Node[]).flatMap(nodesOf);
  // Positions in swc's trees continue from module to module.
  const start = Math.min(...all.flatMap(({ span }) => (span ? [span.start] : [])));
  const bytes = Buffer.from(source);
  const offset = bytes.length - Buffer.byteLength(source.trimStart());
  const lineOf = (node: Node): number =>
    bytes
      .subarray(0, (node.span?.start ?? start) - start + offset)
      .toString()
      .split("\n").length;
  const asserting = assertingFunctions(all);
  const asserts = (node: unknown): boolean =>
    isNode(node) &&
    callsIn(node).some(
      (names) => isAssertion(names) || asserting.has(names[0] ?? "") || shared.has(names[0] ?? ""),
    );

  const calls = all
    .filter(
      ({ type, callee }) =>
        type === "CallExpression" && ["test", "it"].includes(calleeOf(callee as Node)[0] ?? ""),
    )
    .map((call) => ({
      call,
      given: (call.arguments as { expression: Node }[]).map(({ expression }) => expression),
    }))
    .filter(({ given }) => given.some(({ type }) => functionTypes.includes(type)));
  const branches = all.flatMap((node): [Node, unknown, unknown][] => {
    if (node.type === "IfStatement") return [[node, node.consequent, node.alternate]];
    return node.type === "ConditionalExpression" ? [[node, node.consequent, node.alternate]] : [];
  });
  return {
    tests: calls.length,
    titles: calls.flatMap(({ call, given: [title] }) =>
      title?.type === "StringLiteral" ? [{ line: lineOf(call), title: String(title.value) }] : [],
    ),
    findings: [
      ...calls
        .filter(({ given }) => !given.some(asserts))
        .map(({ call }): TestFinding => ({ line: lineOf(call), problem: "asserts nothing" })),
      ...branches
        .filter(([, one, other]) => asserts(one) !== asserts(other))
        .map(([node]): TestFinding => ({ line: lineOf(node), problem: "asserts in one branch only" })),
    ],
  };
};
