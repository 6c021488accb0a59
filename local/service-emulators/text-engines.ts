/** Translates text between the languages of its pairs, written "en>pt". */
export interface TextEngine {
  /** For logs. */
  name: string;
  pairs: readonly string[];
  /** Pairs of lower quality, a part of `pairs`. */
  roughPairs: readonly string[];
  /** Throws Error when the engine fails. */
  translate(text: string, pair: string): Promise<string>;
}

/** Languages through which a text may be translated, in order: the models of most languages are from and to English. */
const pivots: readonly { language: string; isRough: boolean }[] = [
  { language: "en", isRough: false },
  // Two close languages, the second step by rules: understandable, with wrong grammar in about half of the sentences.
  { language: "pt", isRough: true },
];

/** Targets of a rough pivot. Others were tried and are not understandable (fr, it). */
const roughTargets: readonly string[] = ["es", "ca"];

/**
 * Combines engines: for each pair the first engine that has it, else two steps through a pivot language. A pair is rough when
 * one of its steps is, or its pivot.
 */
export const combineEngines = (engines: readonly TextEngine[]): TextEngine => {
  const owners = new Map<string, TextEngine>();
  for (const engine of engines)
    for (const pair of engine.pairs) if (!owners.has(pair)) owners.set(pair, engine);
  const routes = routesOf([...owners.keys()]);
  const isRough = (step: string): boolean => owners.get(step)?.roughPairs.includes(step) ?? false;
  return {
    name: engines.map(({ name }) => name).join(", "),
    pairs: [...routes.keys()],
    roughPairs: [...routes]
      .filter(([, route]) => route.isRough || route.steps.some(isRough))
      .map(([pair]) => pair),
    async translate(text, pair) {
      let translated = text;
      for (const step of routes.get(pair)?.steps ?? []) {
        const engine = owners.get(step);
        if (engine === undefined) throw new Error(`No engine translates ${step}.`);
        translated = await engine.translate(translated, step);
      }
      return translated;
    },
  };
};

interface TranslationRoute {
  steps: readonly string[];
  isRough: boolean;
}

const routesOf = (pairs: readonly string[]): Map<string, TranslationRoute> => {
  const routes = new Map<string, TranslationRoute>(
    pairs.map((pair) => [pair, { steps: [pair], isRough: false }]),
  );
  for (const { language, isRough } of pivots) {
    const sources = pairs.filter((pair) => pair.endsWith(`>${language}`)).map((pair) => sourceOf(pair));
    const targets = pairs.filter((pair) => pair.startsWith(`${language}>`)).map((pair) => targetOf(pair));
    const allowed = targets.filter((target) => !isRough || roughTargets.includes(target));
    for (const from of sources) {
      for (const to of allowed) {
        const pair = `${from}>${to}`;
        if (from === to || routes.has(pair)) continue;
        routes.set(pair, { steps: [`${from}>${language}`, `${language}>${to}`], isRough });
      }
    }
  }
  return routes;
};

const sourceOf = (pair: string): string => pair.slice(0, pair.indexOf(">"));
const targetOf = (pair: string): string => pair.slice(pair.indexOf(">") + 1);
